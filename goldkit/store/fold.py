"""The fold: from all judgments and copies to one label for each (query, chunk) pair.

Rank: adjudication, people, trusted imports, derived, proposed. The order of the lines never matters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast, get_args

from goldkit.records import Copy, Judgment, Label, Scale, Source
from goldkit.store.carried import Carried, carried_of
from goldkit.store.derive import Conflict, derive
from goldkit.store.evidence import combined_evidence, speaks_for
from goldkit.store.newest import newest, newest_per
from goldkit.store.pairs import Pairs, fold_pairs
from goldkit.store.texts import Texts

Labels = dict[str, dict[str, Label]]
"""query id → chunk id → label."""
SPREAD = 2
"""Judges whose grades lie this far apart dispute a pair, as those on both sides of `relevant_from` do."""


@dataclass(frozen=True, slots=True)
class Folded:
    """Everything the lines say when read together.

    labels: each judged or derived pair. pairs: the copies that stand. conflicts: copies whose grades contradict each other.
    carried: query id → chunk id → what rebased lines say of its facts.
    """

    labels: Labels
    pairs: Pairs
    conflicts: tuple[Conflict, ...]
    carried: Mapping[str, Mapping[str, tuple[Carried, ...]]] = field(default_factory=dict)

    @property
    def derived(self) -> int:
        """How many labels follow from copies."""
        return sum(label.status == "derived" for labels in self.labels.values() for label in labels.values())


def fold(
    judgments: Iterable[Judgment],
    copies: Iterable[Copy] = (),
    scale: Scale | None = None,
    texts: Texts | None = None,
) -> Folded:
    """Fold judgments and copies on a scale.

    texts: where known (see store.texts); with them, a quote can settle a `differs` pair for its query.
    """
    scale = scale or Scale()
    pairs = fold_pairs(copies)
    by_pair: dict[tuple[str, str], list[Judgment]] = defaultdict(list)
    for judgment in judgments:
        if judgment.role != "audit":
            by_pair[judgment.query, judgment.chunk].append(judgment)
    labels: Labels = defaultdict(dict)
    carried: dict[str, dict[str, tuple[Carried, ...]]] = defaultdict(dict)
    quotes: dict[str, dict[str, str]] = defaultdict(dict)
    for query, chunk in sorted(by_pair):
        lines = by_pair[query, chunk]
        label = label_of(lines, scale)
        if label is not None:
            labels[query][chunk] = label
            if entries := carried_of(lines):
                carried[query][chunk] = entries
            quote = _quote(lines, scale) if scale.is_relevant(label.grade) else None
            if quote:
                quotes[query][chunk] = quote
    conflicts = []
    for query, own in labels.items():
        derived, found = derive(query, own, pairs, scale, quotes[query], texts or {})
        own.update(derived)
        conflicts.extend(found)
    return Folded(dict(labels), pairs, tuple(conflicts), dict(carried))


def label_of(lines: Sequence[Judgment], scale: Scale) -> Label | None:
    """The label that the lines about one (query, chunk) pair make, audits left out; None where nothing stands."""
    return _decided(lines, scale) or _proposed(lines, scale)


def _decided(lines: Sequence[Judgment], scale: Scale) -> Label | None:
    """The label that deciding lines make, by the highest rank that has any; None where nobody decides."""
    deciding = [line for line in lines if line.status == "decided"]
    adjudications = _standing(line for line in deciding if line.role == "adjudicate")
    if adjudications:
        return _label([newest(adjudications)], scale, disputed=False)
    for people in (True, False):
        grades = _standing(
            line for line in deciding if line.role == "judge" and (original_source(line) != "import") == people
        )
        if grades:
            return _label(
                grades, scale, disputed=_dispute([line.grade for line in grades if line.grade is not None], scale)
            )
    return None


def _label(lines: list[Judgment], scale: Scale, disputed: bool) -> Label:
    """The median grade; of an even number the lower middle, so that a grade is always some judge's own."""
    ranked = sorted(lines, key=lambda line: (line.grade if line.grade is not None else -1, line.by))
    middle = ranked[(len(ranked) - 1) // 2]
    return Label(
        query=middle.query,
        chunk=middle.chunk,
        grade=middle.grade,
        status="decided",
        text_sha256=newest(lines).text_sha256,
        judges=tuple(sorted({line.by for line in lines})),
        disputed=disputed,
        source=original_source(middle),
    )


def _dispute(grades: list[int], scale: Scale) -> bool:
    low, high = min(grades), max(grades)
    return high - low >= SPREAD or scale.is_relevant(high) != scale.is_relevant(low)


def _proposed(lines: Sequence[Judgment], scale: Scale) -> Label | None:
    """The label that proposals make: the lower middle of the graded ones, else relevant where a log's evidence speaks for it.

    The grades of LLM judges go before any other, so that `--labels llm` does not depend on who else proposed the pair.
    """
    proposals = newest_per(lines, lambda line: (line.by, line.batch or ""))
    standing = [line for line in proposals if line.status == "proposed" and not _withdraws(line)]
    if not standing:
        return None
    graded = sorted((line for line in standing if line.grade is not None), key=lambda line: (line.grade or 0, line.by))
    graded = [
        line for line in graded if original_source(line) == "llm"
    ] or graded  # it read the chunk; others say what they expect
    first = graded[(len(graded) - 1) // 2] if graded else newest(standing)
    grade = first.grade
    if grade is None and speaks_for(combined_evidence(standing)):
        grade = scale.relevant_from
    return Label(
        query=first.query,
        chunk=first.chunk,
        grade=grade,
        status="proposed",
        text_sha256=first.text_sha256,
        judges=tuple(sorted({line.by for line in standing})),
        source=original_source(first),
    )


def _standing(lines: Iterable[Judgment]) -> list[Judgment]:
    """Each judge's newest line, without those that withdrew."""
    return [line for line in newest_per(lines, lambda line: (line.by, "")) if line.grade is not None]


def original_source(line: Judgment) -> Source:
    """Where a line came from at first: a rebased line ranks as the one it carries over."""
    if line.source != "rebase":
        return line.source
    named = line.metadata.get("source")
    if named in get_args(Source):
        return cast(Source, named)
    return "human" if line.status == "decided" else "rebase"


def _withdraws(line: Judgment) -> bool:
    return line.grade is None and line.reason is not None


def _quote(lines: Sequence[Judgment], scale: Scale) -> str | None:
    """The newest known answer span among the lines that stand and find the chunk relevant."""
    standing = newest_per(lines, lambda line: (line.by, f"{line.role} {line.batch or ''}"))
    quoted = [line for line in standing if line.quote and scale.is_relevant(line.grade)]
    return newest(quoted).quote if quoted else None
