"""The candidates of one query that a judge has still to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from goldkit.records import JSON, Chunk, Copy, Judgment, Label, Query, Scale
from goldkit.results.match import KINDS
from goldkit.review.differences import Difference, differences
from goldkit.review.pair_verdict import pairs_among
from goldkit.review.rebased import why_rebased
from goldkit.review.share import Share
from goldkit.review.verdicts import CANNOT_JUDGE, LATER, UNDO, Role, standing
from goldkit.store.evidence import FOR, combined_evidence
from goldkit.store.newest import newest_per
from goldkit.store.pairs import Pairs

BLIND = "pool"
"""Proposals from this source never show where they come from, so that no run is favoured."""
OPEN = (None, UNDO, LATER, CANNOT_JUDGE)
"""Reasons that leave a pair open for somebody; any other (`gone`, for one) closes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One (query, chunk) pair to be judged.

    passage: the chunk's text as it is now, None where none is stored. priority: 0 where nobody set one. evidence: from the logs,
    added up. suggested: (by, grade) of the proposals that name one, pooled runs apart. others: judges who decided it.
    postponed: when this judge put it off, None where not. parts: what the priority is the sum of, where a log made it.
    grounds: (by, quote) of the LLM judges that quoted what they went by.
    pairs: its near-duplicates among the query's chunks, each with this chunk as its a.
    over_expected: its clicks over those expected of the ranks it was shown at (COEC), None where nothing tells.
    rebased: why a changed corpus brought it up.
    matched: the least sure way in which a log's passage was found to be this chunk, None where the log named its id.
    """

    query: Query
    chunk: str
    passage: Chunk | None = None
    priority: float = 0.0
    evidence: JSON = field(default_factory=dict)
    suggested: tuple[tuple[str, int], ...] = ()
    differences: tuple[Difference, ...] = ()
    others: tuple[str, ...] = ()
    postponed: str | None = None
    parts: JSON = field(default_factory=dict)
    over_expected: float | None = None
    matched: str | None = None
    pairs: tuple[Copy, ...] = ()
    grounds: tuple[tuple[str, str], ...] = ()
    rebased: tuple[str, ...] = ()

    @property
    def signs(self) -> float:
        """How often the logs speak for it: cited, clicked, quoted, copied, or its answer liked."""
        return float(sum(self.evidence.get(name, 0) for name in FOR))

    @property
    def weight(self) -> float:
        """How often the question was asked, 0 where nothing was counted."""
        return self.query.weight or 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """Whose queue it is, and on what terms. again: offer what others decided and what copies settle, too. share: this judge's.

    audit: offer this judge's own grades again, blind, and keep what is said apart: it measures, and changes no label.
    held_out: ids of the queries of a frozen set that is gone through in place of `dev`, blind; disputed pairs are offered then.
    """

    judge: str
    scale: Scale
    pairs: Pairs
    texts: Mapping[str, Chunk]
    again: bool = False
    share: Share = field(default_factory=Share)
    audit: bool = False
    held_out: frozenset[str] = frozenset()

    @property
    def role(self) -> Role:
        """What this judge's verdicts are."""
        return "audit" if self.audit else "judge"

    def role_for(self, query: str, label: Label | None) -> Role:
        """What a verdict on a pair is: one on a disputed pair of a held-out query settles it. label: the pair's now."""
        settles = query in self.held_out and label is not None and label.disputed
        return "adjudicate" if settles else self.role


def candidates(
    query: Query, lines: Iterable[Judgment], labels: Mapping[str, Label], reviewer: Reviewer
) -> tuple[Item, ...]:
    """The pairs of a query that this judge is still to look at, by chunk id.

    lines: the query's judgments, in any order. labels: what they fold to. Candidates are proposals, and near-duplicates that
    differ from a chunk judged relevant. Left out is what this judge decided and, unless `again`, what anybody decided or a safe
    copy settles.
    """
    if reviewer.audit:
        return _audited(query, list(lines), reviewer)
    by_chunk: dict[str, list[Judgment]] = defaultdict(list)
    for line in lines:
        if line.role != "audit":
            by_chunk[line.chunk].append(line)
    different = differences(labels, reviewer.pairs, reviewer.scale)
    about = {*by_chunk, *labels, *different}
    found = []
    for chunk in sorted({*by_chunk, *different}):
        own, others = by_chunk.get(chunk, []), different.get(chunk, ())
        role = reviewer.role_for(query.id, labels.get(chunk))
        mine = standing(own, reviewer.judge, role).get((query.id, chunk))
        if _is_open(own, labels.get(chunk), others, mine, reviewer):
            item = item_of(query, chunk, own, reviewer, others)
            item = replace(item, postponed=None if mine is None else mine.at)
            found.append(replace(item, pairs=pairs_among(chunk, about, reviewer.pairs)))
    return tuple(found)


