"""One byte form for each value, so that the same input gives the same bytes and a digest means something.

A record is written with its fields in declared order, defaults left out, then its unknown fields sorted; a mapping is written
with its keys sorted. No white space, UTF-8, floats in their shortest form.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

import msgspec

_SORTED = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """The canonical JSON of a record, mapping, sequence or scalar, without a newline.

    Raises ValueError for what JSON cannot carry: a lone surrogate, NaN or an infinity inside a nested value.
    """
    try:
        return msgspec.json.encode(_ordered(value))
    except UnicodeEncodeError as error:
        raise ValueError(f"text holds a lone surrogate ({error.object[error.start : error.end]!r})") from error


def line(value: Any) -> bytes:
    """The canonical JSON of a value and one newline."""
    return encode(value) + b"\n"


def _ordered(value: Any) -> Any:
    """The value for the encoder, in canonical order. Only what holds records is walked by recursion: JSON may be nested deeply."""
    if isinstance(value, str) or value is None:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        known = {f.name: _ordered(getattr(value, f.name)) for f in fields(value) if _kept(value, f)}
        unknown: Mapping[str, Any] = getattr(value, "unknown", {})
        return known | {key: _ordered(unknown[key]) for key in sorted(unknown)}
    if _is_json(value):
        return msgspec.Raw(_SORTED.encode(value))
    if isinstance(value, Mapping):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(item) for item in value]


def _is_json(value: Any) -> bool:
    """Whether a value holds no record and no mapping of another kind than dict. Raises ValueError for NaN and infinities."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, float) and not math.isfinite(item):
            raise ValueError(f"{item} has no form in JSON")
        if isinstance(item, dict):
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            waiting.extend(item)
        elif isinstance(item, Mapping) or is_dataclass(item):
            return False
    return True


def sha256_bytes(data: bytes) -> str:
    """The sha256 of bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    """The sha256 of a text's UTF-8 bytes, in hex. A lone surrogate is hashed as its own three bytes, so that every text has one."""
    return sha256_bytes(text.encode("utf-8", "surrogatepass"))


def _kept(record: Any, field: Field[Any]) -> bool:
    if field.name == "unknown":
        return False
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    return bool(getattr(record, field.name) != default) or default is MISSING
