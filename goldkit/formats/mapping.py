"""The plain mapping: questions and the ids of the chunks that answer them, as JSON, JSON lines, CSV or TSV."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldkit.errors import bad
from goldkit.files.jsonl import read_lines
from goldkit.formats.fields import Place, as_id, as_object, as_text, described, first_key, keys_found
from goldkit.formats.grades import as_grade
from goldkit.formats.named_columns import NAMED, named_rows
from goldkit.formats.options import ReadOptions
from goldkit.formats.qrels_json import pairs_in, refuse_dataset
from goldkit.formats.query_texts import read_queries
from goldkit.formats.questions import Questions, Row
from goldkit.formats.sniff import head
from goldkit.formats.table import read_table
from goldkit.formats.whole_value import is_assignment, read_value
from goldkit.phrases import counted
from goldkit.records import JSON, Query
from goldkit.results.imported import Imported

QUERY_KEYS = ("query", "question", "text")
SEPARATED_KEYS = ("chunks", "chunk_ids")
CHUNK_KEYS = (*SEPARATED_KEYS, "chunk", "chunk_id", "relevant")
ID_KEYS = ("id", "query_id", "qid", "_id")
GRADE_KEYS = ("grades", "grade", "rating", "relevance")
KNOWN = frozenset({*QUERY_KEYS, *CHUNK_KEYS, *ID_KEYS, *GRADE_KEYS, "context", "tags", "answer"})
SEPARATOR = re.compile(r"[;|]")
LOOKS_LIKE_AN_ID = re.compile(r"[\w.:#/-]*\d[\w.:#/-]*", re.ASCII)
EXPECTED = 'a question and its chunks, such as {"query":"how do I …?","chunks":["c1","c2"]}'


def read_mapping(path: Path, options: ReadOptions) -> Imported:
    """The questions and labels in a file, in one of these forms, told apart by content:

    - JSON `{"how do I …?": ["c1","c2"]}`, or `{"how do I …?": {"c1": 3}}`, or such a Python literal, be it `gold = {…}`;
    - a JSON list, or JSON lines, of `{"query": …, "chunks": …}` (also `question` or `text`, `chunk_ids` or `relevant`), optionally
      `id`, `grade` (for all), `grades` (a list beside the chunks, or by chunk id), `context` (the turn before), `tags`, `answer`;
    - CSV or TSV with a header of such names: `chunk` holds one id a row, `chunks` holds ids separated by `;` or `|`.

    With `options.queries` what stands in the place of a question is its id, and the file named there has the text. Other keys and
    columns go to the question's metadata. Raises DataError with all problems of the file.
    """
    questions = Questions(path, options.duplicates)
    notes: list[str] = []
    return _imported(questions, _rows(path, questions, notes), notes, path, options)


def read_csv(path: Path, options: ReadOptions) -> Imported:
    """The same from a CSV or TSV alone, with `options.columns` naming columns that are called otherwise.

    The space that keeps a spreadsheet from taking a cell for a formula is taken away, and said. Raises DataError as above, and
    UsageError for columns that goldkit has not.
    """
    questions = Questions(path, options.duplicates)
    notes: list[str] = []
    rows = named_rows(path, questions.problems, notes, options.columns, KNOWN, QUERY_KEYS)
    return _imported(questions, _table(path, rows, notes), notes, path, options)


def _imported(
    questions: Questions, rows: Iterator[tuple[Place, Any]], notes: list[str], path: Path, options: ReadOptions
) -> Imported:
    texts = read_queries(options.queries) if options.queries else None
    for place, row in rows:
        try:
            questions.take(place, _named(_row(row), texts))
        except ValueError as error:
            questions.report(place, str(error), EXPECTED)
    found = questions.imported()
    if texts is None:
        _refuse_ids(path, found)
    return replace(found, notes=tuple(notes))


def _named(row: Row, texts: dict[str, Query] | None) -> Row:
    """The row of a query id with the text that the id stands for. Raises ValueError where none is known."""
    if texts is None:
        return row
    if row.text not in texts:
        raise ValueError(f"the query id {row.text!r}, which the file of queries has not")
    return replace(row, id=row.id or row.text, text=texts[row.text].text)


def _rows(path: Path, questions: Questions, notes: list[str]) -> Iterator[tuple[Place, Any]]:
    """Every row as an object with the keys of this format, and its place."""
    start = head(path)
    if (
        start.whole_json
        or is_assignment(start)
        or (isinstance(start.value, dict) and not start.second and not KNOWN & start.value.keys())
    ):
        value = read_value(path)
        refuse_dataset(path, value)
        if isinstance(value, list):
            yield from ((f"entry {number}", row) for number, row in enumerate(value, 1))
        else:
            yield from (
                (f"the entry {key!r}", {"query": key, "chunks": chunks}) for key, chunks in as_object(value).items()
            )
    elif start.first.startswith(b"{"):
        for line in read_lines(path):
            if line.error is None:
                yield line.number, line.value
            else:
                questions.report(line.number, line.found, EXPECTED)
    else:
        yield from _table(path, read_table(path, questions.problems, one_of=QUERY_KEYS, cure=NAMED), notes)


def _table(path: Path, rows: Iterator[tuple[int, dict[str, str]]], notes: list[str]) -> Iterator[tuple[Place, JSON]]:
    joined = 0
    for line, cells in rows:
        row: JSON = dict(cells)
        for key in (*SEPARATED_KEYS, "grades", "tags"):
            if key in cells:
                row[key] = [part.strip() for part in SEPARATOR.split(cells[key]) if part.strip()]
        joined += any(SEPARATOR.search(cells.get(key, "")) is not None for key in ("chunk", "chunk_id"))
        yield line, row
    if joined:
        notes.append(f"`;` or `|` in {counted(joined, 'chunk id')}: name the column `chunks` to have them taken apart")


def _row(value: Any) -> Row:
    """What an object with the keys of this format says. Raises ValueError with what is wrong."""
    row = as_object(value)
    query_key, id_key = first_key(row, QUERY_KEYS), first_key(row, ID_KEYS)
    if query_key is None:
        raise ValueError(f"no question (keys: {keys_found(row)})")
    return Row(
        text=as_text(row[query_key]),
        id=None if id_key is None else as_id(row[id_key]),
        context=_text_or_none(row.get("context")),
        pairs=tuple(_pairs(row)),
        tags=tuple(_tags(row.get("tags"))),
        answer=_text_or_none(row.get("answer")),
        metadata={key: item for key, item in row.items() if key not in KNOWN and item is not None},
    )


def _text_or_none(value: Any) -> str | None:
    return None if value is None else as_text(value)


def _pairs(row: JSON) -> Iterator[tuple[str, int | None]]:
    chunk_key, grade_key = first_key(row, CHUNK_KEYS), first_key(row, GRADE_KEYS)
    grades = None if grade_key is None else row[grade_key]
    if chunk_key is None and not isinstance(grades, dict):
        if grades is not None:
            raise ValueError(f"a grade without a chunk (keys: {keys_found(row)})")
        return
    chunks = grades if chunk_key is None else row[chunk_key]
    found = list(pairs_in(chunks if isinstance(chunks, list | dict) else [chunks]))
    if grades is None or chunk_key is None:
        yield from found
    elif isinstance(grades, dict):
        by_id = dict(pairs_in(grades))
        yield from ((chunk, by_id.pop(chunk, grade)) for chunk, grade in found)
        yield from by_id.items()
    else:
        each = grades if isinstance(grades, list) else [grades] * len(found)
        if len(each) != len(found):
            raise ValueError(f"{counted(len(found), 'chunk')} with {counted(len(each), 'grade')}")
        yield from ((chunk, as_grade(grade)) for (chunk, _), grade in zip(found, each, strict=True))


def _tags(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [as_text(tag) for tag in value]
    raise ValueError(f"{described(value)} as tags")


def _refuse_ids(path: Path, found: Imported) -> None:
    """Ids in place of questions would become the questions of the set."""
    texts = [imported.query.text for imported in found.queries]
    ids = [text for text in texts if LOOKS_LIKE_AN_ID.fullmatch(text)]
    if 2 * len(ids) > len(texts):
        cure = "Give the texts of the queries: --queries FILE."
        raise bad(path, None, f"ids in place of questions, such as {ids[0]!r}", "the texts of questions", cure)
