"""What shows that a golden directory, or a frozen set, is there, without reading either."""

from __future__ import annotations

from pathlib import Path

APPENDED = (
    "judgments.jsonl",
    "copies.jsonl",
    "split.jsonl",
    "batches.jsonl",
    "ledger.jsonl",
    "rejected.jsonl",
    "dev-log.jsonl",
)
MANIFEST = "manifest.json"


def is_there(path: Path) -> bool:
    """Whether a folder holds any file of a golden set."""
    return any((path / name).is_file() for name in ("goldkit.json", "queries.jsonl", *APPENDED))


def frozen_names(path: Path) -> list[str]:
    """The names of the frozen sets of a golden directory, sorted. A leading dot marks one that was being written."""
    folder = path / "frozen"
    if not folder.is_dir():
        return []
    return sorted(part.name for part in folder.iterdir() if part.is_dir() and not part.name.startswith("."))