def _audited(query: Query, lines: list[Judgment], reviewer: Reviewer) -> tuple[Item, ...]:
    """The pairs that this judge graded and has not judged again; who else judged them is not told."""
    again = standing(lines, reviewer.judge, "audit")
    open_ones = [
        (chunk, again.get((name, chunk)))
        for (name, chunk), line in sorted(standing(lines, reviewer.judge).items())
        if line.grade is not None and ((name, chunk) not in again or again[name, chunk].reason == LATER)
    ]
    return tuple(
        replace(
            item_of(query, chunk, [line for line in lines if line.chunk == chunk], reviewer),
            others=(),
            postponed=None if put_off is None else put_off.at,
        )
        for chunk, put_off in open_ones
    )


def _is_open(
    lines: list[Judgment],
    label: Label | None,
    different: tuple[Difference, ...],
    mine: Judgment | None,
    reviewer: Reviewer,
) -> bool:
    """Whether this judge has something to do about a pair. mine: what they hold of it."""
    if not different and not any(line.reason in OPEN for line in _newest(lines)):
        return False
    if mine is not None and mine.reason != LATER:
        return False
    disputed = label is not None and label.disputed and bool(reviewer.held_out)
    return reviewer.again or disputed or label is None or label.status == "proposed"


def _newest(lines: Iterable[Judgment]) -> list[Judgment]:
    return newest_per(lines, lambda line: (line.by, f"{line.status}\n{line.batch or ''}"))


def item_of(
    query: Query,
    chunk: str,
    lines: Iterable[Judgment],
    reviewer: Reviewer,
    different: tuple[Difference, ...] = (),
) -> Item:
    """The item of a pair with all that is known about it. lines: its judgments."""
    newest = _newest(line for line in lines if line.role != "audit")
    open_proposals = [
        line for line in newest if line.status == "proposed" and line.reason is None and line.source != BLIND
    ]
    first = max(
        (line for line in newest if line.status == "proposed"), key=lambda line: line.priority or 0.0, default=None
    )
    return Item(
        query=query,
        chunk=chunk,
        passage=reviewer.texts.get(chunk),
        priority=(first.priority or 0.0) if first else 0.0,
        parts=_parts(first) if first in open_proposals else {},
        over_expected=_over_expected(first) if first in open_proposals else None,
        matched=_matched(open_proposals),
        rebased=why_rebased(open_proposals),
        evidence=combined_evidence(open_proposals),
        suggested=tuple((line.by, line.grade) for line in open_proposals if line.grade is not None),
        grounds=tuple(
            (line.by, quote) for line in open_proposals if isinstance(quote := line.metadata.get("quote"), str)
        ),
        differences=different,
        others=tuple(
            sorted(
                {line.by for line in newest if line.status == "decided" and line.grade is not None} - {reviewer.judge}
            )
        ),
    )


def blind(item: Item) -> Item:
    """The item without who judged it or what logs and tools say of it: nothing of a held-out query but the pair itself is shown."""
    return replace(
        item,
        evidence={},
        suggested=(),
        differences=(),
        others=(),
        parts={},
        over_expected=None,
        matched=None,
        rebased=(),
        query=replace(item.query, weight=None, provenance={}),
    )


def _parts(line: Judgment | None) -> JSON:
    found = line.metadata.get("priority") if line else None
    return found if isinstance(found, dict) else {}


def _over_expected(line: Judgment | None) -> float | None:
    found = line.metadata.get("coec") if line else None
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None


def _matched(lines: Iterable[Judgment]) -> str | None:
    return max(
        (kind for line in lines if (kind := line.metadata.get("matched")) in KINDS), key=KINDS.index, default=None
    )
