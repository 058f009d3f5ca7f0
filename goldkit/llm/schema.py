"""Checking a JSON value against the part of JSON Schema that prompts use, so that no reply of another shape goes any further.

Known: type, enum, properties, required, additionalProperties (false), items, minLength, minimum, maximum. A schema with any
other word is refused when the prompt is read: a rule that is not checked would be a promise not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldkit.phrases import counted

_KNOWN = "type enum properties required additionalProperties items minLength minimum maximum description"
KNOWN = frozenset(_KNOWN.split())
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def unknown_words(schema: Mapping[str, Any]) -> set[str]:
    """The words of a schema, at any depth, that `problem` does not check."""
    found = set(schema) - KNOWN
    if isinstance(kind := schema.get("type"), str) and kind not in TYPES:
        found.add(f"type {kind}")
    for part in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        found |= unknown_words(part)
    return found


def asked_for(value: Any, schema: Mapping[str, Any]) -> Any:
    """The value without the keys, at any depth, that a schema with no additionalProperties does not name."""
    if isinstance(value, list):
        return [asked_for(item, schema.get("items", {})) for item in value]
    if not isinstance(value, dict):
        return value
    parts, closed = schema.get("properties", {}), schema.get("additionalProperties") is False
    return {key: asked_for(part, parts.get(key, {})) for key, part in value.items() if key in parts or not closed}


def problem(value: Any, schema: Mapping[str, Any], where: str = "") -> str | None:
    """What keeps the value from fitting the schema, as "question: a number, not a string"; None when it fits."""
    name = where or "the reply"
    kind = schema.get("type")
    if kind is not None and not _is(value, kind):
        return f"{name}: {_name(value)}, not {_article(kind)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{name}: {value!r}, not one of {', '.join(map(repr, schema['enum']))}"
    if isinstance(value, dict):
        return _object_problem(value, schema, where)
    if isinstance(value, list):
        found = (problem(item, schema.get("items", {}), f"{name}[{at}]") for at, item in enumerate(value))
        return next((reason for reason in found if reason), None)
    return _bound_problem(value, schema, name)


def _object_problem(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> str | None:
    parts = schema.get("properties", {})
    missing = [key for key in schema.get("required", ()) if key not in value]
    if missing:
        return f"{where or 'the reply'}: no {', '.join(missing)}"
    if schema.get("additionalProperties") is False and (extra := sorted(set(value) - set(parts))):
        return f"{where or 'the reply'}: unknown {', '.join(extra)}"
    inner = (
        problem(value[key], part, f"{where}.{key}" if where else key) for key, part in parts.items() if key in value
    )
    return next((reason for reason in inner if reason), None)


def _bound_problem(value: Any, schema: Mapping[str, Any], name: str) -> str | None:
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        return f"{name}: shorter than {counted(schema['minLength'], 'character')}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        if "minimum" in schema and value < schema["minimum"]:
            return f"{name}: {value}, below {schema['minimum']}"
        if "maximum" in schema and value > schema["maximum"]:
            return f"{name}: {value}, above {schema['maximum']}"
    return None


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, TYPES[kind])


def _name(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list", dict: "an object"}
    return names[type(value)]


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeio" else f"a {kind}"
