"""From the grades of another tool's file to those of the set: said in words, and refused where it would be a guess."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from goldkit.errors import UsageError
from goldkit.records import Scale


@dataclass(frozen=True, slots=True)
class GradeReading:
    """What each grade of a file means on the set's scale (None: a label without a grade), and that in words."""

    meaning: Mapping[int | None, int]
    words: str


def read_grades(found: Collection[int | None], scale: Scale, given: Mapping[int, int] | None = None) -> GradeReading:
    """How the grades found in a file are read.

    A label without a grade gets the set's top grade. Where all grades are 0 or 1, 1 is the first grade that is relevant. Grades
    on the set's own scale stand as they are. A negative grade is 0: judged, not relevant. given: the user's own meaning of each
    grade, which goes before all of this.

    Raises UsageError for grades beyond the scale that nobody gave a meaning to, and for meanings beyond the scale.
    """
    grades = sorted(grade for grade in found if grade is not None)
    ungraded: dict[int | None, int] = {None: scale.max} if None in found else {}
    words = [f"labels without a grade are {scale.max}, the top of the scale"] if ungraded else []
    if given is not None:
        _check_given(grades, scale, given)
        meaning: dict[int | None, int] = {grade: given[grade] for grade in grades}
        words.append("grades " + ", ".join(f"{grade} → {to}" for grade, to in meaning.items()) + " as given")
        return GradeReading(ungraded | meaning, "; ".join(words))
    if grades and grades[-1] > scale.max:
        example = ",".join(f"{grade}={max(0, min(grade, scale.max))}" for grade in grades)
        raise UsageError(
            f"the file's grades go from {grades[0]} to {grades[-1]}, the set's from 0 to {scale.max} (relevant from "
            f"{scale.relevant_from}); say what each means, such as --grades {example}"
        )
    binary = bool(grades) and grades[-1] <= 1
    one = scale.relevant_from if binary else 1
    meaning = {grade: one if grade == 1 else max(0, grade) for grade in grades}
    if binary:
        other = ",".join(f"{grade}={scale.max if grade == 1 else 0}" for grade in grades)
        words.append(f"grades are 0 and 1: 1 is {one}, relevant (else, for instance: --grades {other})")
    elif grades:
        words.append(f"grades stand as they are, on the set's scale of 0 to {scale.max}")
    if grades and grades[0] < 0:
        words.append("negative grades are 0")
    return GradeReading(ungraded | meaning, "; ".join(words))


def parse_grades(text: str) -> dict[int, int]:
    """The meanings in a text such as "4=3,3=3,1=0". Raises UsageError for anything else."""
    meanings: dict[int, int] = {}
    for part in text.split(","):
        theirs, _, ours = part.partition("=")
        try:
            grade, meaning = int(theirs), int(ours)
        except ValueError:
            raise UsageError(f"{part!r} is no meaning of a grade; write theirs=ours, such as 4=3,3=3,1=0") from None
        if meanings.setdefault(grade, meaning) != meaning:
            raise UsageError(f"--grades gives grade {grade} twice: {meanings[grade]} and {meaning}")
    return meanings


def _check_given(grades: Collection[int], scale: Scale, given: Mapping[int, int]) -> None:
    missing = [str(grade) for grade in grades if grade not in given]
    if missing:
        raise UsageError(f"the file has grades {', '.join(missing)} too; --grades has to give each a meaning")
    beyond = [str(ours) for ours in given.values() if not 0 <= ours <= scale.max]
    if beyond:
        raise UsageError(f"--grades names {', '.join(beyond)}; the set's scale goes from 0 to {scale.max}")
