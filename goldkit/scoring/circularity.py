"""Do synthetic questions tell the same story as the log's? The difference of deltas, and of the words shared with the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from goldkit.results.circularity import Circularity, OriginGap, OriginWording
from goldkit.results.distance import Distance
from goldkit.scoring.compare import Change
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.slices import FEWEST
from goldkit.scoring.terms import Terms
from goldkit.sets.distance import Asked, distances
from goldkit.sets.scoreset import ScoreQuery, ScoreSet
from goldkit.statistics.gap import gap_blocks
from goldkit.statistics.interval import shifts
from goldkit.store.texts import Texts, meant
from goldkit.text.shared import shared_words

ORIGINS = ("log", "synthetic")


def circularity(
    scoreset: ScoreSet, scored: Denominator, found: Sequence[Change], measure: str, terms: Terms
) -> Circularity | None:
    """Log and synthetic queries side by side; None where either origin has too few queries to be tested, or shown."""
    queries = {origin: [query for query in scored.queries if query.origin == origin] for origin in ORIGINS}
    if min(map(len, queries.values())) < FEWEST:
        return None
    log, synthetic = (len({query.block for query in queries[origin]}) for origin in ORIGINS)
    return Circularity(
        measure=measure,
        log_blocks=log,
        synthetic_blocks=synthetic,
        gaps=tuple(_gaps(scored, [change for change in found if change.measure == measure], terms)),
        wording=tuple(_wording(scoreset, scored, queries)),
        distance=tuple(_distances(scoreset, scored, queries, terms)),
    )


def _gaps(scored: Denominator, changes: Sequence[Change], terms: Terms) -> list[OriginGap]:
    if not changes:
        return []
    places = [place for place, query in enumerate(scored.queries) if query.origin in ORIGINS]
    is_log = [scored.queries[place].origin == "log" for place in places]
    rows = [[change.row[place] for place in places] for change in changes]
    blocks = gap_blocks([terms.blocks[place] for place in places], rows, is_log)
    tested = shifts(blocks, terms.options.replicates, terms.options.seed)
    gaps = []
    for change, row, own in zip(changes, rows, tested, strict=True):
        low, high = own.interval(terms.level)
        log, synthetic = (_mean(row, [one is log for one in is_log]) for log in (True, False))
        gaps.append(
            OriginGap(
                baseline=change.baseline,
                run=change.run,
                log=log,
                synthetic=synthetic,
                gap=log - synthetic,
                interval=(max(-2.0, low), min(2.0, high)),
                p=own.p(0.0),
            )
        )
    return gaps


def _mean(row: Sequence[float], wanted: Sequence[bool]) -> float:
    own = [value for value, one in zip(row, wanted, strict=True) if one]
    return fsum(own) / len(own)


def _wording(
    scoreset: ScoreSet, scored: Denominator, queries: Mapping[str, Sequence[ScoreQuery]]
) -> list[OriginWording]:
    """Of each origin; none at all where either has too few queries with known texts."""
    found = []
    for origin in ORIGINS:
        shares = [_share(query, scored, scoreset.texts) for query in queries[origin]]
        known = [share for share in shares if share is not None]
        if len(known) < FEWEST:
            return []
        found.append(OriginWording(origin=origin, n=len(known), share=fsum(known) / len(known)))
    return found


def _distances(
    scoreset: ScoreSet, scored: Denominator, queries: Mapping[str, Sequence[ScoreQuery]], terms: Terms
) -> list[Distance]:
    """The figures of `status --synthetic`, of the queries that are scored."""
    asked = [
        Asked(origin=query.origin, block=query.block, text=query.text, near=_near(query, scored, scoreset.texts))
        for origin in ORIGINS
        for query in queries[origin]
    ]
    return distances(asked, fewest=FEWEST, replicates=terms.options.replicates, seed=terms.options.seed)


def _share(query: ScoreQuery, scored: Denominator, texts: Texts) -> float | None:
    """The mean over the relevant chunks whose text is known, so that having many of them makes no difference."""
    shares = [shared_words(query.text, text) for text in _near(query, scored, texts)]
    return fsum(shares) / len(shares) if shares else None


def _near(query: ScoreQuery, scored: Denominator, texts: Texts) -> list[str]:
    """The texts of the relevant chunks, of those whose text is known."""
    relevant = sorted(scored.truths[query.id].members)
    known = (meant(texts, chunk, query.labels[chunk].text_sha256) for chunk in relevant)
    return [text for text in known if text is not None]
