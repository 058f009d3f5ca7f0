"""The queue: what a judge is shown next, and why just that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from goldkit.phrases import plural
from goldkit.records import Chunk, Judgment, Label, Query
from goldkit.review.candidates import Item, Reviewer, blind, candidates
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.golden import GoldenSet
from goldkit.sets.pooling import pooled_chunks, step
from goldkit.sets.unanswerable import unanswerable_by_hand
from goldkit.store.fold import fold
from goldkit.store.moments import moment
from goldkit.store.newest import newest
from goldkit.store.pairs import Pairs
from goldkit.store.texts import texts_of

Rank = tuple[float, float, float]


def queue(
    golden: GoldenSet, judgments: Sequence[Judgment], judge: str, texts: Mapping[str, Chunk], again: bool = False
) -> tuple[Item, ...]:
    """Everything a judge is still to look at, in order. The order of `judgments` is no matter.

    texts: chunk id → the chunk as it is now (see goldkit.review.texts). again: offer what others decided, too. Queries that are
    set aside or embargoed are not in it, and of frozen ones only what was pooled for their set.
    """
    reviewer = Reviewer(judge=judge, scale=golden.settings.scale, pairs=golden.folded.pairs, texts=texts, again=again)
    return ordered(waiting(golden, by_query(judgments), reviewer), current_query(judgments, judge))


def waiting(
    golden: GoldenSet, lines: Mapping[str, Sequence[Judgment]], reviewer: Reviewer
) -> dict[str, tuple[Item, ...]]:
    """Query id → its items still to judge, for each query of `dev` or with a pooled chunk. lines: query id → its judgments.

    Where a frozen set is gone through, its queries alone.
    """
    labels = golden.folded.labels
    held_out = [golden.queries[name] for name in sorted(reviewer.held_out & golden.queries.keys())]
    return {
        query.id: items(golden, query, lines.get(query.id, ()), labels.get(query.id, {}), reviewer)
        for query in (held_out if reviewer.held_out else (*golden.dev(), *_pooled(golden, lines)))
    }


def items(
    golden: GoldenSet, query: Query, lines: Sequence[Judgment], labels: Mapping[str, Label], reviewer: Reviewer
) -> tuple[Item, ...]:
    """One query's items still to judge; of a frozen query, unless its set is gone through, only what was pooled for it, and blind;
    of one that nothing answers none.

    None either of a query that is another judge's; of one that is everybody's what others decided, too.
    """
    if unanswerable_by_hand(query) or not reviewer.share.has(query.id):
        return ()
    if reviewer.share.for_all(query.id):
        reviewer = replace(reviewer, again=True)
    found = candidates(query, lines, labels, reviewer)
    side = golden.sides.get(query.id)
    if side is None:
        return found
    if query.id in reviewer.held_out:
        return tuple(map(blind, found))
    pooled = pooled_chunks(lines)
    return tuple(blind(item) for item in found if item.chunk in pooled)


def _pooled(golden: GoldenSet, lines: Mapping[str, Sequence[Judgment]]) -> list[Query]:
    """The frozen queries with a chunk that was pooled for their set, sorted by id."""
    return [
        golden.queries[name]
        for name, side in sorted(golden.sides.items())
        if side != EMBARGOED and name in golden.queries and golden.queries[name].aside is None
        if pooled_chunks(lines.get(name, ()))
    ]


def ordered(waiting: Mapping[str, Iterable[Item]], current: str | None = None) -> tuple[Item, ...]:
    """Items of many queries in order: first what was not put off, then what was; in both, a query's items stay together.

    Queries go by their best item: priority, then signs of use in the logs, then how often they were asked, then id; the current
    one goes first, so that a query once begun is finished. What was put off goes by when, so that the next `later` moves on.
    What goes ahead (see sets.pooling.AHEAD) goes step by step; a query's items stay together within a step.
    """
    fresh: dict[tuple[int, str], list[Item]] = {}
    postponed: dict[str, list[Item]] = {}
    for name, items in waiting.items():
        for item in items:
            if item.postponed is None:
                fresh.setdefault((-step(item.priority), name), []).append(item)
            else:
                postponed.setdefault(name, []).append(item)
    first = sorted(fresh, key=lambda at: (at[0], at[1] != current, min(map(_rank, fresh[at])), at[1]))
    then = sorted(postponed, key=lambda name: (min(map(_put_off, postponed[name])), name))
    return (
        *(item for at in first for item in sorted(fresh[at], key=_place)),
        *(item for name in then for item in sorted(postponed[name], key=lambda item: (_put_off(item), _place(item)))),
    )


def first(waiting: Mapping[str, Iterable[Item]], current: str | None = None) -> Item | None:
    """The first item of `ordered`, without ordering the rest while the current query lasts; None where nothing waits."""
    here = [item for item in waiting.get(current or "", ()) if item.postponed is None]
    highest = max(
        (step(item.priority) for own in waiting.values() for item in own if item.postponed is None), default=0
    )
    here = [item for item in here if step(item.priority) == highest]
    if here:
        return min(here, key=_place)
    return next(iter(ordered(waiting, current)), None)


def current_query(judgments: Iterable[Judgment], judge: str) -> str | None:
    """The query that a judge spoke about last."""
    own = [line for line in judgments if line.by == judge and line.status == "decided"]
    return newest(own).query if own else None


def by_query(judgments: Iterable[Judgment]) -> dict[str, list[Judgment]]:
    """Judgments by query id."""
    lines: dict[str, list[Judgment]] = defaultdict(list)
    for line in judgments:
        lines[line.query].append(line)
    return lines


def refolded(lines: Sequence[Judgment], pairs: Pairs, golden: GoldenSet) -> Mapping[str, Label]:
    """One query's labels after a verdict, by chunk. lines: all its judgments."""
    chunks = {line.chunk for line in lines}
    near = [copy for copy in pairs.standing if copy.a in chunks or copy.b in chunks]
    reach = chunks.union(*((copy.a, copy.b) for copy in near))
    texts = texts_of(chunk for chunk in golden.chunks if chunk.id in reach)
    folded = fold(lines, near, golden.settings.scale, texts)
    return next(iter(folded.labels.values()), {})


def why(item: Item) -> str:
    """Why an item stands where it does, in words."""
    reasons = [f"priority {item.priority:g}{_sum(item)}"] if item.priority else []
    reasons += item.rebased
    if item.signs:
        reasons.append(f"{item.signs:g} {plural('sign', item.signs)} of use in the logs")
    if item.weight:
        reasons.append(f"asked {item.weight:g} {plural('time', item.weight)}")
    if item.differences:
        reasons.append(f"nearly the same as {item.differences[0].other}, which was judged relevant")
    if item.postponed is not None:
        reasons.append("put off before, so it comes last")
    return "; ".join(reasons) or "nothing puts it forward: by id"


def _sum(item: Item) -> str:
    """What the priority is made of, the largest parts first."""
    parts = [(value, name.replace("_", " ")) for name, value in item.parts.items() if isinstance(value, int | float)]
    said = [f"{name} {value:+g}" for value, name in sorted(parts, key=lambda part: (-abs(part[0]), part[1]))]
    return f" = {', '.join(said)}" if said else ""


def _rank(item: Item) -> Rank:
    return (-item.priority, -item.signs, -item.weight)


def _place(item: Item) -> tuple[Rank, str]:
    return (_rank(item), item.chunk)


def _put_off(item: Item) -> tuple[float, str]:
    return moment(item.postponed or "")
