"""Texts to read beside a ranking: of a frozen set, of a golden directory by name or path, and of the corpus for the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goldkit.files import canonical
from goldkit.records import Chunk
from goldkit.sets.frozen import read_frozen
from goldkit.sets.scoreset import ScoreSet
from goldkit.sets.stored_texts import stored_texts
from goldkit.store.golden import GoldenDirectory


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    (directory.path / "chunks.jsonl").write_bytes(canonical.line(Chunk(id="c2", text="judged")))
    return directory.path


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(b"".join(canonical.line({"id": name, "text": "of the corpus"}) for name in ("c1", "c2", "c3")))
    return str(path)


def test_a_frozen_set_has_its_own_texts(golden: Path, frozen_folder: Callable[..., Path]) -> None:
    core = read_frozen(frozen_folder(golden / "frozen" / "core"))[0]
    assert stored_texts(core, "core", golden, None, ["c1", "c2"]) == {"c1": "one"}


def test_what_was_judged_goes_before_the_corpus(golden: Path, corpus: str) -> None:
    dev = ScoreSet(name="dev", queries=())
    for spec in ("dev", str(golden)):
        assert stored_texts(dev, spec, golden, None, ["c1", "c2"]) == {"c2": "judged"}
        assert stored_texts(dev, spec, golden, corpus, ["c1", "c2"]) == {"c1": "of the corpus", "c2": "judged"}


def test_a_foreign_set_has_none_but_those_of_a_corpus(golden: Path, corpus: str, tmp_path: Path) -> None:
    foreign = ScoreSet(name="gold", queries=())
    assert stored_texts(foreign, str(tmp_path / "gold.json"), golden, None, ["c1"]) == {}
    assert stored_texts(foreign, str(tmp_path / "gold.json"), golden, corpus, ["c1", "c9"]) == {"c1": "of the corpus"}
