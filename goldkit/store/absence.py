"""What is said of a folder that holds no golden set."""

from __future__ import annotations

from pathlib import Path


def absence(path: Path) -> str:
    """Why there is nothing to read, and what makes a set; replies that were paid for may lie there already."""
    if any((path / "journal").glob("*.json")):
        return f"{path}: no question is written here yet, but replies of a model are kept: the same `goldkit generate` goes on"
    makers = "`goldkit mine`, `goldkit generate` or `goldkit import` makes one"
    return f"{path}: no golden directory here; {makers}, --golden names another"
