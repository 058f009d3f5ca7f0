"""Whether the sign of a mean difference still hangs on a judgment."""

from __future__ import annotations

from typing import Literal

from goldkit.bounds.catalogue import Ends

Settled = Literal["after", "before", "tied", "open"]
ROUNDING = 1e-9


def settled(mean: Ends) -> Settled:
    """Which run is better however the holes are judged: the later one (`after`), the earlier one, neither (`tied`), or `open`.

    About these queries, under the assumptions of the bounds; it says nothing about other queries (sampling error). Bounds that are
    safe but not exact may delay it and never give a wrong sign.
    """
    if mean.low > ROUNDING:
        return "after"
    if mean.high < -ROUNDING:
        return "before"
    return "tied" if max(-mean.low, mean.high) <= ROUNDING else "open"
