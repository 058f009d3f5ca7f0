"""Where the positions of results begin, 0 or 1, told from all that were logged: it differs even inside one file."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.logs.tally import Tally
from goldkit.results.mine import Position


@dataclass(slots=True)
class _Counted:
    tally: Tally
    seen: int = 0
    zero: bool = False


class Positions:
    """The positions logged so far, by application."""

    def __init__(self) -> None:
        self._counted: dict[str, _Counted] = {}

    def count(self, application: str, position: int, tally: Tally) -> None:
        """One more position, of the file that the tally is of."""
        counted = self._counted.setdefault(application, _Counted(tally))
        counted.seen += 1
        counted.zero = counted.zero or position == 0

    def bases(self) -> dict[str, int]:
        """Application → 0 where any position 0 was logged, else 1; stated in the tally of the file that first shows it."""
        bases = {}
        for application, counted in self._counted.items():
            bases[application] = 0 if counted.zero else 1
            counted.tally.positions.append(Position(application, bases[application], counted.seen))
        return bases
