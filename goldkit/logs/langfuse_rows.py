"""The rows of Langfuse's exports: what each is, and its fields in camelCase or, in blob exports, in snake_case."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from goldkit.logs.fields import objects
from goldkit.logs.tolerant import loads
from goldkit.records import JSON

TYPES = frozenset(
    ["SPAN", "GENERATION", "EVENT", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL"]
)
CAMEL_MARKS = frozenset({"sessionId", "userId", "projectId", "bookmarked", "public", "release", "environment", "tags"})
MARKS = CAMEL_MARKS | {"session_id", "user_id", "project_id", "version"}
"""Columns of which a trace has two at least."""
UPPER = re.compile(r"(?<!^)([A-Z])")


def field(row: JSON, name: str) -> Any:
    """A field by its camelCase name, in either spelling."""
    value = row.get(name)
    return row.get(_snake(name)) if value is None else value


def is_observation(row: JSON) -> bool:
    """Whether a row is an observation."""
    kind = row.get("type")
    return isinstance(kind, str) and kind.strip('"').upper() in TYPES and "id" in row and _of_trace(row)


def is_score(row: JSON) -> bool:
    """Whether a row is a score."""
    told = any(field(row, name) is not None for name in ("value", "stringValue"))
    said = any(field(row, name) is not None for name in ("dataType", "source"))
    return "name" in row and "type" not in row and told and said and _of_trace(row)


def is_trace(row: JSON) -> bool:
    """Whether a row is a trace."""
    keys = row.keys()
    own = {"id", "timestamp"} <= keys and bool({"input", "output"} & keys)
    return own and len(MARKS & keys) >= 2 and not _of_trace(row)


def parts(record: JSON) -> list[JSON]:
    """The rows inside a record: of a page of the API, of a downloaded trace with its observations and scores, or itself alone."""
    if "id" not in record and objects(record.get("data")):
        return [part for one in objects(record["data"]) for part in parts(one)]
    inner = record.get("trace")
    if not isinstance(inner, dict) and "observations" not in record and "scores" not in record:
        return [record]
    trace = inner if isinstance(inner, dict) else record
    rows = [row for name in ("observations", "scores") for row in objects(record.get(name)) + _more(inner, name)]
    if not rows:
        return [trace]
    return [{key: value for key, value in trace.items() if key not in ("observations", "scores")}, *rows]


def unquoted(row: JSON) -> JSON:
    """A row of an older CSV export, in which every cell is JSON, with the values of its cells; any other as it is."""
    if not str(row.get("id")).startswith('"'):
        return row
    values = {key: _value(cell) for key, cell in row.items()}
    return {key: value for key, value in values.items() if value is not None and value != ""}


@cache
def _snake(name: str) -> str:
    return UPPER.sub(r"_\1", name).lower()


def _more(inner: Any, name: str) -> list[JSON]:
    return objects(inner.get(name)) if isinstance(inner, dict) else []


def _of_trace(row: JSON) -> bool:
    return field(row, "traceId") is not None


def _value(cell: Any) -> Any:
    try:
        return loads(cell) if isinstance(cell, str) else cell
    except (ValueError, RecursionError):
        return cell
