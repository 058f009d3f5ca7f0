"""LLM judges beside the people of a set: on which pairs both gave a grade, read from the judgments themselves.

Only queries of `dev`: a frozen set's labels serve nothing but scoring. Only pairs that people had decided before the model graded
them: review shows what a model proposes, so a later decision is no independent one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldkit.records import Judgment, Label
from goldkit.sets.golden import GoldenSet
from goldkit.store.fold import original_source
from goldkit.store.moments import moment
from goldkit.store.newest import newest_per

Key = tuple[str, str]
"""(query id, chunk id)."""


@dataclass(frozen=True, slots=True)
class BothGraded:
    """A pair that people decided and then a model graded. imported: the decision came with a trusted import."""

    query: str
    chunk: str
    people: int
    model: int
    imported: bool
    text_sha256: str | None


@dataclass(frozen=True, slots=True)
class ModelGrades:
    """lines: judge → (query, chunk) → its line that stands. decided: (query, chunk) → the last deciding line."""

    lines: Mapping[str, Mapping[Key, Judgment]]
    decided: Mapping[Key, Judgment]

    def graded(self, judge: str) -> dict[Key, str | None]:
        """(query, chunk) → the sha256 of the text that this judge graded."""
        return {key: line.text_sha256 for key, line in self.lines.get(judge, {}).items()}

    def seen(self, judge: str) -> set[Key]:
        """The pairs whose last decision is later than this judge's grade."""
        own = self.lines.get(judge, {})
        return {key for key, line in own.items() if key in self.decided and _when(self.decided[key]) > _when(line)}

    def after(self, key: Key, at: str) -> str:
        """That time, or where clocks differ the time of the pair's last decision: a grade asked for now comes after it."""
        last = self.decided.get(key)
        return at if last is None or _when(last) <= moment(at)[0] else last.as_of or last.at


def model_grades(judgments: Iterable[Judgment]) -> ModelGrades:
    """What LLM judges hold of each pair now, and when people last decided it."""
    by_judge: dict[str, list[Judgment]] = defaultdict(list)
    decided: dict[Key, Judgment] = {}
    for line in judgments:
        key = (line.query, line.chunk)
        if line.role == "audit":
            continue
        if line.status == "decided":
            decided[key] = max(decided.get(key, line), line, key=_when)
        elif original_source(line) == "llm":
            by_judge[line.by].append(line)
    lines = {
        judge: {(line.query, line.chunk): line for line in newest_per(own, _pair) if line.grade is not None}
        for judge, own in sorted(by_judge.items())
    }
    return ModelGrades(lines, decided)


def decided_by_people(golden: GoldenSet) -> Iterator[Label]:
    """The decided labels of `dev` that nobody disputes, by query and chunk. A trusted import speaks for the people it came from."""
    for query in golden.dev():
        for _, label in sorted(golden.folded.labels.get(query.id, {}).items()):
            if label.status == "decided" and label.grade is not None and not label.disputed:
                yield label


def both_graded(golden: GoldenSet, grades: ModelGrades, judge: str) -> tuple[BothGraded, ...]:
    """The pairs of `dev` by query and chunk, each with the same text before both."""
    own, seen = grades.lines.get(judge, {}), grades.seen(judge)
    found = []
    for label in decided_by_people(golden):
        line = own.get((label.query, label.chunk))
        if line is None or line.grade is None or label.grade is None or (label.query, label.chunk) in seen:
            continue
        if None in (line.text_sha256, label.text_sha256) or line.text_sha256 == label.text_sha256:
            imported = label.source == "import"
            found.append(BothGraded(label.query, label.chunk, label.grade, line.grade, imported, line.text_sha256))
    return tuple(found)


def counting_judges(golden: GoldenSet, grades: ModelGrades) -> Sequence[str]:
    """The LLM judges whose grades would count in `dev` with `--labels llm`, by name."""
    counting = {
        (label.query, label.chunk)
        for query in golden.dev()
        for label in golden.folded.labels.get(query.id, {}).values()
        if label.status == "proposed" and label.source == "llm" and label.grade is not None
    }
    return [judge for judge, own in grades.lines.items() if not counting.isdisjoint(own)]


def _pair(line: Judgment) -> Key:
    return (line.query, line.chunk)


def _when(line: Judgment) -> float:
    return moment(line.as_of or line.at)[0]
