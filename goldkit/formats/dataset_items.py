"""Items of datasets whose shape is the application's own: where a question, its chunks and its answer may stand in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldkit.formats.fields import as_id, as_text, described, first_key, keys_found
from goldkit.formats.grades import as_grade
from goldkit.formats.result_record import result_in
from goldkit.records import JSON
from goldkit.results.exported import ExportedQuery
from goldkit.results.imported import ImportedLabel

QUESTION_KEYS = ("query", "question", "input", "user_input", "text", "prompt")
RELEVANT_KEYS = (
    "relevant",
    "chunk_ids",
    "relevant_ids",
    "document_ids",
    "doc_ids",
    "documents",
    "expected_retrieved_context",
)
ANSWER_KEYS = ("answer", "reference", "expected_output", "output", "response")


def question_in(value: Any) -> str:
    """The question of an item's input: a text, or an object with one of QUESTION_KEYS, or with one text alone.

    Raises ValueError for anything else: which of several texts is the question would be a guess.
    """
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        raise ValueError(f"{described(value)} as an input")
    key = first_key(value, QUESTION_KEYS)
    if key is not None:
        return as_text(value[key])
    texts = [text for text in value.values() if isinstance(text, str)]
    if len(texts) == 1:
        return texts[0]
    raise ValueError(f"no question in the input (keys: {keys_found(value)})")


def labels_in(places: Sequence[Any]) -> list[ImportedLabel]:
    """The labels in the first of some objects that has one of RELEVANT_KEYS: ids, objects with ids, or chunk id → grade."""
    for place in places:
        key = first_key(place, RELEVANT_KEYS) if isinstance(place, dict) else None
        if key is not None:
            return _labels(place[key])
    return []


def _labels(value: Any) -> list[ImportedLabel]:
    if isinstance(value, dict):
        return [ImportedLabel(chunk=as_id(chunk), grade=as_grade(grade)) for chunk, grade in value.items()]
    items = value if isinstance(value, list) else [value]
    return [ImportedLabel(chunk=_name(item)) for item in items]


def _name(item: Any) -> str:
    if isinstance(item, dict):
        return as_id(item["doc_uri"]) if "doc_uri" in item else result_in(item)[0]
    return as_id(item)


def answer_in(value: Any) -> str | None:
    """The answer of an item's output: a text, or an object with a text under one of ANSWER_KEYS; None where there is none."""
    if isinstance(value, str):
        return value or None
    key = first_key(value, ANSWER_KEYS) if isinstance(value, dict) else None
    return value[key] if key is not None and isinstance(value[key], str) else None


def rest_of(value: Any, keys: Sequence[str]) -> JSON:
    """What an object holds beside those keys; nothing where it is none."""
    return {name: item for name, item in value.items() if name not in keys} if isinstance(value, Mapping) else {}


def output_of(one: ExportedQuery) -> JSON:
    """The expected output of a question: its grades by chunk id under `relevant`, and its answer where it has one."""
    answer = {"answer": one.query.answer} if one.query.answer else {}
    return {"relevant": dict(one.grades), **answer}
