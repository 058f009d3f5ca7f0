"""Why a file holds no record at all: what it is instead, and what to do about it."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import msgspec

from goldkit.errors import DataError, bad
from goldkit.files.compression import open_binary

EXPECTED = "a log: JSON lines, one JSON list, a CSV or TSV table, or Parquet"
WHOLE = 64 << 20
"""Bytes that are looked at, at most."""
_CUT = "Input data was truncated"
"""How msgspec says that JSON ends too early."""


def no_record_in(path: Path) -> DataError:
    """The error for a file in which no record was found. Raises as open_binary."""
    with open_binary(path) as stream:
        data, whole = stream.read(WHOLE), not stream.read(1)
    if not data:
        return bad(path, None, "an empty file", EXPECTED)
    text = data.removeprefix(BOM_UTF8).strip()
    line, what, cure = _told(text, whole) if text else (None, "white space alone", "")
    where = None if line is None else line + data[: data.find(text)].count(b"\n")
    return bad(path, where, f"no record in it: {what}", EXPECTED, cure)


def _told(text: bytes, whole: bool) -> tuple[int | None, str, str]:
    """(line, what the text is, cure); the line counted from the text's own beginning."""
    if text.startswith(b"<"):
        return 1, "HTML or XML", "A server may have answered the export with a page, such as an error: export again."
    if b"\0" in text[:1000]:
        return None, "bytes that are no text in UTF-8", "If it is text, save the file as UTF-8."
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        if text[:1] not in (b"{", b"["):
            return None, "text that is neither JSON nor a table", ""
        if whole and str(error) == _CUT:
            return text.count(b"\n") + 1, "JSON that ends too early", "The file was cut off: copy or export it again."
        several = b"\n" in text and _is_json(text.split(b"\n", 1)[0])
        return None, "JSON lines without an object" if several else "JSON that is broken", ""
    except RecursionError:
        return None, "JSON nested too deeply", ""
    return _of_value(value)


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _of_value(value: Any) -> tuple[int | None, str, str]:
    if isinstance(value, list):
        return None, "a JSON list without an object in it" if value else "an empty JSON list", ""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        return None, "JSON inside one JSON string", "Unpack the string once, so that the file begins with { or [."
    return None, "one JSON value that is no object", ""
