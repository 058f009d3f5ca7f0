from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from goldkit.errors import DataError
from goldkit.sets.frozen import SEALED, open_frozen, read_frozen

FILES = (*SEALED, "manifest.json")


def test_the_set_scores_by_what_its_manifest_says(tmp_path: Path, frozen_folder: Callable[..., Path]) -> None:
    scored, manifest = read_frozen(frozen_folder(tmp_path / "core"))
    assert (scored.name, scored.k, scored.primary, scored.margin, scored.look_budget) == ("core", 5, "nDCG", 0.05, 7)
    assert scored.frozen and scored.digest == manifest.digest and scored.path == str(tmp_path / "core")
    assert set(scored.queries[0].labels) == {"c1", "c2"}
    assert [query.unanswerable for query in scored.queries] == [False, True]


def test_the_labels_knob_can_only_leave_the_derived_ones_out(
    tmp_path: Path, frozen_folder: Callable[..., Path]
) -> None:
    folder = frozen_folder(tmp_path / "core")
    counts = {
        counting: len(read_frozen(folder, counting)[0].queries[0].labels)
        for counting in ("decided", "derived", "llm", "proposed")
    }
    assert counts == {"decided": 1, "derived": 2, "llm": 2, "proposed": 2}


@pytest.mark.parametrize("name", FILES)
def test_any_changed_byte_is_noticed_and_the_file_named(
    name: str, tmp_path: Path, frozen_folder: Callable[..., Path]
) -> None:
    path = frozen_folder(tmp_path / "core") / name
    sealed = path.read_bytes()
    rng = random.Random(name)
    for at in {0, len(sealed) - 1, *(rng.randrange(len(sealed)) for _ in range(60))}:
        other = bytearray(sealed)
        other[at] ^= rng.randrange(1, 256)
        path.write_bytes(bytes(other))
        with pytest.raises(DataError) as error:
            read_frozen(path.parent)
        assert {problem.path for problem in error.value.problems} <= {str(tmp_path / "core" / file) for file in FILES}
        assert name == "manifest.json" or [problem.path for problem in error.value.problems] == [str(path)]
    path.write_bytes(sealed)
    read_frozen(path.parent)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("change", [lambda data: b"", lambda data: data[:-1], lambda data: data + b"\n"])
def test_a_shorter_or_longer_file_is_noticed(
    name: str, change: Callable[[bytes], bytes], tmp_path: Path, frozen_folder: Callable[..., Path]
) -> None:
    path = frozen_folder(tmp_path / "core") / name
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(DataError):
        read_frozen(path.parent)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(name: str, tmp_path: Path, frozen_folder: Callable[..., Path]) -> None:
    path = frozen_folder(tmp_path / "core") / name
    path.unlink()
    with pytest.raises(DataError, match=f"{name}: found no such file"):
        read_frozen(path.parent)


def test_everything_wrong_is_told_at_once(tmp_path: Path, frozen_folder: Callable[..., Path]) -> None:
    folder = frozen_folder(tmp_path / "core")
    (folder / "notes.txt").write_text("mine")
    (folder / "labels.jsonl").unlink()
    (folder / "queries.jsonl").write_bytes(b"{}\n")
    with pytest.raises(DataError) as error:
        read_frozen(folder)
    assert {Path(problem.path).name for problem in error.value.problems} == {
        "notes.txt",
        "labels.jsonl",
        "queries.jsonl",
    }


def test_a_newer_format_is_refused_by_name(tmp_path: Path, frozen_folder: Callable[..., Path]) -> None:
    with pytest.raises(DataError, match=r"format 2.*upgrade goldkit"):
        open_frozen(frozen_folder(tmp_path / "core", format=2))


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '"core"', "{", "[" * 100_000])
def test_a_manifest_that_is_none_is_refused(text: str, tmp_path: Path, frozen_folder: Callable[..., Path]) -> None:
    folder = frozen_folder(tmp_path / "core")
    (folder / "manifest.json").write_text(text)
    with pytest.raises(DataError, match=r"manifest\.json"):
        open_frozen(folder)


def test_no_directory_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no directory"):
        open_frozen(tmp_path / "nowhere")
