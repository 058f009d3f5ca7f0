"""Two frozen sets beside each other, for `goldkit.diff`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.library.given import Golden, Place, Time, burning_time, directory_of
from goldkit.results.versions import Versions
from goldkit.sets.burning import record_burned
from goldkit.sets.frozen import open_frozen
from goldkit.sets.resolve import is_frozen_directory, resolve_set
from goldkit.sets.versions import compare_versions
from goldkit.store.presence import frozen_names

BURNED = "diff --burn"


def versions(before: Place, after: Place, golden: Golden, burn: bool, at: Time | None) -> Versions:
    """What sets two frozen sets apart; which queries differ is recorded before it is told, and told only where `burn` asks.

    Raises UsageError for a place that is no frozen set and for `burn` without a time, DataError for a broken seal.
    """
    directory, time = directory_of(golden), burning_time(burn, at)
    old, new = (open_frozen(_place(given, directory.path)) for given in (before, after))
    told = directory.judgments_one_by_one() if directory.exists() else ()
    found = compare_versions(old, new, told, burn)
    if not burn:
        return found
    shown = {*found.added, *found.removed, *found.reworded, *(change.query for change in found.changes)}
    fresh = record_burned(resolve_set(str(after), directory.path), shown, time, BURNED)
    return replace(found, recorded=len(fresh))


def frozen_place(given: Place, golden: Path) -> Path | None:
    """The directory of the frozen set that a name of a golden directory, or a path, means; None where it means none."""
    if str(given) in frozen_names(golden):
        return golden / "frozen" / str(given)
    path = Path(given)
    return path if path.is_dir() and is_frozen_directory(path) else None


def _place(given: Place, golden: Path) -> Path:
    found = frozen_place(given, golden)
    if found is None:
        raise UsageError(f"{given}: no frozen set; goldkit diff compares two of them, or two run files")
    return found
