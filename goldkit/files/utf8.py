"""UTF-8 of files: a whole text, its lines as bytes, and where it is none. A byte order mark is no part of either."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from goldkit.errors import bad
from goldkit.files.compression import open_binary, read_binary

CURE = "Save the file as UTF-8."
PARQUET = b"PAR1"
UTF16 = (b"\xff\xfe", b"\xfe\xff")


def refuse_other(path: str | Path, start: bytes) -> None:
    """Raise DataError where a file that should be text begins as UTF-16 or Parquet does."""
    if start.startswith(UTF16):
        raise bad(path, 1, "UTF-16", "UTF-8", CURE)
    if start.startswith(PARQUET):
        raise bad(path, None, "Parquet", "text in UTF-8", "Save the table as CSV or JSON lines.")


def read_text(path: str | Path) -> str:
    """The decompressed text of a file. Raises DataError with the line and the byte of what is not UTF-8, and as refuse_other and
    open_binary."""
    data = read_binary(path).removeprefix(BOM_UTF8)
    refuse_other(path, data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad(path, line, not_utf8(error, "file"), "UTF-8", CURE) from error


def raw_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """(1-based number, bytes) of every line, blank ones too, each with its line end. Raises as refuse_other and open_binary."""
    with open_binary(path) as stream:
        for number, line in enumerate(stream, 1):
            if number == 1:
                refuse_other(path, line)
                line = line.removeprefix(BOM_UTF8)
            yield number, line


def not_utf8(error: UnicodeDecodeError, of: str) -> str:
    """For a message: the first byte that is not UTF-8, and where it stands, counted from 1. of: what it is counted in."""
    return f"bytes that are not UTF-8 (0x{error.object[error.start]:02x} at byte {error.start + 1} of the {of})"
