"""A file that is one value, as JSON or as a Python literal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldkit.errors import DataError
from goldkit.formats.python_literal import NAMED, read_literal
from goldkit.formats.sniff import Head, head
from goldkit.formats.whole_json import read_json


def is_assignment(start: Head) -> bool:
    """Whether a file starts as a literal that is given a name."""
    return NAMED.match(start.first) is not None


def read_value(path: str | Path) -> Any:
    """The value of a whole file. Raises DataError with what is wrong with it as JSON, unless it can be read as a Python literal."""
    if is_assignment(head(path)):
        return read_literal(path)
    try:
        return read_json(path)
    except DataError as no_json:
        if _is_syntax(no_json):
            try:
                return read_literal(path)
            except DataError as no_literal:
                if not _is_syntax(no_literal):  # it is a literal, with something wrong in it
                    raise no_literal from no_json
        raise


def _is_syntax(error: DataError) -> bool:
    return error.problems[0].found.startswith(("no JSON", "no Python literal"))
