"""Ragas: a test set as JSON lines, `user_input` with `reference_contexts` (texts, no ids) and `reference`, the answer."""

from __future__ import annotations

import re
from pathlib import Path

from goldkit.files import canonical
from goldkit.formats.fields import as_answer, as_id, as_list, as_object, as_text, keys_found
from goldkit.formats.one_file import write_file
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.samples import Samples
from goldkit.records import JSON
from goldkit.results.exported import ExportedQuery, ExportSet, Written
from goldkit.results.imported import Imported, ImportedLabel

HOP = re.compile(r"\A<\d+-hop>\s*")
"""What Ragas puts before each context of a question over several."""
OUTPUTS = ("response", "retrieved_contexts", "retrieved_context_ids", "multi_responses")
"""What an application said, which is no part of the question."""
TAKEN = frozenset({"user_input", "reference", "reference_contexts", "reference_context_ids", "id", *OUTPUTS})
EXPECTED = 'a sample such as {"user_input":"how …?","reference_contexts":["…"],"reference":"…"}'


def read_ragas(path: Path, options: ReadOptions) -> Imported:
    """The samples of a file, JSON lines or one list. A context is a label by its text, or by its id where
    `reference_context_ids` has it; what else a sample says is metadata, but for what an application answered.

    Raises DataError with every sample that is none, conversations among them.
    """
    samples = Samples(path, EXPECTED)
    for place, value in samples.rows():
        with samples.at(place):
            row = as_object(value)
            samples.take(place, _text(row), _labels(row), as_answer(row.get("reference")), _rest(row), row.get("id"))
            samples.lose(name for name in OUTPUTS if row.get(name))
    return samples.imported()


def _text(row: JSON) -> str:
    value = row.get("user_input")
    if isinstance(value, list):
        raise ValueError("a conversation as user_input, where goldkit asks one question")
    if value is None:
        raise ValueError(f"no user_input (keys: {keys_found(row)})")
    return as_text(value)


def _labels(row: JSON) -> list[ImportedLabel]:
    ids, contexts = row.get("reference_context_ids"), row.get("reference_contexts")
    if ids:
        return [ImportedLabel(chunk=as_id(name)) for name in as_list(ids, "reference_context_ids")]
    texts = as_list(contexts or [], "reference_contexts")
    return [ImportedLabel(chunk="", text=HOP.sub("", as_text(text))) for text in texts]


def _rest(row: JSON) -> JSON:
    return {name: value for name, value in row.items() if name not in TAKEN and value is not None}


def write_ragas(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write a sample a line. Each has the texts of its chunks, where known, and their ids, which Ragas knows as well; `id`, which
    it does not, keeps the query's."""
    return Written(files=write_file(path, (canonical.line(_sample(one, exported)) for one in exported.queries)))


def _sample(one: ExportedQuery, exported: ExportSet) -> JSON:
    known = [exported.texts[chunk].text for chunk in one.relevant if chunk in exported.texts]
    answer = {"reference": one.query.answer} if one.query.answer else {}
    own = {"id": one.query.id, "user_input": one.query.text, "reference_context_ids": list(one.relevant), **answer}
    return {**one.query.metadata, **own, "reference_contexts": known}
