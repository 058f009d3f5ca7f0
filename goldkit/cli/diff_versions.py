"""`goldkit diff` of two frozen sets instead of two runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.cli.output import out, out_json, say
from goldkit.errors import UsageError
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.results.versions import Versions


def are_versions(specs: tuple[str, str], golden: Path) -> bool:
    """Whether both name frozen sets. Raises UsageError where only one does."""
    from goldkit.library.versions import frozen_place

    frozen = [frozen_place(spec, golden) is not None for spec in specs]
    if any(frozen) and not all(frozen):
        raise UsageError(
            f"{specs[frozen.index(False)]}: no frozen set; goldkit diff compares two of them, or two run files"
        )
    return all(frozen)


def print_versions(found: Versions, as_json: bool) -> None:
    """Print what differs, and how many queries were recorded as shown for it."""
    from goldkit.reports.versions_text import versions_text

    if found.burned:
        say(f"burned: {counted(found.recorded, 'query')}, recorded in split.jsonl")
    if as_json:
        out_json(found.to_dict())
    else:
        out(versions_text(found))
