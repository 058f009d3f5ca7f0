"""The other versions of a frozen set that lie beside it, and what they have in common."""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import DataError
from goldkit.sets.frozen import FrozenSet, open_frozen
from goldkit.sets.versions import alike
from goldkit.store.golden import GoldenDirectory


def shared_parts(path: Path, home: GoldenDirectory) -> dict[str, frozenset[str]]:
    """Name of the parent, and of each set made from this one → the ids of queries that both hold with the same labels."""
    names = [name for name in home.frozen_names() if name != path.name]
    if not names:
        return {}
    own = open_frozen(path)
    others = {name: other for name in names if (other := _opened(home.path / "frozen" / name)) is not None}
    return {
        name: alike(own, other)
        for name, other in others.items()
        if own.manifest.parent == other.manifest.digest or other.manifest.parent == own.manifest.digest
    }


def _opened(path: Path) -> FrozenSet | None:
    """The set, None where its seal is broken, which check tells."""
    try:
        return open_frozen(path)
    except DataError:
        return None
