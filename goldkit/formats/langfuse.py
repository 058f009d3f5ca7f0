"""Langfuse: items of a dataset, `input`, `expectedOutput` and `metadata`, as JSON lines, one list, or the API's answer."""

from __future__ import annotations

from pathlib import Path

from goldkit.files import canonical
from goldkit.formats.dataset_items import (
    ANSWER_KEYS,
    QUESTION_KEYS,
    RELEVANT_KEYS,
    answer_in,
    labels_in,
    output_of,
    question_in,
    rest_of,
)
from goldkit.formats.fields import as_object
from goldkit.formats.one_file import write_file
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.samples import Samples
from goldkit.results.exported import ExportSet, Written
from goldkit.results.imported import Imported

EXPECTED = 'an item such as {"id":"q1","input":{"query":"…"},"expectedOutput":{"relevant":["c1"]},"metadata":{}}'
SNAKE = {"expected_output": "expectedOutput", "dataset_name": "datasetName"}
"""Names of the Python client → those of the API."""
TAKEN = ("id", "status", "input", "expectedOutput", "metadata")
ARCHIVED = "archived items"


def read_langfuse(path: Path, options: ReadOptions) -> Imported:
    """The active items of a file. The chunks stand in the expected output or the metadata under one of RELEVANT_KEYS; what else
    input and metadata hold is the question's metadata. Raises DataError with every item that has no question.
    """
    samples = Samples(path, EXPECTED, options.duplicates)
    for place, value in samples.rows("data"):
        with samples.at(place):
            row = {SNAKE.get(name, name): item for name, item in as_object(value).items()}
            if row.get("status") == "ARCHIVED":
                samples.leave_out(ARCHIVED, 1)
                continue
            asked, output, metadata = row.get("input"), row.get("expectedOutput"), row.get("metadata")
            further = rest_of(metadata, RELEVANT_KEYS) | rest_of(asked, QUESTION_KEYS)
            labels = labels_in((output, metadata))
            samples.take(place, question_in(asked), labels, answer_in(output), further, row.get("id"))
            samples.lose(f"expectedOutput.{key}" for key in rest_of(output, (*RELEVANT_KEYS, *ANSWER_KEYS)))
            samples.lose(key for key, item in rest_of(row, TAKEN).items() if item is not None)
    return samples.imported()


def write_langfuse(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write one request to create a dataset item a line. An item's id is the question's, by which Langfuse updates instead of
    adding when it is sent again; it must be free in the whole project."""
    items = (
        {
            "datasetName": exported.name,
            "id": one.query.id,
            "input": {"query": one.query.text},
            "expectedOutput": output_of(one),
            "metadata": one.query.metadata,
        }
        for one in exported.queries
    )
    return Written(files=write_file(path, map(canonical.line, items)))
