"""Sets that goldkit did not make: a BEIR folder or qrels file, TREC qrels, or a JSON mapping, scored as they are."""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import UsageError, bad
from goldkit.formats import beir, qrels_json, trec_qrels
from goldkit.formats.options import ReadOptions
from goldkit.formats.sniff import Head, head
from goldkit.records import Label, Scale
from goldkit.results.imported import Imported, ImportedQuery
from goldkit.sets.runs import run_name
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels

UNGRADED = 1
"""The grade of a chunk that a foreign set calls relevant without a grade."""
BY = "import"


def load_foreign(path: str | Path, split: str | None = None) -> ScoreSet:
    """A foreign set, with its own grades: relevant from 1, the scale's maximum is the largest grade.

    Every relevant chunk is a fact of its own, every query a block of its own. split: of a BEIR folder that has several (`test`
    where there is one and none is named). Raises UsageError when there is no such path or split, DataError with all problems.
    """
    path = Path(path)
    name = path.resolve().name if path.is_dir() else run_name(path)
    return foreign_set(name, read_foreign(path, ReadOptions(split=split, texts=False)))


def foreign_set(name: str, imported: Imported) -> ScoreSet:
    """The set that imported labels make, as load_foreign says."""
    grades = [UNGRADED if label.grade is None else label.grade for q in imported.queries for label in q.labels]
    scale = Scale(max=max([UNGRADED, *grades]), relevant_from=1)
    return ScoreSet(
        name=name,
        queries=tuple(_score_query(query, scale) for query in sorted(imported.queries, key=lambda q: q.query.id)),
        scale=scale,
    )


def read_foreign(path: Path, options: ReadOptions) -> Imported:
    """What a foreign set says in its own terms, whichever of the shapes it has. Raises as load_foreign."""
    if not path.exists():
        raise UsageError(f"{path}: no such set")
    if path.is_dir():
        return beir.read_beir(path, options)
    start = head(path)
    if _is_run(start):
        raise bad(path, 1, "a run", "a set", "The set comes first: dev, a frozen name, or the path of one.")
    if options.split is not None:
        raise UsageError(f"{path} is one file, so no split can be chosen")
    if qrels_json.matches(start):
        return qrels_json.read_qrels_json(path, options)
    if start.parquet or _three_columns(start):
        return beir.read_beir(path, options)
    return trec_qrels.read_trec(path, options)


def _is_run(start: Head) -> bool:
    """Whether a file holds a ranking: the six columns of TREC, or one query with its chunks a line."""
    if isinstance(start.value, dict):
        return {"query", "chunks"} <= start.value.keys() or list(start.value) == ["run"]
    return len(start.first.split()) == 6 and start.first.split()[1].upper() == b"Q0"


def _three_columns(start: Head) -> bool:
    return start.first.count(b"\t") == 2


def _score_query(imported: ImportedQuery, scale: Scale) -> ScoreQuery:
    query = imported.query
    labels = {
        label.chunk: Label(
            query=query.id,
            chunk=label.chunk,
            grade=UNGRADED if label.grade is None else label.grade,
            status="decided",
            judges=(BY,),
            source="import",
        )
        for label in imported.labels
    }
    return ScoreQuery(
        id=query.id,
        text=query.text,
        origin="import",
        block=query.id,
        tags=query.tags,
        facts=facts_of_labels(labels, scale),
        labels=labels,
        metadata=query.metadata,
    )
