"""Lines of TREC files: columns separated by white space, or by tabs alone where ids hold spaces."""

from __future__ import annotations

from goldkit.files.utf8 import not_utf8
from goldkit.phrases import counted


def columns(line: bytes, count: int) -> list[bytes]:
    """The columns of a line, [] of a blank one. Raises ValueError, with their number, when they are not `count`.

    A line with as many fields between tabs as expected is read by its tabs, so that its ids may hold spaces. Only ASCII white
    space separates: a no-break space belongs to an id.
    """
    if b"\t" in line:
        by_tab = line.rstrip(b"\r\n").split(b"\t")
        if len(by_tab) == count:
            if not all(by_tab):
                raise ValueError("an empty column")
            return by_tab
    found = line.split()
    if found and len(found) != count:
        raise ValueError(counted(len(found), "column"))
    return found


def whole(text: bytes, what: str) -> int:
    """A whole number, also written as 3.0. Raises ValueError that names what it should have been."""
    number = real(text, what)
    if not number.is_integer():
        raise ValueError(f"{text.decode()} as a {what}")
    return int(number)


def real(text: bytes, what: str) -> float:
    """A number. Raises ValueError that names what it should have been; 1_0 is a number to Python only."""
    try:
        if b"_" in text:
            raise ValueError
        return float(text)
    except ValueError:
        raise ValueError(f"{text.decode('utf-8', 'backslashreplace')!r} as a {what}") from None


def decoded(name: bytes) -> str:
    """An id as a string. Raises ValueError when it is not UTF-8."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(not_utf8(error, f"id {name!r}")) from error
