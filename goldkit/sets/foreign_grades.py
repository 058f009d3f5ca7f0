"""From the grades of another tool's file to those of the set: said in words, and refused where it would be a guess."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from goldkit.errors import UsageError
from goldkit.formats.catalogue import FileScale
from goldkit.records import Scale

ScaleChoice = Literal["auto", "as-is", "from-1", "keep"]
"""How grades are read. auto: see read_grades. as-is: they are the set's. from-1: 1 and more is relevant, as trec_eval has it.
keep: an empty set takes the file's own scale over, relevant from 1."""
NATIVE = Scale()
WHICH = "TREC DL's and UMBRELA's"


@dataclass(frozen=True, slots=True)
class GradeReading:
    """What each grade of a file means on the set's scale (None: a label without a grade), and that in words."""

    meaning: Mapping[int | None, int]
    words: str

    def squeezed(self) -> dict[int, str]:
        """Grade of the file → "4 → 3", of those that the set tells apart from another no more. 0 and below are all not relevant."""
        given = {grade: to for grade, to in self.meaning.items() if grade is not None}
        return {
            grade: f"{grade} → {to}"
            for grade, to in sorted(given.items())
            if grade != to and any(other != grade and meant == to for other, meant in given.items())
        }


def read_grades(
    found: Collection[int | None],
    scale: Scale,
    given: Mapping[int, int] | None = None,
    choice: ScaleChoice = "auto",
    file_scale: FileScale = "set",
) -> GradeReading:
    """How the grades found in a file are read.

    A label without a grade gets the set's top grade. given: the user's own meaning of each grade, which goes before all else. By
    itself (`auto`) 1 is the first grade that is relevant where all grades are 0 or 1; grades up to the set's top stand as they are;
    others are asked for. file_scale: what the format says of its grades: `native`, that they are UMBRELA's (a set of another scale
    refuses them); `set`, that they are the set's own; `any`, nothing, so that grades that stop short of the set's top are asked
    for too. A negative grade is 0: judged, not relevant.

    Raises UsageError for grades that nobody gave a meaning to, and for meanings beyond the scale.
    """
    grades = sorted(grade for grade in found if grade is not None)
    ungraded: dict[int | None, int] = {None: scale.max} if None in found else {}
    meaning: dict[int, int] = {}
    words = [f"labels without a grade are {scale.max}, the top of the scale"] if ungraded else []
    if given is not None:
        _check_given(grades, scale, given)
        meaning = {grade: given[grade] for grade in grades}
        words.append("grades " + _arrows(meaning) + " as given")
    elif grades:
        meaning, said = _read(grades, scale, choice, file_scale)
        words.append(said)
        if grades[0] < 0:
            words.append("negative grades are 0")
    return GradeReading(ungraded | dict(meaning.items()), "; ".join(words))


def _read(grades: list[int], scale: Scale, choice: ScaleChoice, file_scale: FileScale) -> tuple[dict[int, int], str]:
    """Meanings and words. grades: at least one, sorted."""
    as_they_are = {grade: max(0, grade) for grade in grades}
    from_1 = {grade: max(0, scale.relevant_from + grade - 1) if grade > 0 else 0 for grade in grades}
    if choice == "from-1":
        if max(from_1.values()) > scale.max:
            raise _asked(grades, scale, "more of them are relevant than the set tells apart")
        return from_1, f"1 and more is relevant: {_arrows(from_1)}"
    if grades[-1] > scale.max:
        raise _asked(grades, scale)
    if choice in ("as-is", "keep"):
        return as_they_are, f"grades stand as they are, on the set's scale of 0 to {scale.max}"
    if file_scale == "native":
        if scale != NATIVE:
            raise _asked(
                grades, scale, f"the file's are {WHICH}: 0 to {NATIVE.max}, relevant from {NATIVE.relevant_from}"
            )
        return as_they_are, f"grades stand as they are, {WHICH} 0 to 3 (relevant from 2)"
    if grades[-1] <= 1:
        other = ",".join(f"{grade}={scale.max if grade == 1 else 0}" for grade in grades)
        return from_1, (
            f"grades are 0 and 1: 1 is {scale.relevant_from}, relevant (else, for instance: --grades {other})"
        )
    if file_scale == "any" and grades[-1] < scale.max and scale.relevant_from > 1:
        raise _asked(grades, scale, "1 may be relevant there, or not")
    if file_scale == "any" and scale == NATIVE:
        return as_they_are, f"grades are 0 to 3 and taken as {WHICH}: they stand as they are, relevant from 2"
    return as_they_are, f"grades stand as they are, on the set's scale of 0 to {scale.max}"


def _asked(grades: list[int], scale: Scale, why: str = "") -> UsageError:
    example = ",".join(f"{grade}={max(0, min(grade, scale.max))}" for grade in grades)
    short = grades[-1] <= scale.max
    ways = [f"--grades {example}"]
    if scale.relevant_from + grades[-1] - 1 <= scale.max:
        ways.insert(0, "--scale from-1 where 1 and more is relevant")
    if short:
        ways.insert(0, f"--scale as-is where they are on the set's scale, relevant from {scale.relevant_from}")
    return UsageError(
        f"the file's grades go from {grades[0]} to {grades[-1]}, the set's from 0 to {scale.max} (relevant from "
        f"{scale.relevant_from}){f'; {why}' if why else ''}; say what each means, such as {', or '.join(ways)}; --scale keep "
        "gives an empty set the file's own scale"
    )


def _arrows(meaning: Mapping[int, int]) -> str:
    return ", ".join(f"{grade} → {to}" for grade, to in meaning.items())


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
