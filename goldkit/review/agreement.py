"""How far the judges of a set agree, over the grades that stand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from goldkit.records import Judgment, Scale
from goldkit.results.agreement import Agreement, TwoJudges
from goldkit.review.verdicts import Pair, Role
from goldkit.statistics.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha
from goldkit.store.newest import newest_per

AGAIN = ", again"
"""What is put after the name of a judge who judged a pair again."""
Grades = Mapping[Pair, Mapping[str, int]]
"""(query, chunk) → judge → grade."""


def agreement(judgments: Iterable[Judgment], scale: Scale) -> Agreement:
    """The agreement of the people whose judgments stand. A judge's adjudications say what holds, not what they first saw."""
    judgments = list(judgments)
    grades = standing_grades(judgments)
    judges = Counter(judge for given in grades.values() for judge in given)
    shared = [tuple(given[judge] for judge in sorted(given)) for _, given in sorted(grades.items()) if len(given) > 1]
    sizes = Counter(map(len, shared))
    raters = max(sizes, key=lambda size: (sizes[size], -size), default=0)
    return Agreement(
        graded=dict(sorted(judges.items())),
        shared=len(shared),
        alpha=krippendorff_alpha(shared),
        fleiss=fleiss_kappa(unit for unit in shared if len(unit) == raters),
        raters=raters,
        two=tuple(
            found for both in combinations(sorted(judges), 2) if (found := _two(both, grades, scale)) is not None
        ),
        again=tuple(_with_themselves(judgments, grades, scale)),
    )


def standing_grades(judgments: Iterable[Judgment], role: Role = "judge") -> Grades:
    """What each person holds of each pair now."""
    own = (line for line in judgments if line.status == "decided" and line.role == role and line.source == "human")
    by_judge: dict[str, list[Judgment]] = defaultdict(list)
    for line in own:
        by_judge[line.by].append(line)
    grades: dict[Pair, dict[str, int]] = defaultdict(dict)
    for judge, lines in by_judge.items():
        for line in newest_per(lines, lambda line: (line.query, line.chunk)):
            if line.grade is not None:
                grades[line.query, line.chunk][judge] = line.grade
    return grades


def _with_themselves(judgments: Iterable[Judgment], grades: Grades, scale: Scale) -> Iterator[TwoJudges]:
    """Each judge's grades beside those of their own blind audit."""
    audits = standing_grades(judgments, "audit")
    both: dict[Pair, dict[str, int]] = defaultdict(dict)
    for pair, given in audits.items():
        for judge, grade in given.items():
            if judge in grades.get(pair, {}):
                both[pair] |= {judge: grades[pair][judge], f"{judge}{AGAIN}": grade}
    for judge in sorted({judge for given in audits.values() for judge in given}):
        found = _two((judge, f"{judge}{AGAIN}"), both, scale)
        if found is not None:
            yield found


def _two(both: tuple[str, str], grades: Grades, scale: Scale) -> TwoJudges | None:
    first, second = both
    pairs = [(given[first], given[second]) for given in grades.values() if first in given and second in given]
    if not pairs:
        return None
    counts = Counter(pairs)
    steps = range(scale.max + 1)
    return TwoJudges(
        first=first,
        second=second,
        n=len(pairs),
        same=sum(one == other for one, other in pairs) / len(pairs),
        kappa=cohen_kappa([(int(scale.is_relevant(one)), int(scale.is_relevant(other))) for one, other in pairs]),
        weighted=cohen_kappa(pairs, "quadratic"),
        confusion=tuple(tuple(counts[one, other] for other in steps) for one in steps),
    )
