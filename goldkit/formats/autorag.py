"""AutoRAG: qa.parquet with the facts of each question, an AND of ORs, beside corpus.parquet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldkit.errors import UsageError
from goldkit.files.parquet import read_rows
from goldkit.formats.corpus import read_corpus
from goldkit.formats.fields import as_id, as_text, described, keys_found
from goldkit.formats.options import ReadOptions
from goldkit.formats.questions import Questions, Row
from goldkit.phrases import counted
from goldkit.records import Chunk, Fact
from goldkit.results.imported import Imported

QA, CORPUS = "qa.parquet", "corpus.parquet"
COLUMNS = ("qid", "query", "retrieval_gt", "generation_gt")
EXPECTED = "a row with qid, query, retrieval_gt and generation_gt"


def read_autorag(path: Path, options: ReadOptions) -> Imported:
    """The questions of a folder's qa.parquet, or of one such file, with the labelled texts of the corpus.parquet beside it.

    `retrieval_gt` is a list of lists: of each inner one any chunk suffices, of the outer one all are needed; these stay the
    question's facts where a list has several. A plain list means that all are needed, a lone id itself. The first
    `generation_gt` is the answer, further ones and other columns are metadata. Raises DataError with every row that is none.
    """
    qa = path / QA if path.is_dir() else path
    if not qa.is_file():
        raise UsageError(f"{path}: no {QA} there")
    questions = Questions(qa, options.duplicates, "row")
    plain = 0
    for number, cells in read_rows(qa):
        try:
            row, flat = _row(cells)
            questions.take(number, row)
            plain += flat
        except ValueError as error:
            questions.report(number, str(error), EXPECTED)
    found = questions.imported()
    notes = []
    if plain:
        notes.append(
            f"retrieval_gt is a plain list of several chunks in {counted(plain, 'question')}: all are needed, as AutoRAG's manual "
            "says; write [[a, b]] where either suffices"
        )
    return replace(found, chunks=tuple(_chunks(qa.with_name(CORPUS), found, options)), notes=tuple(notes))


def _row(cells: dict[str, Any]) -> tuple[Row, bool]:
    """A row, and whether its list was a plain one of several. Raises ValueError with what is wrong."""
    if cells.get("qid") is None or cells.get("query") is None:
        raise ValueError(f"no qid or no query (columns: {keys_found(cells)})")
    value = cells.get("retrieval_gt")
    groups = _groups(value)
    answers = _answers(cells.get("generation_gt"))
    chunks = dict.fromkeys(chunk for group in groups for chunk in group)
    further = {"generation_gt": answers[1:]} if len(answers) > 1 else {}
    others = {name: item for name, item in cells.items() if name not in COLUMNS and item is not None}
    row = Row(
        text=as_text(cells["query"]),
        id=as_id(cells["qid"]),
        pairs=tuple((chunk, None) for chunk in chunks),
        answer=answers[0] if answers else None,
        metadata=others | further,
        facts=tuple(Fact(any=tuple(group)) for group in groups) if any(len(group) > 1 for group in groups) else (),
    )
    return row, isinstance(value, list) and len(value) > 1 and all(isinstance(item, str) for item in value)


def _groups(value: Any) -> list[list[str]]:
    """The lists of ids of which each needs one. Raises ValueError for anything else."""
    if value is None:
        return []
    if isinstance(value, str):
        return [[as_id(value)]]
    if not isinstance(value, list):
        raise ValueError(f"{described(value)} as retrieval_gt")
    groups = [item if isinstance(item, list) else [item] for item in value]
    return [list(dict.fromkeys(map(as_id, group))) for group in groups if group]


def _answers(value: Any) -> list[str]:
    if value is None:
        return []
    return [as_text(item) for item in (value if isinstance(value, list) else [value]) if item != ""]


def _chunks(corpus: Path, found: Imported, options: ReadOptions) -> Iterator[Chunk]:
    if options.texts and corpus.is_file():
        labelled = {label.chunk for item in found.queries for label in item.labels}
        yield from (chunk for chunk in read_corpus(corpus) if chunk.id in labelled)
