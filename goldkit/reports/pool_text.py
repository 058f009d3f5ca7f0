"""A pooling as plain text: what was pooled, what is left for a person to judge, and why that is worth it; about one screen."""

from __future__ import annotations

from goldkit.phrases import counted, signed
from goldkit.reports.columns import columns, wrap
from goldkit.results.pool import Comparison, Pooled

WIDTH = 100
WHY = (
    "Labels that were found with one system favour it: what only another finds is nobody's yet, and counts as wrong. "
    "Who judges is not told which run found a chunk, nor at which rank."
)
SEALED = (
    "The sealed set keeps its labels: what is judged now waits in the golden directory for a new version of the set. "
    "No query was burned and no look was counted."
)


AGAIN = (
    "What is likely to be relevant and would move a comparison is asked first. Pool again after every hundred judgments or so: "
    "what is asked next follows the answers, and it says when to stop."
)
ASSUMED = (
    "That holds for these queries, sampling error apart, if a pair judged relevant is a fact of its own and nothing that was not "
    "pooled is relevant."
)


def pool_text(pooled: Pooled) -> str:
    """The whole report, with a final newline. It names no query, and no run beside a count."""
    pairs = pooled.pairs
    searched = " and a word search (BM25)" if pooled.bm25 else ""
    missing = f"not in the corpus: {counted(pooled.lacking, 'chunk')}{_named(pooled)}" if pooled.lacking else ""
    rows = [
        ("judged", pairs.judged, "with a label that counts, their own or a copy's"),
        ("disputed", pairs.disputed, "judges are apart; an adjudication settles it (`goldkit check`)"),
        ("missing", pairs.missing, missing),
        ("copies", pairs.copies, "say the same as another that is asked, and follow it"),
        ("to judge", pairs.open, _asked(pooled)),
    ]
    lines = [
        f"{pooled.set}: the first {pooled.depth} of {counted(pooled.runs, 'run')}{searched}, "
        f"{counted(pairs.total, 'pair')} for {pooled.covered:,} of {counted(pooled.queries, 'query')}"
        + (f"; {pooled.unanswerable:,} more known to have no answer, left out" if pooled.unanswerable else ""),
        *columns([[f"  {name}", f"{count:,}", what] for name, count, what in rows if count], (False, True, False)),
        *wrap(WHY, WIDTH),
        *(line for comparison in pooled.comparisons for line in wrap(_compared(comparison), WIDTH)),
        *(wrap(AGAIN, WIDTH) if not all(comparison.settled for comparison in pooled.comparisons) else ()),
        *(wrap(ASSUMED, WIDTH) if pooled.comparisons else ()),
        *(wrap(SEALED, WIDTH) if pooled.frozen else ()),
    ]
    return "\n".join(lines) + "\n"


def _named(pooled: Pooled) -> str:
    named = f" ({pooled.lacking_named})" if pooled.lacking_named else ""
    return f"{named}; the ids differ by {pooled.reason}" if pooled.reason else named


def _compared(comparison: Comparison) -> str:
    """Whether judging may stop; of a frozen set neither which run is better nor where the delta lies."""
    which = f"{comparison.run} against {comparison.baseline}, {comparison.measure}"
    what = (
        f"however the {counted(comparison.holes, 'unjudged pair')} of {counted(comparison.queries, 'query')} are judged"
    )
    if comparison.low is None or comparison.high is None:
        where = f"the delta lies in an interval {comparison.width:.3f} wide (where, only a look shows)"
    else:
        where = f"the delta lies in [{signed(comparison.low)}, {signed(comparison.high)}]"
    if comparison.settled:
        better = f": {comparison.better} is better" if comparison.better else ""
        return f"{which}: settled{better}. {what.capitalize()}, {where}. Stop judging."
    narrows = f"the judgment asked first narrows that by about {comparison.next_narrows:.4f}"
    guess = "" if comparison.expected is None else f" {_guess(comparison)}"
    return f"{which}: open. {what.capitalize()}, {where}; {narrows}.{guess}"


def _guess(comparison: Comparison) -> str:
    return (
        f"Going by the {comparison.judged:,} judged so far, by which run alone found a pair and by how near its text is to "
        f"relevant ones, the delta ends at about {signed(comparison.expected or 0.0)} "
        f"(± {2 * (comparison.expected_error or 0.0):.3f})."
    )


def _asked(pooled: Pooled) -> str:
    if not pooled.pairs.open:
        return ""
    each = f"{pooled.pairs.open / pooled.asking:.1f} a query, at most {pooled.most}"
    return f"for {counted(pooled.asking, 'query')}, {each}; {pooled.new:,} new, {pooled.queued:,} in the queue before"
