"""A file that is one JSON value: read with the line of every error, and with keys that stand twice found, not overwritten."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from goldkit.errors import DataError, Problem, bad
from goldkit.files.not_finite import not_finite
from goldkit.files.utf8 import read_text

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:\n]')
"""What tells where a key stands: strings, brackets, colons and line ends."""


def read_json(path: str | Path) -> Any:
    """The JSON value of a whole file.

    Raises DataError for bytes that are not UTF-8, for what is no JSON, and for an object that holds a key twice (all of them).
    """
    text = read_text(path)
    repeats = False

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeats
        value = dict(pairs)
        repeats = repeats or len(value) < len(pairs)
        return value

    try:
        json.loads(text, object_pairs_hook=unique)
        value = msgspec.json.decode(text)
    except json.JSONDecodeError as error:
        raise bad(path, error.lineno, f"no JSON ({error.msg}, column {error.colno})", "one JSON value") from error
    except RecursionError as error:
        raise bad(path, None, "JSON nested too deeply", "a flat mapping or list") from error
    except ValueError as error:  # what only msgspec refuses
        place = re.search(r"\(byte (\d+)\)", str(error))
        line = text.encode("utf-8", "surrogatepass").count(b"\n", 0, int(place[1])) + 1 if place else None
        field = not_finite(text)
        if field:
            cure = "Write a number in its place, or leave the entry out."
            raise bad(path, line, f"{field}, which JSON does not have", "finite numbers", cure) from error
        large = any(words in str(error) for words in ("out of range", "digits"))  # msgspec's and Python's own limit
        found = "a number too large to hold" if large else "half of a surrogate pair"
        raise bad(path, line, found, "JSON that every reader takes") from error
    if repeats:
        raise DataError(_repeats(path, text))
    return value


def _repeats(path: str | Path, text: str) -> Iterator[Problem]:
    """Every key that its object holds already. text: JSON that was read without an error."""
    objects: list[dict[str, int]] = []
    line, last, at = 1, "", 1
    for part in TOKEN.findall(text):
        if part == "\n":
            line += 1
        elif part in "{[":
            objects.append({})
        elif part in "}]":
            objects.pop()
        elif part == ":":
            key = json.loads(last)
            if key in objects[-1]:
                yield Problem(
                    str(path), at, f"the key {key!r} a second time, first on line {objects[-1][key]}", "every key once"
                )
            objects[-1].setdefault(key, at)
        else:
            last, at = part, line
