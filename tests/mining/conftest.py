"""A golden directory that logs are mined into, with a fixed time and salt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goldkit.mining.known import known_in
from goldkit.mining.mine import mine
from goldkit.mining.options import MineOptions
from goldkit.mining.save import save_mined
from goldkit.records import Judgment
from goldkit.results.mine import MineResult
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
MAP = {
    "query": "q",
    "chunks": "docs",
    "feedback": "thumb",
    "cited": "cited",
    "id": "id",
    "time": "at",
    "session": "s",
    "conversation": "c",
}


class Mill:
    """Mines small logs into one golden directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.golden = GoldenDirectory(folder / "golden")

    def write(self, name: str, *records: Any) -> Path:
        path = self.folder / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return path

    def look(self, *logs: Path, at: str = AT, **more: Any) -> MineResult:
        """Mine without writing."""
        return mine(list(logs), known_in(self.golden), MineOptions(**more), at=at, salt=lambda: "salt")

    def mine(self, *logs: Path, at: str = AT, **more: Any) -> MineResult:
        result = self.look(*logs, at=at, **more)
        save_mined(self.golden, result)
        return result

    def rows(self, *records: Any, name: str = "log.jsonl", **more: Any) -> MineResult:
        """Mine records of the mapped form."""
        return self.mine(self.write(name, *records), mapping=MAP, **more)

    def evidence(self) -> dict[tuple[str, str], dict[str, Any]]:
        """(question text, chunk) → evidence added up as the fold does."""
        from goldkit.store.evidence import combined_evidence

        texts = {query.id: query.text for query in self.golden.queries()}
        pairs: dict[tuple[str, str], list[Judgment]] = {}
        for line in self.golden.judgments():
            pairs.setdefault((texts[line.query], line.chunk), []).append(line)
        return {pair: combined_evidence(lines) for pair, lines in pairs.items()}

    def digest(self) -> str:
        """Of every byte in the golden directory but the salt, which is drawn by chance."""
        digest = hashlib.sha256()
        for path in sorted(self.golden.path.rglob("*")):
            if path.name != ".salt":
                digest.update(path.name.encode() + (path.read_bytes() if path.is_file() else b""))
        return digest.hexdigest()


@pytest.fixture
def mill(tmp_path: Path) -> Mill:
    return Mill(tmp_path)


Make = Callable[..., MineResult]
