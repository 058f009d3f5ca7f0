"""Log and synthetic questions side by side, as text."""

from __future__ import annotations

from goldkit.phrases import signed
from goldkit.reports.columns import columns
from goldkit.reports.verdicts import span
from goldkit.results.circularity import Circularity, OriginGap
from goldkit.results.score import ScoreResult

FEW_BLOCKS = 20
"""Independent groups that each origin must have before a gap is called one."""


def circularity_lines(result: ScoreResult) -> list[str]:
    """A line a run, and the words that questions share with their answers; none where an origin has too few queries."""
    found = result.circularity
    if found is None or not (found.gaps or found.wording):
        return []
    title = f"log against synthetic questions, {found.measure}: deltas against {result.method.baseline}, and how far apart they are"
    rows = [["", "log", "synthetic", "apart", "interval", ""]]
    rows += [
        [gap.run, signed(gap.log), signed(gap.synthetic), signed(gap.gap), span(gap.interval), story(found, gap)]
        for gap in found.gaps
    ]
    right = [False, True, True, True, True, False]
    body = [f"  {line}" for line in columns(rows, right)] if found.gaps else []
    return [*([title] if found.gaps else []), *body, *_wording(found)]


def story(found: Circularity, gap: OriginGap) -> str:
    """What a gap means, in a few words."""
    fewest = min(found.log_blocks, found.synthetic_blocks)
    if fewest < FEW_BLOCKS:
        return f"too few to tell ({fewest} groups)"
    if gap.interval[0] > 0:
        return "synthetic ones undersell it"
    return "synthetic ones flatter it" if gap.interval[1] < 0 else "within noise"


def _wording(found: Circularity) -> list[str]:
    if not found.wording:
        return []
    shares = ", ".join(f"{one.origin} {one.share:.0%} ({one.n})" for one in found.wording)
    return [f"words of a question that its relevant chunks have too, on average: {shares}"]
