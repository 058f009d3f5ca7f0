"""`goldkit generate --rejected`: the drafts that did not become questions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldkit.cli.output import out, out_json, say_all
from goldkit.errors import UsageError


def list_rejected(golden: Path, wanted: list[str] | None, reasons: list[str] | None, as_json: bool) -> None:
    """Print them, or only those of the wanted styles and reasons. Raises UsageError for a style or reason that is none."""
    from goldkit.generation.filters.catalogue import FILTERS
    from goldkit.llm.find_prompt import available
    from goldkit.reports.rejected_text import rejected_json, rejected_text
    from goldkit.sets.rejected import rejected as read
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    every = read(directory)
    _known("style", wanted, {draft.style for draft in every}, available())
    _known("reason", reasons, {draft.reason for draft in every}, [one.reason for one in FILTERS.values()])
    drafts = [
        draft for draft in every if (not wanted or draft.style in wanted) and (not reasons or draft.reason in reasons)
    ]
    say_all(directory.notices)
    if as_json:
        out_json(rejected_json(drafts))
    else:
        out(rejected_text(drafts))


def _known(option: str, wanted: list[str] | None, there: set[str], possible: Iterable[str]) -> None:
    """Raise UsageError for a style or reason that is none: no draft has it, and none could have it."""
    if strange := sorted(set(wanted or ()) - there - set(possible)):
        has = f"there are {', '.join(sorted(there))}" if there else "there are no rejected drafts"
        raise UsageError(f"--{option} {strange[0]}: no draft was rejected with it; {has}")
