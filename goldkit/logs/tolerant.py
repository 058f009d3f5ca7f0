"""JSON as logs really hold it: NaN and halves of surrogate pairs are what programs write, not a reason to lose a record."""

from __future__ import annotations

import ast
import json
import warnings
from typing import Any

import msgspec

REPLACEMENT = "\ufffd"
LONGEST = 4000
"""Digits of a whole number; Python refuses to read one of more than 4,300, and no id or time has as many."""


def loads(text: str | bytes) -> Any:
    """The value of a JSON text. NaN, infinities and numbers of more than LONGEST digits become None, half a surrogate pair the
    replacement character.

    Raises ValueError for what is no JSON even so.
    """
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return _mended(json.loads(text, parse_constant=lambda _: None, parse_int=_whole))


def decoded(value: Any) -> Any:
    """The value inside a string that holds a JSON object or list, as many exports nest them; anything else as it is.

    What Python prints for a list or a dict is opened too: data frames saved as CSV hold that.
    """
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return loads(value)
    except (ValueError, RecursionError):
        return _printed(value)


def _printed(text: str) -> Any:
    """The JSON value of a list or dict as Python prints it; the text itself where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about backslashes in what was never meant as Python
            return loads(json.dumps(ast.literal_eval(text.strip())))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return text


def _whole(digits: str) -> int | None:
    return int(digits) if len(digits) <= LONGEST else None


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return "".join(REPLACEMENT if "\ud800" <= sign <= "\udfff" else sign for sign in value)
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return None
    return value
