"""One byte form for each value, so that the same input gives the same bytes and a digest means something.

A record is written with its fields in declared order, defaults left out, then its unknown fields sorted; a mapping is written
with its keys sorted. No white space, UTF-8, floats in their shortest form.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Any

import msgspec

_SORTED = msgspec.json.Encoder(order="deterministic")
_SCALARS = frozenset((str, int, bool, NoneType))
"""What is JSON as it stands; a float may be none."""


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
    kind: Any = type(value)
    if kind in _SCALARS or isinstance(value, str):
        return value
    known = _fields(kind)
    if known is not None:
        names, defaults, values_of = known
        record = {
            name: held if type(held) in _SCALARS else _ordered(held)
            for name, default, held in zip(names, defaults, values_of(value), strict=True)
            if held != default
        }
        unknown: Mapping[str, Any] = getattr(value, "unknown", {})
        return record | {key: _ordered(unknown[key]) for key in sorted(unknown)} if unknown else record
    if _is_json(value):
        return msgspec.Raw(_SORTED.encode(value))
    if isinstance(value, Mapping):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(item) for item in value]


def _is_json(value: Any) -> bool:
    """Whether a value holds no record and no mapping of another kind than dict. Raises ValueError for NaN and infinities."""
    waiting = [value]
    for item in waiting:
        if type(item) in _SCALARS:
            continue
        if isinstance(item, float):
            if not math.isfinite(item):
                raise ValueError(f"{item} has no form in JSON")
        elif isinstance(item, dict):
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


@cache
def _fields(kind: type) -> tuple[tuple[str, ...], tuple[Any, ...], Callable[[Any], tuple[Any, ...]]] | None:
    """The fields of a kind of record in declared order, their defaults, MISSING for none, and what gets their values; None for what
    is no record."""
    if not is_dataclass(kind):
        return None
    known = [field for field in fields(kind) if field.name != "unknown"]
    names = tuple(field.name for field in known)
    defaults = tuple(field.default if field.default_factory is MISSING else field.default_factory() for field in known)
    get = attrgetter(*names)
    return names, defaults, get if len(names) > 1 else lambda value: (get(value),)
