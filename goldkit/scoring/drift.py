"""Drift: what a change did to a pipeline's results, before anybody has judged one of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from goldkit.errors import UsageError
from goldkit.formats.run_source import RunSource
from goldkit.records import Results
from goldkit.results.drift import Apart, Change, Drift, Spread, Vanished
from goldkit.scoring.order import rank
from goldkit.sets.coverage import reason_of
from goldkit.statistics.rank_biased_overlap import persistence, rank_biased_overlap


@dataclass(slots=True)
class _Side:
    """One run, of which only the first k of each query is held. ids: of the whole run. tied: queries with a tie at the cut.

    repeats: ids that came again within the first k.
    """

    name: str
    tops: dict[str, tuple[str, ...]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    tied: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    repeats: int = 0

    @property
    def queries(self) -> set[str]:
        return self.tops.keys() | self.failed


def drift(before: RunSource, after: RunSource, k: int, corpus: Collection[str] | None = None) -> Drift:
    """Compare two runs by their first k results. The order of a run stands; where it has only scores, they make it.

    A repeated id counts at its first rank. corpus: all ids of the corpus as it is now, to find those that vanished from it.
    Raises UsageError for two runs of one name or without a common query, DataError as the runs do.
    """
    if before.name == after.name:
        raise UsageError(f"both runs are named {before.name!r}; name them apart as `name=path`")
    old, new = _side(before, k, corpus is not None), _side(after, k, corpus is not None)
    if not old.queries & new.queries:
        raise UsageError(f"{before.name} and {after.name} have no query in common")
    p = persistence(k)
    shared = sorted(old.tops.keys() & new.tops.keys())
    changes = [_change(query, old.tops[query], new.tops[query], p) for query in shared]
    changed = [change for change in changes if old.tops[change.query] != new.tops[change.query]]
    reordered = sum(not (change.dropped or change.new) for change in changed)
    nothing = sum(change.overlap == 0 for change in changed)
    blind = _frozen(before) or _frozen(after)
    return Drift(
        before=before.name,
        after=after.name,
        k=k,
        p=p,
        queries=len(shared),
        overlap=_spread([change.overlap for change in changes]),
        kept=_spread([change.kept for change in changes]),
        rbo=_spread([change.rbo for change in changes]),
        same=len(changes) - len(changed),
        reordered=reordered,
        partly=len(changed) - reordered - nothing,
        nothing=nothing,
        changed=() if blind else tuple(sorted(changed, key=lambda found: (found.rbo, found.overlap, found.query))),
        tied=sum(change.query in old.tied | new.tied for change in changed),
        only={
            old.name: _apart(old.queries - new.queries, blind),
            new.name: _apart(new.queries - old.queries, blind),
        },
        failed={side.name: _apart(side.failed, blind) for side in (old, new)},
        depths={side.name: max(map(len, side.tops.values()), default=0) for side in (old, new)},
        repeats={side.name: side.repeats for side in (old, new)},
        vanished=() if corpus is None else tuple(_vanished(side, corpus) for side in (old, new)),
        blind=blind,
    )


def _frozen(run: RunSource) -> str | None:
    """The frozen set that a run's header says it was made for: nobody is to learn there which queries to look at."""
    made_for = run.header.get("set")
    return str(made_for.get("name")) if isinstance(made_for, dict) and made_for.get("digest") else None


def _apart(queries: set[str], blind: str | None) -> Apart:
    return Apart(count=len(queries), queries=() if blind else tuple(sorted(queries)))


def _side(run: RunSource, k: int, with_ids: bool) -> _Side:
    side = _Side(run.name)
    for results in run.results():
        if results.failed is not None:
            side.failed.add(results.query)
            continue
        side.tops[results.query] = _top(side, results, k)
        if with_ids:
            side.ids.update(results.chunks)
    return side


def _top(side: _Side, results: Results, k: int) -> tuple[str, ...]:
    chunks, scores = rank(side.name, results, not results.ordered)
    if len(scores) > k and scores[k - 1] == scores[k]:
        side.tied.add(results.query)
    top = tuple(dict.fromkeys(chunks[:k]))
    side.repeats += len(chunks[:k]) - len(top)
    return top


def _change(query: str, before: Sequence[str], after: Sequence[str], p: float) -> Change:
    old, new = set(before), set(after)
    common = len(old & new)
    return Change(
        query=query,
        overlap=common / len(old | new) if old or new else 1.0,
        kept=common / len(old) if old else 1.0,
        rbo=rank_biased_overlap(before, after, p),
        dropped=tuple(chunk for chunk in before if chunk not in new),
        new=tuple(chunk for chunk in after if chunk not in old),
    )


def _spread(values: Sequence[float]) -> Spread | None:
    """None where there is nothing to tell."""
    if not values:
        return None
    ordered = sorted(values)
    p5, p25, median = (ordered[math.ceil(share * len(ordered)) - 1] for share in (0.05, 0.25, 0.5))
    return Spread(mean=math.fsum(values) / len(values), least=ordered[0], p5=p5, p25=p25, median=median)


def _vanished(side: _Side, corpus: Collection[str]) -> Vanished:
    lacking = tuple(sorted(side.ids - set(corpus)))
    return Vanished(run=side.name, ids=len(side.ids), lacking=lacking, reason=reason_of(lacking, corpus))
