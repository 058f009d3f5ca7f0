"""Where the parts of a BEIR set lie: in the folder of the original, or in one as dataset hubs lay them out in Parquet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from goldkit.errors import UsageError, bad

PACKED = ("", ".gz", ".zst")
JUDGMENTS = ("qrels", "default", "data")
"""What the folder of judgments is called: BEIR's own name, and those of hubs."""
PIECE = re.compile(r"-\d+-of-\d+$")
NUMBER = re.compile(r"\d+")
ROOT = ("train", "dev", "validation", "test")
"""Splits whose judgments may lie in the folder itself."""


@dataclass(frozen=True, slots=True)
class BeirFiles:
    """The files of one split, each part in as many pieces as it has, in order. folder: where they lie."""

    folder: Path
    qrels: tuple[Path, ...]
    queries: tuple[Path, ...]
    corpus: tuple[Path, ...]


def find_files(path: Path, split: str | None) -> BeirFiles:
    """The files of a split: the named one, else the only one, else `test`. path: the folder, or one file of judgments.

    Raises UsageError when the split is not clear or not there, DataError for a folder without judgments.
    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if path.is_file():
        if split is not None:
            raise UsageError(f"{path} is one file, so no split can be chosen; name the folder instead")
        folder = path.parent.parent if path.parent.name in JUDGMENTS else path.parent
        return BeirFiles(folder, (path,), part_of(folder, "queries"), part_of(folder, "corpus"))
    splits = _splits(path)
    if not splits:
        raise bad(path, None, "a folder without qrels/<split>.tsv or .parquet", "a BEIR folder")
    chosen = split or (next(iter(splits)) if len(splits) == 1 else "test")
    if chosen not in splits:
        wanted = f"no split {split!r}" if split else "several splits and no `test` among them"
        raise UsageError(f"{path}: {wanted}; there are {', '.join(splits)}")
    return BeirFiles(path, tuple(splits[chosen]), part_of(path, "queries"), part_of(path, "corpus"))


def part_of(folder: Path, part: str) -> tuple[Path, ...]:
    """The files of the queries or the corpus: `part.jsonl`, `part.parquet`, or all Parquet below `part/`; () where none is."""
    for name in (*(f"{part}.jsonl{packed}" for packed in PACKED), f"{part}.parquet"):
        if (folder / name).is_file():
            return (folder / name,)
    below = folder / part
    return tuple(sorted(below.rglob("*.parquet"))) or tuple(sorted(folder.glob(f"{part}-*.parquet")))


def _splits(folder: Path) -> dict[str, list[Path]]:
    """Split → its files, sorted."""
    found: dict[str, list[Path]] = {}
    for name in JUDGMENTS:
        for file in _judgments((folder / name).rglob("*")):
            found.setdefault(_split_name(file), []).append(file)
    if not found:
        for file in _judgments(folder.glob("*")):
            if _split_name(file) in ROOT:
                found.setdefault(_split_name(file), []).append(file)
    return dict(sorted(found.items()))


def _judgments(files: Iterable[Path]) -> list[Path]:
    return sorted(file for file in files if file.is_file() and (".tsv" in file.suffixes or file.suffix == ".parquet"))


def _split_name(file: Path) -> str:
    """`test` of test.tsv.gz, test-00000-of-00002.parquet and test/0000.parquet."""
    name = PIECE.sub("", file.name.partition(".")[0] if file.suffix == ".parquet" else file.name.partition(".tsv")[0])
    return file.parent.name if NUMBER.fullmatch(name) and file.parent.name not in JUDGMENTS else name
