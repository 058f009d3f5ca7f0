"""Writing a set as a BEIR folder: queries.jsonl, corpus.jsonl and qrels/<split>.tsv."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.files import canonical
from goldkit.files.atomic import replace_by
from goldkit.formats.beir import HEADER
from goldkit.formats.options import WriteOptions
from goldkit.records import JSON, Chunk
from goldkit.results.exported import ExportSet, Written

BREAKS = frozenset("\t\r\n")
CURE = "Give it another id, or export it as ranx, whose JSON carries any id."
FURTHER = ("doc_id", "start", "end")


def write_beir(exported: ExportSet, folder: Path, options: WriteOptions) -> Written:
    """Write the folder. Ids stay to the byte; one that begins with a quotation mark is quoted, as BEIR's own reader needs it.

    Raises DataError, before anything is written, with every id that holds a tab or a line end.
    """
    refuse_breaks(exported, folder)
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    qrels = f"qrels/{options.split}.tsv"
    queries = (
        {"_id": one.query.id, "text": one.query.text, "metadata": one.query.metadata} for one in exported.queries
    )
    replace_by(folder / "queries.jsonl", map(_line, queries))
    replace_by(folder / "corpus.jsonl", (_line(_chunk(chunk)) for chunk in exported.chunks))
    replace_by(folder / qrels, _qrels(exported))
    return Written(files=("queries.jsonl", "corpus.jsonl", qrels))


def refuse_breaks(exported: ExportSet, place: Path) -> None:
    """Raise DataError with every id of a query or labelled chunk that would break a line of a table apart."""
    names = [name for one in exported.queries for name in (one.query.id, *one.grades)]
    bad = [name for name in dict.fromkeys(names) if not BREAKS.isdisjoint(name)]
    if bad:
        expected = "ids without tabs and line ends, which would end a cell"
        raise DataError(Problem(str(place), None, f"the id {name!r}", expected, CURE) for name in bad)


def _line(value: JSON) -> bytes:
    return canonical.line(value)


def _chunk(chunk: Chunk) -> JSON:
    further = {name: getattr(chunk, name) for name in FURTHER if getattr(chunk, name) is not None}
    own = {"_id": chunk.id, "title": chunk.title or "", "text": chunk.text, **further}
    return {**chunk.unknown, **own, "metadata": chunk.metadata}


def _qrels(exported: ExportSet) -> Iterator[bytes]:
    yield ("\t".join(HEADER) + "\n").encode()
    for one in exported.queries:
        for chunk, grade in one.grades.items():
            cells = (one.query.id, chunk, str(grade))
            if any(cell.startswith('"') for cell in cells):
                yield _quoted(cells)
            else:
                yield ("\t".join(cells) + "\n").encode()


def _quoted(cells: tuple[str, ...]) -> bytes:
    line = io.StringIO()
    csv.writer(line, delimiter="\t", lineterminator="\n").writerow(cells)
    return line.getvalue().encode()
