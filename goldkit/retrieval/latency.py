"""How long a pipeline takes."""

from __future__ import annotations

import math
from collections.abc import Iterable

SHOWN = (50, 95)
"""The percentiles that are told."""


def latency(milliseconds: Iterable[float]) -> dict[str, float]:
    """{"p50", "p95"}: the smallest of the times that at least so many per cent do not exceed; empty where there are none."""
    times = sorted(milliseconds)
    if not times:
        return {}
    return {f"p{share}": round(times[math.ceil(share / 100 * len(times)) - 1], 1) for share in SHOWN}
