"""The near-duplicates of a corpus as clusters, and the chunks that would do without the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from goldkit.duplicates.bands import Bands
from goldkit.duplicates.engine import ALONE, Engine
from goldkit.duplicates.widen import all_pairs
from goldkit.results.dedupe import Cluster, Deduped, Dropped
from goldkit.results.widen import WidenParameters
from goldkit.store.components import components

if TYPE_CHECKING:
    from goldkit.records import Chunk, Copy

CURVE = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""Jaccard similarities at which it is told how surely a pair is found."""


DEFAULTS = WidenParameters(bucket=100)
"""With buckets smaller than those of labelled chunks: here every member of one is asked for all others."""


def dedupe(
    corpus: Iterable[Chunk] | str, at: str, parameters: WidenParameters = DEFAULTS, engine: Engine = ALONE
) -> Deduped:
    """All near-duplicate pairs of a corpus, its clusters of chunks that say the same, and which of them are to spare.

    at: the time that goes into the pairs. The order of the chunks is no matter; of several with one id the last counts.
    """
    found = all_pairs(corpus, at, parameters, engine)
    same = [pair for pair in found.pairs if pair.verdict == "same" and pair.direction is None]
    bands = Bands(found.bands, found.rows)
    curve = tuple((similarity, bands.recall(similarity)) for similarity in CURVE)
    return Deduped(found=found, clusters=clusters(same), dropped=dropped(same), curve=curve)


def clusters(same: Sequence[Copy]) -> tuple[Cluster, ...]:
    """The connected components of `same` pairs, largest first, then by their smallest id."""
    joined: dict[str, set[str]] = defaultdict(set)
    for pair in same:
        joined[pair.a].add(pair.b)
        joined[pair.b].add(pair.a)
    together = components(joined)
    cluster_of = {member: place for place, members in enumerate(together) for member in members}
    least: dict[int, Copy] = {}
    for pair in sorted(same, key=lambda pair: (pair.jaccard, pair.a, pair.b)):
        least.setdefault(cluster_of[pair.a], pair)
    found = (Cluster(members=members, least=least[place]) for place, members in enumerate(together))
    return tuple(sorted(found, key=lambda cluster: (-len(cluster.members), cluster.members)))


def dropped(same: Sequence[Copy]) -> tuple[Dropped, ...]:
    """The chunks to spare: each says the same as one that is kept, so no text is lost by way of a chain of likenesses.

    In the order of their ids, a text is kept unless a kept one is the same by a pair of their own; of equal texts the smallest
    id stands for all. Of several kept ones the most similar is named, then the smallest.
    """
    first = {pair.b: pair.a for pair in same if pair.rule == "exact"}
    alike: dict[str, list[Copy]] = defaultdict(list)
    for pair in same:
        if pair.rule != "exact":
            alike[pair.a].append(pair)
            alike[pair.b].append(pair)
    gone: dict[str, Dropped] = {}
    for name in sorted(alike):
        reasons = [
            Dropped(id=name, kept=other, jaccard=pair.jaccard, rule=pair.rule)
            for pair in alike[name]
            if (other := pair.b if pair.a == name else pair.a) < name and other not in gone
        ]
        if reasons:
            gone[name] = min(reasons, key=lambda reason: (-reason.jaccard, reason.kept))
    for name, stands in first.items():
        why = gone.get(stands)
        gone[name] = (
            Dropped(id=name, kept=why.kept, jaccard=why.jaccard, rule=why.rule)
            if why
            else Dropped(id=name, kept=stands, jaccard=1.0, rule="exact")
        )
    return tuple(gone[name] for name in sorted(gone))
