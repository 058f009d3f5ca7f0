"""Corpora: every chunk a retriever can return, from whatever file the team has them in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem, UsageError, bad
from goldkit.files.jsonl import read_lines
from goldkit.files.parquet import read_rows
from goldkit.formats.beir_files import part_of
from goldkit.formats.chunk_rows import ID_KEYS, TEXT_KEYS, ChunkRows, Place
from goldkit.formats.folder import is_text, read_folder
from goldkit.formats.sniff import Head, head
from goldkit.formats.whole_json import read_json
from goldkit.records import Chunk


def read_corpus(path: str | Path) -> Iterator[Chunk]:
    """The chunks of a corpus, in file order, each with the sha256 of its text. What the path is, its content tells:

    - JSON lines (plain, .gz, .zst), or a JSON list of objects: `_id`, `id` or `chunk_id`; `text`, `contents` or `page_content`;
      optional `doc_id`, `title`, `start`, `end`, `metadata`; everything else is kept in `unknown`;
    - one JSON object from id to text, or from id to such an object;
    - a BEIR folder (its corpus.jsonl), or a folder of .md and .txt files, one chunk each, named by its path in the folder;
    - Parquet with such columns (needs pyarrow); rows of AutoRAG's have `doc_id` and `contents` in place of id and text;
    - a folder of dataset hubs: the Parquet files of its corpus, in one piece or several, or of the folder where it has no texts.

    Ids are kept to the byte; whole numbers become strings. An empty text is a chunk. Raises UsageError when there is no such
    path or it is a pipe, and DataError with all problems (missing or repeated ids, wrong types, broken lines), after the last
    good chunk was yielded; a corpus without any chunk is an error too.
    """
    path, pieces = Path(path), _files_of(Path(path))
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise UsageError(
            f"{path}: a pipe or a device, which can be read only once; write its lines to a file and name that"
        )
    rows = ChunkRows(path)
    empty = True
    for piece in pieces:
        rows.begin(piece)
        for place, row in _rows(piece, rows.problems):
            chunk = rows.take(place, row)
            if chunk is not None:
                empty = False
                yield chunk
    if rows.problems:
        raise DataError(rows.problems)
    if empty:
        raise bad(path, None, "no chunks", "at least one chunk")


def _files_of(path: Path) -> tuple[Path, ...]:
    """The corpus files of a folder as BEIR or dataset hubs lay it out; the path itself otherwise."""
    if not path.is_dir():
        return (path,)
    found = part_of(path, "corpus")
    if found or any(is_text(file, path) for file in path.rglob("*")):
        return found or (path,)
    return tuple(sorted(path.rglob("*.parquet"))) or (path,)


def _rows(path: Path, problems: list[Problem]) -> Iterator[tuple[Place, Any]]:
    """The rows of a corpus, each with its place; what keeps the reading from going on joins the problems."""
    try:
        if path.is_dir():
            yield from read_folder(path, problems)
            return
        start = head(path)
        if start.parquet:
            yield from ((("row", number), row) for number, row in read_rows(path))
        elif start.whole_json or _one_line_mapping(start):
            yield from _values(read_json(path))
        elif not start.first.startswith(b"{") and not start.second.startswith(b"{"):
            raise bad(
                path, 1, "no JSON", "a corpus: JSON lines, a JSON object, Parquet, or a folder of .md and .txt files"
            )
        else:
            yield from _lines(path, problems)
    except DataError as error:
        problems.extend(error.problems)


def _one_line_mapping(start: Head) -> bool:
    """Whether the file's one line is an object from ids to texts, not a chunk: all values texts, no key of a chunk."""
    if start.second or not isinstance(start.value, dict) or not start.value:
        return False
    if any(key in start.value for key in (*ID_KEYS, *TEXT_KEYS)):
        return False
    return all(isinstance(value, str | dict) for value in start.value.values())


def _lines(path: Path, problems: list[Problem]) -> Iterator[tuple[Place, Any]]:
    for line in read_lines(path):
        if line.error is None:
            yield line.number, line.value
        else:
            problems.append(Problem(str(path), line.number, line.found, "one JSON object a line"))


def _values(value: Any) -> Iterator[tuple[Place, Any]]:
    if isinstance(value, list):
        yield from ((("entry", number), row) for number, row in enumerate(value, 1))
        return
    for name, item in value.items():
        row = {"_id": name} | item if isinstance(item, dict) else {"_id": name, "text": item}
        yield f"the entry {name!r}", row
