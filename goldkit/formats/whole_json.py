"""A file that is one JSON value: read with the line of every error, and with keys that stand twice found, not overwritten."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from goldkit.errors import DataError, Problem, bad
from goldkit.files.not_finite import not_finite
from goldkit.files.utf8 import read_text


def read_json(path: str | Path) -> Any:
    """The JSON value of a whole file.

    Raises DataError for bytes that are not UTF-8, for what is no JSON, and for an object that holds a key twice (all of them).
    """
    text = read_text(path)
    repeated: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            repeated.extend(_repeated([key for key, _ in pairs]))
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
            raise bad(path, line, f"{field}, which JSON does not have", "finite numbers") from error
        raise bad(path, line, "NaN, an infinity or half of a surrogate pair", "JSON as its standard has it") from error
    if repeated:
        raise DataError(_twice(path, text, key) for key in dict.fromkeys(repeated))
    return value


def _repeated(keys: list[str]) -> list[str]:
    seen: set[str] = set()
    return [key for key in keys if key in seen or seen.add(key)]  # type: ignore[func-returns-value]  # None: unseen


def _twice(path: str | Path, text: str, key: str) -> Problem:
    spellings = {json.dumps(key), json.dumps(key, ensure_ascii=False)}
    places = re.finditer("(?:" + "|".join(map(re.escape, spellings)) + r")\s*:", text)
    lines = [text.count("\n", 0, place.start()) + 1 for place in places]
    where = f" on lines {', '.join(map(str, lines))}" if len(lines) > 1 else ""
    return Problem(str(path), lines[0] if lines else None, f"the key {key!r} more than once{where}", "every key once")
