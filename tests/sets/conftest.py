from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goldkit.files import canonical
from goldkit.records import Chunk, Fact, FrozenQuery, Label
from goldkit.sets.frozen import digest_of

FREEZER = Callable[..., Path]


@pytest.fixture
def frozen_folder() -> FREEZER:
    """A function that seals a small frozen set in a folder by hand, without the code under test but for the digest."""

    def make(folder: Path, name: str = "core", **changes: object) -> Path:
        folder.mkdir(parents=True)
        contents = {
            "queries.jsonl": [
                FrozenQuery(id="q1", text="one?", origin="log", block="b1", facts=(Fact(any=("c1", "c2")),)),
                FrozenQuery(id="q2", text="two?", origin="manual", block="b2", answerable="no"),
            ],
            "labels.jsonl": [
                Label(query="q1", chunk="c1", grade=3, status="decided", judges=("ana",)),
                Label(query="q1", chunk="c2", grade=3, status="derived", derived_from="c1"),
            ],
            "chunks.jsonl": [Chunk(id="c1", text="one", sha256=canonical.sha256_text("one"))],
        }
        files = {}
        for file, records in contents.items():
            data = b"".join(map(canonical.line, records))
            (folder / file).write_bytes(data)
            files[file] = canonical.sha256_bytes(data)
        manifest = {
            "format": 1,
            "name": name,
            "at": "2026-12-01T10:00:00Z",
            "files": files,
            "k": 5,
            "scale": {"max": 3, "relevant_from": 2},
            "primary": "nDCG",
            "margin": 0.05,
            "look_budget": 7,
            "corpus": "0" * 64,
        } | changes
        (folder / "manifest.json").write_bytes(canonical.line(manifest | {"digest": digest_of(manifest)}))
        return folder

    return make
