"""The evidence of one question: of most chunks a log only says that they were shown, which takes one number here."""

from __future__ import annotations

import sys
from collections.abc import Iterator, MutableMapping

Evidence = dict[str, float]
"""Kind → count; `best_rank` → the smallest; `dwell_seconds` → the sum over `dwell_clicks` clicks."""
Pair = tuple[str, str]
"""(batch, chunk)"""
RANKS = 1 << 20
"""Ranks from here on are one; the rank 0 stands for none."""


class EvidenceTable(MutableMapping[Pair, Evidence]):
    """(batch, chunk) → evidence. What is given for a pair is a copy: `count` and `show` add to it, assigning replaces it."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, int | Evidence]] = {}

    def show(self, batch: str, chunk: str, rank: int | None) -> None:
        """A chunk was shown once more, at a rank where the log tells one."""
        row = self._rows.get(batch)
        if row is None:
            row = self._rows[batch] = {}
        now = row.get(chunk)
        place = 0 if rank is None else min(rank, RANKS - 1)
        if now is None:
            row[sys.intern(chunk)] = RANKS + place
        elif isinstance(now, int):
            best = now % RANKS
            row[chunk] = now + RANKS if not place or 0 < best <= place else now + RANKS - best + place
        else:
            now["shown"] = now.get("shown", 0) + 1
            if place:
                now["best_rank"] = min(place, now.get("best_rank", place))

    def count(self, batch: str, chunk: str, kind: str, more: float = 1) -> None:
        """So much more of a kind of evidence about a chunk."""
        row = self._rows.get(batch)
        if row is None:
            row = self._rows[batch] = {}
        now = row.get(chunk)
        if not isinstance(now, dict):
            now = row[sys.intern(chunk)] = {} if now is None else _opened(now)
        now[kind] = now.get(kind, 0) + more

    def __getitem__(self, pair: Pair) -> Evidence:
        now = self._rows[pair[0]][pair[1]]
        return dict(now) if isinstance(now, dict) else _opened(now)

    def __setitem__(self, pair: Pair, evidence: Evidence) -> None:
        packed = _packed(evidence)
        self._rows.setdefault(pair[0], {})[sys.intern(pair[1])] = dict(evidence) if packed is None else packed

    def __delitem__(self, pair: Pair) -> None:
        del self._rows[pair[0]][pair[1]]

    def __iter__(self) -> Iterator[Pair]:
        return ((batch, chunk) for batch, row in self._rows.items() for chunk in row)

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))


def _opened(packed: int) -> Evidence:
    shown, best = divmod(packed, RANKS)
    return {"shown": shown, "best_rank": best} if best else {"shown": shown}


def _packed(evidence: Evidence) -> int | None:
    """One number for what is only shown; None for more."""
    if evidence.keys() - {"shown", "best_rank"} or not evidence.get("shown"):
        return None
    return int(evidence["shown"]) * RANKS + min(int(evidence.get("best_rank", 0)), RANKS - 1)
