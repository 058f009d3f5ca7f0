"""What a file is, told by its content and never by its name."""

from __future__ import annotations

from codecs import BOM_UTF8
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from goldkit.errors import bad
from goldkit.files.compression import open_binary
from goldkit.files.utf8 import CURE, PARQUET, UTF16


@dataclass(frozen=True, slots=True)
class Head:
    """The first two lines of a file that are not blank, without their line ends; b"" where there are fewer.

    value: the first line as JSON, None when it is none.
    """

    first: bytes
    second: bytes
    value: Any

    @property
    def parquet(self) -> bool:
        """Whether the file says that it is Parquet."""
        return self.first.startswith(PARQUET)

    @property
    def trec_run(self) -> bool:
        """Whether the first line has the six columns of a TREC run, whatever sign its query id begins with."""
        columns = self.first.split()
        return len(columns) == 6 and columns[1].upper() == b"Q0"

    @property
    def whole_json(self) -> bool:
        """Whether the file is one JSON value over several lines, or a list, rather than one value a line."""
        if self.trec_run:
            return False
        if self.first.startswith(b"["):
            return not isinstance(self.value, list) or not self.second
        return self.first.startswith(b"{") and self.value is None and not self.second.startswith(b"{")

    @property
    def one_json(self) -> bool:
        """Whether the file is one JSON value, be it on a single line."""
        return self.whole_json or (isinstance(self.value, dict) and not self.second)


def head(path: str | Path) -> Head:
    """The head of a file. Raises DataError when it is empty, has nothing but blanks, is UTF-16, or cannot be read as a file."""
    lines: list[bytes] = []
    with open_binary(path) as stream:
        for line in stream:
            if not lines and line.startswith(UTF16):
                raise bad(path, 1, "UTF-16", "UTF-8", CURE)
            line = line.removeprefix(BOM_UTF8).strip()
            if line:
                lines.append(line)
            if len(lines) == 2 or line.startswith(PARQUET):
                break
    if not lines:
        raise bad(path, None, "an empty file", "at least one record")
    return Head(lines[0], lines[1] if len(lines) > 1 else b"", _value(lines[0]))


def _value(line: bytes) -> Any:
    try:
        return msgspec.json.decode(line)
    except (ValueError, RecursionError):
        return None
