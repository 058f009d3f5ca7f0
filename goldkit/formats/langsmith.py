"""LangSmith: examples of a dataset, `inputs`, `outputs` and `metadata`, as JSON lines or one list."""

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

EXPECTED = 'an example such as {"inputs":{"question":"…"},"outputs":{"relevant":["c1"]},"metadata":{}}'
TAKEN = ("inputs", "outputs", "metadata")
NAME = "query_id"
"""Where the metadata keeps the id of a question: the example's own is LangSmith's, a new one at every upload."""


def read_langsmith(path: Path, options: ReadOptions) -> Imported:
    """The examples of a file. The chunks stand in the outputs or the metadata under one of RELEVANT_KEYS; what else inputs and
    metadata hold is the question's metadata. Raises DataError with every example that has no question.
    """
    samples = Samples(path, EXPECTED, options.duplicates)
    for place, value in samples.rows("examples"):
        with samples.at(place):
            row = as_object(value)
            inputs, outputs, metadata = row.get("inputs"), row.get("outputs"), row.get("metadata")
            further = rest_of(metadata, (NAME, *RELEVANT_KEYS)) | rest_of(inputs, QUESTION_KEYS)
            name = metadata.get(NAME) if isinstance(metadata, dict) else None
            samples.take(place, question_in(inputs), labels_in((outputs, metadata)), answer_in(outputs), further, name)
            samples.lose(f"outputs.{key}" for key in rest_of(outputs, (*RELEVANT_KEYS, *ANSWER_KEYS)))
            samples.lose(key for key, item in rest_of(row, TAKEN).items() if item is not None)
    return samples.imported()


def write_langsmith(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write examples as `langsmith dataset upload` and `Client.create_examples` take them: one list, JSON lines where the file's
    name ends in .jsonl."""
    examples = [
        {
            "inputs": {"question": one.query.text},
            "outputs": output_of(one),
            "metadata": {**one.query.metadata, NAME: one.query.id},
        }
        for one in exported.queries
    ]
    return Written(
        files=write_file(path, map(canonical.line, examples) if path.suffix == ".jsonl" else [canonical.line(examples)])
    )
