"""How small a difference a set can see, in words, and what that assumes: no run was scored for it."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.results.status import Visible


def least_words(visible: Visible) -> str:
    """The smallest difference, by each spread: "0.124 or 0.174"."""
    return " or ".join(f"{difference:.3f}" for difference in visible.differences.values())


def sample_words(visible: Visible) -> str:
    """What it is seen by: "75 queries in 45 blocks"."""
    return f"{counted(visible.queries, 'query')} in {counted(visible.blocks, 'block')}"


def assumption(visible: Visible) -> str:
    """Which spread is assumed: that of two real runs may be another."""
    spreads = " or ".join(f"{spread:g}" for spread in visible.differences)
    return f"assuming that deltas spread by {spreads} from query to query; `goldkit score` measures it"
