"""`goldkit diff` of two frozen sets instead of two runs."""

from __future__ import annotations

from pathlib import Path

from goldkit.cli.clock import now
from goldkit.cli.output import out, out_json, say
from goldkit.errors import UsageError
from goldkit.phrases import counted


def are_versions(specs: tuple[str, str], golden: Path) -> bool:
    """Whether both name frozen sets. Raises UsageError where only one does."""
    frozen = [_place(spec, golden) is not None for spec in specs]
    if any(frozen) and not all(frozen):
        raise UsageError(
            f"{specs[frozen.index(False)]}: no frozen set; goldkit diff compares two of them, or two run files"
        )
    return all(frozen)


def diff_versions(specs: tuple[str, str], golden: Path, burn: bool, as_json: bool) -> None:
    """Print what differs; what --burn shows is recorded before."""
    from goldkit.reports.versions_text import versions_text
    from goldkit.sets.burning import record_burned
    from goldkit.sets.frozen import open_frozen
    from goldkit.sets.resolve import resolve_set
    from goldkit.sets.versions import compare_versions
    from goldkit.store.golden import GoldenDirectory

    old, new = (open_frozen(_place(spec, golden) or spec) for spec in specs)
    directory = GoldenDirectory(golden)
    found = compare_versions(old, new, directory.judgments_one_by_one() if directory.exists() else (), burn)
    if burn:
        shown = {*found.added, *found.removed, *(change.query for change in found.changes)}
        fresh = record_burned(resolve_set(specs[1], golden), shown, now(), "diff --burn")
        say(f"burned: {counted(len(fresh), 'query')}, recorded in split.jsonl")
    if as_json:
        out_json(found.to_dict())
    else:
        out(versions_text(found))


def _place(spec: str, golden: Path) -> Path | None:
    from goldkit.sets.resolve import is_frozen_directory
    from goldkit.store.golden import GoldenDirectory

    if spec in GoldenDirectory(golden).frozen_names():
        return golden / "frozen" / spec
    return Path(spec) if Path(spec).is_dir() and is_frozen_directory(Path(spec)) else None
