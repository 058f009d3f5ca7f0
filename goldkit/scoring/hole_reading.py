"""What the bounds of a delta say, in words."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.results.holes import HolesDelta


def read_holes(delta: HolesDelta, primary: bool) -> str:
    """Which run is better however the holes are judged, or what it would take to know. primary: judgments were counted."""
    if delta.settled == "open":
        return _open(delta) if primary else "open"
    ahead, behind = (delta.run, delta.baseline) if delta.settled == "better" else (delta.baseline, delta.run)
    if delta.settled == "tied":
        return f"{ahead} and {behind} are level however the holes are judged"
    low, high = delta.copies or delta.interval
    risk = "" if low > 0 or high < 0 else ", unless some are copies of known facts"
    return f"{ahead} beats {behind} however the holes are judged{risk}"


def _open(delta: HolesDelta) -> str:
    if delta.judgments is None:
        return "open; the runs are level as judged now"
    return f"open; {counted(delta.judgments, 'judgment')} would settle it, if none finds a relevant chunk"
