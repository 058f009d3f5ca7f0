"""The ledger and the dev log read as one story, a run a line."""

from __future__ import annotations

from goldkit.errors import DataError
from goldkit.files import canonical
from goldkit.records import Look
from goldkit.results.history import Scored
from goldkit.sets.frozen import open_frozen
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment

SHORT = 12
"""Signs of a digest that stand for a frozen set which is not there."""


def history(golden: GoldenDirectory) -> list[Scored]:
    """Every run in the order of time. What merged branches both wrote is told once."""
    names = _names(golden)
    found: list[Scored] = []
    looks = sorted(
        [*golden.ledger(), *golden.dev_log()], key=lambda line: (moment(line.at), line.look, canonical.encode(line))
    )
    seen: set[tuple[str, str, str]] = set()
    for look in looks:
        for run in look.runs:
            key = look.set, str(run.get("digest")), str(run.get("figures")) if not look.look else ""
            if key not in seen:
                seen.add(key)
                found.append(_scored(look, run, names))
    return found


def _scored(look: Look, run: dict[str, object], names: dict[str, str]) -> Scored:
    told, commit = run.get("figures"), run.get("commit") or look.commit
    figures = {name: mean for name, mean in told.items() if _is_number(mean)} if isinstance(told, dict) else {}
    order = [name for name in look.measures if name in figures]
    return Scored(
        at=look.at,
        set=names.get(look.set, look.set[:SHORT]),
        look=look.look or None,
        run=str(run.get("name", "")),
        commit=str(commit) if commit else None,
        figures={name: float(figures[name]) for name in [*order, *sorted(figures.keys() - set(order))]},
        verdict=str(run.get("verdict", "")),
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _names(golden: GoldenDirectory) -> dict[str, str]:
    """Digest → name of the frozen sets that are there and whole."""
    names = {}
    for name in golden.frozen_names():
        try:
            names[open_frozen(golden.path / "frozen" / name).manifest.digest] = name
        except DataError:
            continue  # check tells
    return names
