"""DeepEval: goldens as a JSON list, JSON lines or CSV, `input` with `context` (texts, no ids) and `expected_output`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldkit.files import canonical
from goldkit.formats.csv_table import guard_notes, lines_of
from goldkit.formats.fields import Place, as_answer, as_id, as_list, as_object, as_text, keys_found
from goldkit.formats.formula_guard import unguarded
from goldkit.formats.one_file import write_file
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.python_literal import literal_in
from goldkit.formats.samples import Samples
from goldkit.formats.sniff import head
from goldkit.formats.table import read_table
from goldkit.phrases import counted
from goldkit.records import JSON
from goldkit.results.exported import ExportedQuery, ExportSet, Written
from goldkit.results.imported import Imported, ImportedLabel

EXPECTED = 'a golden such as {"input":"how …?","context":["…"],"expected_output":"…"}'
SEPARATOR = "|"
"""What DeepEval joins the texts of a context with, in CSV and in the JSON lines that it saves."""
CAMEL = {
    "actualOutput": "actual_output",
    "expectedOutput": "expected_output",
    "retrievalContext": "retrieval_context",
    "additionalMetadata": "additional_metadata",
    "sourceFile": "source_file",
    "toolsCalled": "tools_called",
    "expectedTools": "expected_tools",
}
"""The names of Confident AI's API."""
OUTPUTS = ("actual_output", "retrieval_context", "tools_called")
"""What an application said, which is no part of the question."""
COLUMNS = ("input", "actual_output", "expected_output", "context", "source_file", "additional_metadata")
TAKEN = frozenset({"input", "expected_output", "context", "additional_metadata", *OUTPUTS})
IDS = ("query_id", "chunk_ids")
"""Where `additional_metadata` brings ids back."""


def read_deepeval(path: Path, options: ReadOptions) -> Imported:
    """The goldens of a file. A text of `context` is a label, by its id where `additional_metadata` has `chunk_ids`; what an
    application said is counted, the rest is metadata. Raises DataError with every golden that is none, conversations among them.
    """
    samples = Samples(path, EXPECTED)
    for place, value in _rows(path, samples):
        with samples.at(place):
            row = {CAMEL.get(name, name): item for name, item in as_object(value).items()}
            if row.get("scenario"):
                raise ValueError("a conversation, where goldkit asks one question")
            if row.get("input") is None:
                raise ValueError(f"no input (keys: {keys_found(row)})")
            further = dict(as_object(row.get("additional_metadata") or {}))
            name, chunks = (further.pop(key, None) for key in IDS)
            rest = {key: item for key, item in row.items() if key not in TAKEN and item not in (None, [])}
            answer = as_answer(row.get("expected_output"))
            samples.take(place, as_text(row["input"]), _labels(row, chunks), answer, rest | further, name)
            samples.lose(key for key in OUTPUTS if row.get(key))
    return samples.imported()


def _rows(path: Path, samples: Samples) -> Iterator[tuple[Place, Any]]:
    start = head(path)
    if start.first.startswith((b"{", b"[")):
        yield from samples.rows("goldens")
        return
    for line, cells in read_table(path, samples.problems, one_of=("input",)):
        row: JSON = {name: unguarded(cell) for name, cell in cells.items()}
        with samples.at(line):
            if "additional_metadata" in row:
                row["additional_metadata"] = literal_in(row["additional_metadata"])
            yield line, row


def _labels(row: JSON, chunks: Any) -> list[ImportedLabel]:
    if chunks:
        return [ImportedLabel(chunk=as_id(name)) for name in as_list(chunks, "chunk_ids")]
    context = row.get("context") or []
    texts = context.split(SEPARATOR) if isinstance(context, str) else as_list(context, "context")
    return [ImportedLabel(chunk="", text=as_text(text)) for text in texts]


def write_deepeval(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write goldens: CSV, JSON lines or one JSON list, as the file's name says (.csv, .jsonl, else a list).

    Ids stand in `additional_metadata`. In CSV a text that holds the separator `|` comes apart, which is said.
    """
    goldens = [_golden(one, exported) for one in exported.queries]
    if path.suffix == ".csv":
        apart = sum(SEPARATOR in text for golden in goldens for text in golden["context"])
        rows = [_cells(golden) for golden in goldens]
        files = write_file(path, lines_of([list(COLUMNS), *rows], ","))
        note = (
            f"{counted(apart, 'text')} with `|` in it, at which DeepEval takes a context apart: JSON keeps them whole"
        )
        return Written(files=files, notes=((note,) if apart else ()) + guard_notes(rows))
    if path.suffix == ".jsonl":
        return Written(files=write_file(path, map(canonical.line, goldens)))
    return Written(files=write_file(path, [canonical.line(goldens)]))


def _golden(one: ExportedQuery, exported: ExportSet) -> JSON:
    metadata = dict(one.query.metadata)
    source = metadata.pop("source_file", None)
    return {
        "input": one.query.text,
        "actual_output": None,
        "expected_output": one.query.answer,
        "context": [exported.texts[chunk].text for chunk in one.relevant if chunk in exported.texts],
        "source_file": source if isinstance(source, str) else None,
        "additional_metadata": {**metadata, "query_id": one.query.id, "chunk_ids": list(one.relevant)},
    }


def _cells(golden: JSON) -> list[str]:
    """A golden as cells; its metadata as the Python literal that DeepEval reads there."""
    shown = {
        **golden,
        "context": SEPARATOR.join(golden["context"]),
        "additional_metadata": repr(golden["additional_metadata"]),
    }
    return ["" if shown[name] is None else str(shown[name]) for name in COLUMNS]
