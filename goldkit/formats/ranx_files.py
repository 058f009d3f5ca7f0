"""ranx: qrels and runs as JSON, query id → chunk id → score, or as Parquet with the columns q_id, doc_id and score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from goldkit.files import canonical
from goldkit.files.parquet import is_parquet, write_columns
from goldkit.formats.one_file import write_file
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.qrels_json import read_qrels_json
from goldkit.formats.qrels_parquet import read_qrels_parquet
from goldkit.formats.query_texts import read_queries
from goldkit.formats.run_rankings import rankings_of
from goldkit.formats.run_source import RunSource
from goldkit.results.exported import ExportSet, Written
from goldkit.results.imported import Imported

PARQUET = frozenset({".parquet", ".parq"})
"""The suffixes by which ranx knows Parquet."""

Scores = Iterable[tuple[str, Mapping[str, float]]]


def read_ranx(path: Path, options: ReadOptions) -> Imported:
    """The judgments in a file of Qrels. Raises DataError with every query or row that is none."""
    if not is_parquet(path):
        return read_qrels_json(path, options)
    grades = read_qrels_parquet((path,), options)
    return grades.imported(read_queries(options.queries) if options.queries else {})


def write_qrels(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write Qrels, as Parquet where the file's name says so."""
    return Written(files=_write(path, ((one.query.id, one.grades) for one in exported.queries), "int64"))


def write_run(run: RunSource, path: Path, options: WriteOptions) -> Written:
    """Write a Run, as Parquet where the file's name says so. Raises as rankings_of."""
    rankings, losses, notes = rankings_of(run, options)
    scores = ((one.query, dict(zip(one.chunks, one.scores, strict=True))) for one in rankings)
    results = sum(len(one.chunks) for one in rankings)
    return Written(
        files=_write(path, scores, "double"), losses=losses, notes=notes, queries=len(rankings), results=results
    )


def _write(path: Path, scores: Scores, kind: str) -> tuple[str, ...]:
    if path.suffix not in PARQUET:
        return write_file(path, _json(scores))
    rows = [(query, chunk, score) for query, own in scores for chunk, score in own.items()]
    columns = [list(column) for column in zip(*rows, strict=True)]
    write_columns(path, dict(zip(("q_id", "doc_id", "score"), columns, strict=True)), {"score": kind})
    return (str(path),)


def _json(scores: Scores) -> Iterable[bytes]:
    """One object, a query a line, in the order given: ranx takes a run's order from its scores, people read it in the file."""
    before = b"{\n"
    for query, own in scores:
        pairs = b",".join(canonical.encode(chunk) + b":" + canonical.encode(score) for chunk, score in own.items())
        yield before + canonical.encode(query) + b":{" + pairs + b"}"
        before = b",\n"
    yield b"\n}\n"
