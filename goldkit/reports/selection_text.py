"""What `mine --select` chose, as plain text."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.reports.columns import columns, wrap
from goldkit.results.mine import MineResult
from goldkit.results.selection import Selection, Share

WIDTH = 100
MOST = 4
"""Groups of a kind that are shown; --json names all."""
HOW = {"frequency": "by frequency", "stratified": "stratified", "uncertain": "uncertain first"}
NO_CHANCE = (
    "Uncertain first: no question has a known chance of having been picked, so no score of these can be weighted to "
    "the traffic (score --weighted)."
)


def selection_lines(result: MineResult) -> list[str]:
    """The choice in a few lines and how it differs from the traffic; without one, what an earlier choice left to choose from."""
    if result.selection is not None:
        return _selected(result.selection)
    wait = f"waiting:   {counted(result.waiting, 'question')} that an earlier --select set aside; --select N chooses among all"
    return [wait] if result.waiting else []


def _selected(selection: Selection) -> list[str]:
    strata = f" in {counted(selection.strata, 'stratum')}".replace("stratums", "strata") if selection.strata > 1 else ""
    seed = "" if selection.by == "uncertain" else f", seed {selection.seed}"
    head = (
        f"selected:  {selection.drawn:,} of {counted(selection.population, 'question')}, {HOW[selection.by]}{strata}"
        f"{seed}: {selection.traffic:.0%} of what was asked"
    )
    lines = [head]
    if selection.drawn < selection.asked:
        lines.append(f"           there are no more: {selection.asked:,} were to be selected")
    if selection.returned:
        lines.append(f"           {selection.returned:,} of them had been set aside by an earlier selection")
    if selection.kept:
        lines.append(f"           {selection.kept:,} more stay: decided by a person, or frozen")
    if selection.aside:
        waits = (
            f"{selection.aside:,} set aside as not selected, their proposals kept; a larger --select brings them back"
        )
        lines.append(f"           {waits}")
    lines += columns([["", "of what was asked", "of the selection"], *_rows(selection.shares)], (False, True, True))
    return [*lines, *(wrap(NO_CHANCE, WIDTH) if selection.by == "uncertain" else [])]


def _rows(shares: tuple[Share, ...]) -> list[list[str]]:
    rows = []
    for by in dict.fromkeys(share.by for share in shares):
        own = [share for share in shares if share.by == by]
        largest = sorted(own, key=lambda share: (-share.traffic, share.name))[:MOST]
        shown = [share for share in own if share in largest]
        rows += [[f"           {by} {share.name}", f"{share.traffic:.0%}", f"{share.selection:.0%}"] for share in shown]
        if len(own) > MOST:
            rest = [share for share in own if share not in largest]
            traffic, selection = (sum(getattr(share, part) for share in rest) for part in ("traffic", "selection"))
            rows.append([f"           {by}: {len(rest)} more", f"{traffic:.0%}", f"{selection:.0%}"])
    return rows
