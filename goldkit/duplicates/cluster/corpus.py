"""A corpus by names and globs of Parquet and JSONL files, on disks or in object stores: from its rows to sketches and to chunks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.frames import Frame, Frames
from goldkit.duplicates.cluster.scratch import Scratch
from goldkit.duplicates.sketches import Sketches, sketched
from goldkit.errors import Problem, UsageError
from goldkit.files.canonical import encode
from goldkit.files.jsonl import decoder, parse_lines
from goldkit.files.parquet import finite
from goldkit.formats.chunk_rows import ChunkRows
from goldkit.phrases import excerpt
from goldkit.records import Chunk

if TYPE_CHECKING:
    from goldkit.results.widen import WidenParameters

PLACE = "goldkit: file"
"""The column that tells of which file a row is."""

PARQUET = (".parquet", ".pq")
LINES = (".jsonl", ".ndjson", ".json", ".jsonl.gz", ".jsonl.zst", ".ndjson.gz", ".ndjson.zst")

AT_ONCE = 4096
"""Chunks of a block of sketches."""


def rows_of(frames: Frames, paths: str) -> Frame:
    """The rows of a corpus. paths: a name or a glob, or several with commas between. Raises UsageError for other kinds of files."""
    names = paths.split(",")
    for ends, read in ((PARQUET, frames.parquet), (LINES, frames.lines)):
        if all(name.lower().endswith(ends) for name in names):
            return read(names, PLACE)
    raise UsageError(
        f"--corpus {paths}: Daft reads Parquet (*.parquet) or JSON lines (*.jsonl, *.jsonl.gz, *.jsonl.zst)"
    )


def chunks_in(batch: Columns) -> Iterator[tuple[Chunk | None, Problem | None]]:
    """The chunk of each row that makes one, or what is wrong with it."""
    values = _lines(batch) if set(batch) == {"text", PLACE} else _parquet(batch)
    known: dict[str, ChunkRows] = {}
    for path, place, value, error in values:
        if error is not None:
            yield None, Problem(path, None, f"in {place} {error}", "one JSON object a line")
            continue
        rows = known.setdefault(path, ChunkRows(path))
        chunk = rows.take(place, value)
        yield chunk, None if chunk else rows.problems[-1]


def _lines(batch: Columns) -> Iterator[tuple[str, str, Any, str | None]]:
    texts, paths = batch["text"], batch[PLACE]
    for line in parse_lines(text.lstrip("\ufeff").encode() + b"\n" for text in texts):
        yield paths[line.number - 1], f"the line {excerpt(line.raw.decode())}", line.value, line.error


def _parquet(batch: Columns) -> Iterator[tuple[str, str, Any, str | None]]:
    columns = {name: column if isinstance(column, list) else column.tolist() for name, column in batch.items()}
    paths = columns.pop(PLACE)
    for path, values in zip(paths, zip(*columns.values(), strict=True), strict=True):
        row = {name: finite(value) for name, value in zip(columns, values, strict=True)}
        yield path, f"the row {excerpt(str(row))}", row, None


@dataclass(frozen=True, slots=True)
class Sketch:
    """Work: from rows of the corpus to one row a chunk, its sketch left in a block of the scratch folder."""

    scratch: Scratch
    parameters: WidenParameters

    gives: ClassVar[Kinds] = {
        "id": "text",
        "document": "text",
        "digest": "bytes",
        "shingles": "integer",
        "words": "integer",
        "block": "text",
        "at": "integer",
        "labelled": "flag",
        "problem": "text",
    }

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        chunks, problems = [], []
        for chunk, problem in chunks_in(batch):
            if chunk is not None:
                chunks.append(chunk)
            elif problem is not None:
                problems.append(problem)
        made = self.of(chunks, labelled=False)
        bad = {name: [_NOTHING[kind]] * len(problems) for name, kind in self.gives.items()}
        bad["problem"] = [json.dumps(asdict(problem)) for problem in problems]
        return {name: [*made[name], *bad[name]] for name in self.gives}

    def of(self, chunks: list[Chunk], labelled: bool) -> dict[str, Any]:
        """The rows of chunks."""
        digests = [sha256(chunk.text.encode("utf-8", "surrogatepass")).digest() for chunk in chunks]
        texts: dict[bytes, str] = {}
        for digest, chunk in zip(digests, chunks, strict=True):
            texts.setdefault(digest, chunk.text)
        place = {digest: at for at, digest in enumerate(texts)}
        block = sketched(list(texts.values()), self.parameters)
        at = np.array([place[digest] for digest in digests], np.int64)
        return {
            "id": [chunk.id for chunk in chunks],
            "document": [chunk.id if chunk.doc_id is None else chunk.doc_id for chunk in chunks],
            "digest": digests,
            "shingles": np.diff(block.ends, prepend=0)[at].tolist(),
            "words": block.words[at].tolist(),
            "block": [put(self.scratch, block) if chunks else ""] * len(chunks),
            "at": at.tolist(),
            "labelled": [labelled] * len(chunks),
            "problem": [""] * len(chunks),
        }


_NOTHING: dict[str, Any] = {"text": "", "bytes": b"", "integer": 0, "flag": False}


def put(scratch: Scratch, block: Sketches) -> str:
    """Keep a block of sketches; returns its name."""
    return scratch.put({name: getattr(block, name) for name in _ARRAYS})


def get(scratch: Scratch, name: str) -> Sketches:
    """The block of a name."""
    arrays = scratch.get(name)
    return Sketches(*(arrays[name] for name in _ARRAYS))


_ARRAYS = ("digests", "hashes", "ends", "words", "signatures")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Work: from rows of the corpus to the chunks with some ids, which lie in the scratch folder."""

    scratch: Scratch
    names: str

    gives: ClassVar[Kinds] = {"chunk": "bytes"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        wanted = frozenset(self.scratch.shared(self.names)["names"].tolist())
        found = (chunk for chunk, _ in chunks_in(batch) if chunk is not None)
        return {"chunk": [encode(chunk) for chunk in found if digest_of(chunk.id) in wanted]}


def digest_of(name: str) -> bytes:
    """Stands for an id where many are looked up."""
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32].encode()


def chunks_named(corpus: Frame, names: frozenset[str], scratch: Scratch) -> Iterator[Chunk]:
    """The chunks of the corpus with these ids."""
    if not names:
        return
    kept = scratch.put({"names": np.array(sorted(map(digest_of, names)))})
    read = decoder(Chunk)
    for (line,) in corpus.mapped(Wanted(scratch, kept), AT_ONCE).rows():
        yield read(line)
