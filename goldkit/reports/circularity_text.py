"""Log and synthetic questions side by side, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.phrases import signed
from goldkit.reports.columns import columns
from goldkit.reports.distance_text import FEW_BLOCKS, distance_lines, too_few
from goldkit.reports.verdicts import span

if TYPE_CHECKING:
    from goldkit.results.circularity import Circularity, OriginGap
    from goldkit.results.score import ScoreResult


def circularity_lines(result: ScoreResult) -> list[str]:
    """A line a run, and the words that questions share with their answers; none where an origin has too few queries."""
    found = result.circularity
    if found is None or not (found.gaps or found.wording):
        return []
    title = f"log against synthetic questions, {found.measure}: deltas against {result.method.baseline}, and how far apart they are"
    rows = [["", "log", "synthetic", "apart", "interval", ""], *gap_rows(found)]
    right = [False, True, True, True, True, False]
    body = [f"  {line}" for line in columns(rows, right)] if found.gaps else []
    apart = (
        ["the questions themselves, log against synthetic:", *distance_lines(found.distance)] if found.distance else []
    )
    return [*([title] if found.gaps else []), *body, *(apart or wording_lines(found))]


def gap_rows(found: Circularity) -> list[list[str]]:
    """Run, delta on each origin, how far apart, the interval of that, and what it means."""
    return [
        [gap.run, signed(gap.log), signed(gap.synthetic), signed(gap.gap), span(gap.interval), story(found, gap)]
        for gap in found.gaps
    ]


def story(found: Circularity, gap: OriginGap) -> str:
    """What a gap means, in a few words."""
    fewest = min(found.log_blocks, found.synthetic_blocks)
    if fewest < FEW_BLOCKS:
        return too_few(fewest)
    if gap.interval[0] > 0:
        return "synthetic ones undersell it"
    return "synthetic ones flatter it" if gap.interval[1] < 0 else "within noise"


def wording_lines(found: Circularity) -> tuple[str, ...]:
    """The words that questions share with their answers, in one sentence; none where no texts are known."""
    if not found.wording:
        return ()
    shares = ", ".join(f"{one.origin} {one.share:.0%} ({one.n})" for one in found.wording)
    return (f"words of a question that its relevant chunks have too, on average: {shares}",)
