"""The scale under a plot: where a value stands, and which few values are written below."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
"""Round distances between two ticks, times a power of ten."""
ROOM = 1.08
"""How much wider than what it shows a scale is."""
INNER = 0.88
"""Ticks of a scale of differences stand within this part of it, so that no label sticks out."""
LEAST = 0.01
"""Where nothing differs, a scale still reaches so far."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear scale from low to high. step: the distance of two ticks. signed: its values are differences."""

    low: float
    high: float
    step: float
    signed: bool = True

    def place(self, value: float) -> float:
        """Where a value stands, in percent of the width; values outside stand at the end."""
        return min(100.0, max(0.0, 100 * (value - self.low) / (self.high - self.low)))

    @property
    def ticks(self) -> list[float]:
        """The values written below, at most five."""
        low, high = (INNER * self.low, INNER * self.high) if self.signed else (self.low, self.high)
        first, last = math.ceil(low / self.step - 1e-9), math.floor(high / self.step + 1e-9)
        return [number * self.step for number in range(first, last + 1)]

    def label(self, value: float) -> str:
        """A tick's value with its sign and as many decimals as the step has."""
        decimals = next((count for count in range(4) if abs(round(self.step, count) - self.step) < 1e-9), 4)
        sign = "+" if self.signed else ""
        return f"{value:{sign}.{decimals}f}".replace("-", "−") if abs(value) > 1e-12 else "0"


def around_zero(values: Iterable[float]) -> Axis:
    """A scale as wide on both sides of zero, that holds all values; with two ticks on each side."""
    reach = max([LEAST, *(abs(value) for value in values)]) * ROOM
    return Axis(-reach, reach, _step(reach * INNER / 2))


def from_zero(values: Iterable[float]) -> Axis:
    """A scale from zero to 1, or to the largest value above that, with a little room on both sides."""
    reach = max([1.0, *values])
    room = reach * (ROOM - 1)
    return Axis(-room, reach + room, reach / 4 if reach == 1.0 else _step(reach / 4), signed=False)


def _step(most: float) -> float:
    """The largest round step that is not above `most`."""
    power = 10.0 ** math.floor(math.log10(most))
    return max(step * power for step in STEPS if step * power <= most * (1 + 1e-9))
