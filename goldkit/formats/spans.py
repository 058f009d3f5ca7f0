"""Spans: questions whose answers are known as stretches of documents, not as chunks; so they hold for any chunking."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldkit.formats.fields import (
    Place,
    as_answer,
    as_id,
    as_list,
    as_object,
    as_offset,
    as_text,
    first_key,
    keys_found,
)
from goldkit.formats.grades import as_grade
from goldkit.formats.options import ReadOptions
from goldkit.formats.samples import Samples
from goldkit.formats.sniff import head
from goldkit.formats.table import read_table
from goldkit.records import JSON
from goldkit.results.imported import Imported, ImportedLabel, Span

QUERY_KEYS = ("query", "question")
ID_KEYS = ("id", "query_id", "qid", "_id")
LIST_KEYS = ("spans", "references")
DOCUMENT_KEYS = ("document", "doc_id", "corpus_id")
START_KEYS = ("start", "start_index")
END_KEYS = ("end", "end_index")
QUOTE_KEYS = ("quote", "content", "text")
TAKEN = frozenset(
    (*QUERY_KEYS, *ID_KEYS, *LIST_KEYS, *DOCUMENT_KEYS, *START_KEYS, *END_KEYS, *QUOTE_KEYS, "grade", "answer")
)
EXPECTED = 'a question and its spans, such as {"query":"how …?","spans":[{"document":"a.md","start":10,"end":80}]}'


def read_spans(path: Path, options: ReadOptions) -> Imported:
    """The questions of a file: JSON lines, a JSON list, or a table whose `spans` column holds such a list.

    `spans` (or `references`) is a list of `{"document", "start", "end", "quote"}`: offsets in characters, end exclusive; a quote,
    or the offsets, may be left out, and a document that is the same for all stands beside the question. A row may also hold one
    span itself. Raises DataError with all problems of the file.
    """
    samples = Samples(path, EXPECTED, options.duplicates)
    for place, value in _rows(path, samples):
        with samples.at(place):
            row = as_object(value)
            query, name = first_key(row, QUERY_KEYS), first_key(row, ID_KEYS)
            if query is None:
                raise ValueError(f"no question (keys: {keys_found(row)})")
            rest = {key: item for key, item in row.items() if key not in TAKEN and item is not None}
            own = None if name is None else row[name]
            samples.take(place, as_text(row[query]), list(_labels(row)), as_answer(row.get("answer")), rest, own)
    return samples.imported()


def _rows(path: Path, samples: Samples) -> Iterator[tuple[Place, Any]]:
    start = head(path)
    if start.whole_json or start.first.startswith((b"{", b"[")):
        yield from samples.rows()
        return
    for line, cells in read_table(path, samples.problems, one_of=QUERY_KEYS):
        row: JSON = dict(cells)
        with samples.at(line):
            for key in (*LIST_KEYS, *START_KEYS, *END_KEYS):
                if key in row:
                    row[key] = json.loads(row[key])
            yield line, row


def _labels(row: JSON) -> Iterator[ImportedLabel]:
    key = first_key(row, LIST_KEYS)
    for value in [row] if key is None else as_list(row[key], key):
        span = as_object(value)
        document = first_key(span, DOCUMENT_KEYS)
        start, end, quote = (first_key(span, keys) for keys in (START_KEYS, END_KEYS, QUOTE_KEYS))
        if quote is None and (start is None or end is None):
            raise ValueError(f"a span without a quote, or start and end (keys: {keys_found(span)})")
        whole = first_key(row, DOCUMENT_KEYS)
        named = span[document] if document is not None else row[whole] if whole is not None else None
        places = [None if key is None else as_offset(span[key]) for key in (start, end)]
        if quote is None and named is None:
            raise ValueError("a span with offsets and no document")
        if places[0] is not None and places[1] is not None and places[1] <= places[0]:
            raise ValueError(f"a span from {places[0]} to {places[1]}")
        words = None if quote is None else as_text(span[quote])
        found = Span(None if named is None else as_id(named), places[0], places[1])
        grade = span.get("grade", row.get("grade"))
        yield ImportedLabel(
            chunk="",
            grade=None if grade is None else as_grade(grade),
            quote=words,
            span=found,
            text=_said(found, words),
        )


def _said(span: Span, words: str | None) -> str:
    """A span in words, no two of a question alike."""
    offsets = "" if span.start is None or span.end is None else f"{span.start}–{span.end}"
    return " ".join(part for part in (span.document, offsets, words) if part)
