"""Writing the plain mapping: query id → the ids of the chunks that answer it, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from goldkit.files import canonical
from goldkit.formats.one_file import write_file
from goldkit.formats.options import WriteOptions
from goldkit.results.exported import ExportSet, Written


def write_mapping(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write `{"q1": ["c1", "c2"]}`, a query a line, the best grade first."""
    return Written(files=write_file(path, _lines(exported)))


def _lines(exported: ExportSet) -> Iterator[bytes]:
    before = b"{\n"
    for one in exported.queries:
        yield before + canonical.encode(one.query.id) + b":" + canonical.encode(list(one.relevant))
        before = b",\n"
    yield b"\n}\n"
