"""Sets that goldkit did not make: a BEIR folder or qrels file, TREC qrels, or a JSON mapping, scored as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from goldkit.errors import UsageError, bad
from goldkit.formats import qrels_json, trec_qrels
from goldkit.formats.options import ReadOptions
from goldkit.formats.sniff import Head, head
from goldkit.records import Label, Query, Scale
from goldkit.results.imported import Imported
from goldkit.sets.runs import run_name
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels

UNGRADED = 1
"""The grade of a chunk that a foreign set calls relevant without a grade."""
SHAPES = "a BEIR folder, TREC qrels or one JSON mapping"
"""What a foreign set may be."""
Reader = Callable[[Path, ReadOptions], Imported]
BY = "import"


def load_foreign(path: str | Path, split: str | None = None) -> ScoreSet:
    """A foreign set, with its own grades: relevant from 1, the scale's maximum is the largest grade.

    Every relevant chunk is a fact of its own, every query a block of its own. split: of a BEIR folder that has several (`test`
    where there is one and none is named). Raises UsageError when there is no such path or split, DataError with all problems.
    """
    path = Path(path)
    name = foreign_name(path)
    options, read = ReadOptions(split=split, texts=False), _reader(path, split)
    if read is trec_qrels.read_trec:
        # Of its queries nothing is known but their ids, and there may be a hundred thousand of them.
        return graded_set(name, trec_qrels.read_grades(path, options)[0].pairs())
    return foreign_set(name, read(path, options))


def foreign_name(path: Path) -> str:
    """What a foreign set is called: its folder, or its file without what says the form."""
    return path.resolve().name if path.is_dir() else run_name(path)


def foreign_set(name: str, imported: Imported) -> ScoreSet:
    """The set that imported labels make, as load_foreign says."""
    grades = {own.query.id: {label.chunk: label.grade for label in own.labels} for own in imported.queries}
    return graded_set(name, grades, {own.query.id: own.query for own in imported.queries})


def graded_set(
    name: str, grades: Mapping[str, Mapping[str, int | None]], queries: Mapping[str, Query] | None = None
) -> ScoreSet:
    """The set that grades make, as load_foreign says.

    grades: query id → chunk id → grade, None for a chunk that is called relevant without one. queries: by id, those of which more
    than the id is known.
    """
    given = {grade for own in grades.values() for grade in own.values() if grade is not None}
    scale, known = Scale(max=max([UNGRADED, *given]), relevant_from=1), queries or {}
    made = tuple(_score_query(query, own, scale, known.get(query)) for query, own in sorted(grades.items()))
    return ScoreSet(name=name, queries=made, scale=scale)


def read_foreign(path: Path, options: ReadOptions) -> Imported:
    """What a foreign set says in its own terms, whichever of the shapes it has. Raises as load_foreign."""
    return _reader(path, options.split)(path, options)


def _reader(path: Path, split: str | None) -> Reader:
    if not path.exists():
        raise UsageError(f"{path}: no such set")
    if path.is_dir():
        return _beir()
    start = head(path)
    if _is_run(start):
        raise bad(path, 1, "a run", "a set", "The set comes first: dev, a frozen name, or the path of one.")
    if split is not None:
        raise UsageError(f"{path} is one file, so no split can be chosen")
    if qrels_json.matches(start):
        return qrels_json.read_qrels_json
    if isinstance(start.value, dict):
        raise bad(path, 1, "JSON lines", SHAPES, "Import them first, in their format: `goldkit import`.")
    return _beir() if start.parquet or _three_columns(start) else trec_qrels.read_trec


def _beir() -> Reader:
    # Its folders are read by a dozen modules, which one file of judgments needs not wait for.
    from goldkit.formats.beir import read_beir

    return read_beir


def _is_run(start: Head) -> bool:
    """Whether a file holds a ranking: the six columns of TREC, or one query with its chunks a line."""
    if isinstance(start.value, dict):
        return {"query", "chunks"} <= start.value.keys() or list(start.value) == ["run"]
    return start.trec_run


def _three_columns(start: Head) -> bool:
    return start.first.count(b"\t") == 2


def _score_query(query: str, grades: Mapping[str, int | None], scale: Scale, known: Query | None) -> ScoreQuery:
    labels = {
        chunk: Label(
            query=query,
            chunk=chunk,
            grade=UNGRADED if grade is None else grade,
            status="decided",
            judges=(BY,),
            source="import",
        )
        for chunk, grade in grades.items()
    }
    return ScoreQuery(
        id=query,
        text=known.text if known else "",
        origin="import",
        block=query,
        tags=known.tags if known else (),
        facts=facts_of_labels(labels, scale),
        labels=labels,
        metadata=known.metadata if known else {},
    )
