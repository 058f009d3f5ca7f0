"""LlamaIndex: EmbeddingQAFinetuneDataset, questions and passages by id, and LabelledRagDataset, examples with texts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem, bad
from goldkit.files import canonical
from goldkit.formats.fields import as_answer, as_id, as_list, as_object, as_text, described, keys_found
from goldkit.formats.one_file import write_file
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.samples import Samples
from goldkit.formats.whole_json import read_json
from goldkit.records import JSON, Chunk
from goldkit.results.exported import ExportedQuery, ExportSet, Written
from goldkit.results.imported import Imported, ImportedLabel

PARTS = ("queries", "corpus", "relevant_docs")
PAIRS = 'a dataset such as {"queries":{"q1":"…"},"corpus":{"c1":"…"},"relevant_docs":{"q1":["c1"]}}'
EXAMPLE = 'an example such as {"query":"…","reference_contexts":["…"],"reference_answer":"…"}'
BY = ("query_by", "reference_answer_by")
TAKEN = frozenset({"query", "reference_contexts", "reference_answer", "reference_node_id"})


def read_pairs(path: Path, options: ReadOptions) -> Imported:
    """The questions of an EmbeddingQAFinetuneDataset with their labels and the texts of these.

    Raises DataError with every entry that is none, and every question whose text is missing.
    """
    value = read_json(path)
    if not isinstance(value, dict) or not all(isinstance(value.get(part), dict) for part in PARTS):
        raise bad(path, None, f"no {' or '.join(PARTS)} in {described(value)}", PAIRS)
    samples = Samples(path, PAIRS)
    for name, chunks in value["relevant_docs"].items():
        with samples.at(f"relevant_docs of {name!r}"):
            if name not in value["queries"]:
                raise ValueError("no text of this question among the queries")
            labels = [ImportedLabel(chunk=as_id(chunk)) for chunk in as_list(chunks, "chunk ids")]
            samples.take(None, as_text(value["queries"][name]), labels, name=name)
    samples.leave_out("queries without a judgment", len(value["queries"].keys() - value["relevant_docs"].keys()))
    found = samples.imported()
    labelled = {label.chunk for item in found.queries for label in item.labels}
    return samples.imported(tuple(_chunks(path, value["corpus"], labelled)))


def _chunks(path: Path, corpus: Mapping[str, Any], labelled: set[str]) -> Iterator[Chunk]:
    problems = [
        Problem(str(path), None, f"{described(text)} as the text of the chunk {name!r}", PAIRS)
        for name, text in corpus.items()
        if not isinstance(text, str)
    ]
    if problems:
        raise DataError(problems)
    yield from (Chunk(id=name, text=text) for name, text in corpus.items() if name in labelled)


def write_pairs(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write an EmbeddingQAFinetuneDataset: the corpus holds all texts that are known."""
    value = {
        "queries": {one.query.id: one.query.text for one in exported.queries},
        "corpus": {chunk.id: chunk.text for chunk in exported.chunks},
        "relevant_docs": {one.query.id: list(one.relevant) for one in exported.queries},
        "mode": "text",
    }
    return Written(files=write_file(path, [canonical.line(value)]))


def read_examples(path: Path, options: ReadOptions) -> Imported:
    """The examples of a LabelledRagDataset: a context is a label by its text, or by its id where `reference_node_id` has it.

    Who made what (`query_by`, `reference_answer_by`) is metadata. Raises DataError with every example that is none.
    """
    samples = Samples(path, EXAMPLE)
    for place, value in samples.rows("examples"):
        with samples.at(place):
            row = as_object(value)
            if row.get("query") is None:
                raise ValueError(f"no query (keys: {keys_found(row)})")
            rest = {name: item for name, item in row.items() if name not in TAKEN and item is not None}
            name = rest.pop("id", None)
            samples.take(place, as_text(row["query"]), _labels(row), as_answer(row.get("reference_answer")), rest, name)
    return samples.imported()


def _labels(row: JSON) -> list[ImportedLabel]:
    if row.get("reference_node_id"):
        return [ImportedLabel(chunk=as_id(name)) for name in as_list(row["reference_node_id"], "reference_node_id")]
    contexts = as_list(row.get("reference_contexts") or [], "reference_contexts")
    return [ImportedLabel(chunk="", text=as_text(text)) for text in contexts]


def write_examples(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write a LabelledRagDataset. Its readers pass over `id` and `reference_node_id`, which bring the ids back here."""
    return Written(
        files=write_file(path, [canonical.line({"examples": [_example(one, exported) for one in exported.queries]})])
    )


def _example(one: ExportedQuery, exported: ExportSet) -> JSON:
    query = one.query
    made_by = {name: query.metadata[name] for name in BY if name in query.metadata}
    return {
        "query": query.text,
        "query_by": None,
        "reference_contexts": [exported.texts[chunk].text for chunk in one.relevant if chunk in exported.texts],
        "reference_answer": query.answer or "",
        "reference_answer_by": None,
        **made_by,
        "id": query.id,
        "reference_node_id": list(one.relevant),
    }
