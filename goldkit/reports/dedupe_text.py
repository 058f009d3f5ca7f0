"""The near-duplicates of a corpus as plain text: what was found and how surely, and whether the threshold is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from goldkit.phrases import SOME, counted
from goldkit.records import Copy
from goldkit.reports.columns import columns
from goldkit.reports.widen_text import capped_lines, probability, reading, verdict_rows
from goldkit.results.dedupe import Cluster, Deduped
from goldkit.results.widen import WidenResult

WIDTH = 40
"""Cells of the longest bar of the histogram."""

REACH = 0.05
"""How far below the threshold a pair is worth showing."""

STEP = 5
"""Hundredths of Jaccard similarity in a bar."""


def dedupe_text(deduped: Deduped) -> str:
    """The whole report, with a final newline."""
    found = deduped.found
    lines = [
        f"{counted(found.corpus, 'chunk')}, {counted(found.texts, 'distinct text')} with words: "
        f"{counted(len(found.pairs), 'pair')} of near-duplicates",
        *columns(verdict_rows(found.rules), (False, True, False, False)),
        *_search(deduped),
        *_histogram(found),
        *_clusters(deduped.clusters),
        *_nearest(found),
        *capped_lines(found),
        "",
        _to_spare(found.corpus, len(deduped.dropped)),
    ]
    return "\n".join(lines) + "\n"


def _to_spare(chunks: int, dropped: int) -> str:
    if not dropped:
        return "no chunk says the same as another"
    others = f"each of the other {dropped:,}" if dropped > 1 else "the other one"
    return f"{counted(chunks - dropped, 'chunk')} would do: {others} says the same as one of them"


def _search(deduped: Deduped) -> list[str]:
    """How the pairs were looked for, and with what chance a pair is found."""
    found = deduped.found
    curve = [[f"  {similarity:g}", probability(chance)] for similarity, chance in deduped.curve]
    return [
        f"a pair has Jaccard {found.parameters.jaccard:g} or one holds {found.parameters.containment:g} of the other; "
        "every one is verified exactly",
        f"MinHash proposes them ({found.bands} bands × {found.rows} rows); at Jaccard … it does so with probability …",
        *columns(curve, (False, False)),
    ]


def _histogram(found: WidenResult) -> Iterator[str]:
    """Bars of the pairs of unequal texts by Jaccard similarity, those below the threshold (by containment) in one."""
    floor = int(found.parameters.jaccard * 100) // STEP * STEP
    places = [_place(pair.jaccard, floor) for pair in found.pairs if pair.rule != "exact"]
    if not places:
        return
    counts = Counter(places)
    most = max(counts.values())
    yield "by Jaccard similarity, equal texts aside:"
    yield from columns(
        [
            [f"  {_range(place, floor)}", f"{counts[place]:,}", "█" * -(-counts[place] * WIDTH // most)]
            for place in sorted(counts)
        ],
        (False, True, False),
    )


def _place(jaccard: float, floor: int) -> int:
    hundredths = int(jaccard * 100 + 1e-9) // STEP * STEP
    return -1 if hundredths < floor else min(hundredths, 100 - STEP)


def _range(place: int, floor: int) -> str:
    return f"below {floor / 100:.2f}" if place < 0 else f"{place / 100:.2f}–{(place + STEP) / 100:.2f}"


def _clusters(clusters: tuple[Cluster, ...]) -> Iterator[str]:
    if not clusters:
        return
    members = sum(len(cluster.members) for cluster in clusters)
    yield f"{counted(len(clusters), 'cluster')} of chunks that say the same, {members:,} chunks in all; the largest, with the least"
    yield "similar pair of each (if it should be none, the threshold is too low):"
    for cluster in clusters[:SOME]:
        rest = len(cluster.members) - 1
        yield f"  {cluster.members[0]} and {rest:,} more: {_pair(cluster.least)}"
    if len(clusters) > SOME:
        yield f"  … and {counted(len(clusters) - SOME, 'more cluster')}"


def _nearest(found: WidenResult) -> Iterator[str]:
    """The pairs that only just are pairs, those just below that are pairs by containment, and those that are none."""
    least = found.parameters.jaccard
    unequal = sorted(
        (pair for pair in found.pairs if pair.rule != "exact"), key=lambda pair: (pair.jaccard, pair.a, pair.b)
    )
    above = [pair for pair in unequal if pair.jaccard >= least]
    contained = [pair for pair in unequal[::-1] if least - REACH <= pair.jaccard < least]
    yield from _some(f"just above the threshold of {least:g}, so that a higher one would lose them:", above)
    yield from _some(f"just below {least:g}, but pairs by containment, which --containment decides:", contained)
    yield from _some(f"just below {least:g}, so no pairs; with a lower --jaccard they would be:", found.below)
    if above and not (contained or found.below):
        yield f"no two texts were found that are just below {least:g}"


def _some(title: str, pairs: Sequence[Copy]) -> Iterator[str]:
    if pairs:
        yield title
    for pair in pairs[:SOME]:
        yield f"  {pair.verdict}: {_pair(pair)}"


def _pair(pair: Copy) -> str:
    """A pair with its figure, its rule and the first readings that differ."""
    said = f"{pair.a} ~ {pair.b}  {pair.jaccard:.3f}"
    if pair.rule:
        said += f"  {pair.rule}"
    if pair.differs:
        said += f": {reading(pair.differs[0][0])} → {reading(pair.differs[0][1])}"
    return said
