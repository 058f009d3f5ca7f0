"""Writing the plain mapping: query id → the ids of the chunks that answer it, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from goldkit.files import canonical
from goldkit.files.atomic import replace_by
from goldkit.formats.options import WriteOptions
from goldkit.formats.run_rankings import file_of
from goldkit.results.exported import ExportSet, Written


def write_mapping(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write `{"q1": ["c1", "c2"]}`, a query a line, the best grade first."""
    files = file_of(path)
    replace_by(path, _lines(exported))
    return Written(files=files)


def _lines(exported: ExportSet) -> Iterator[bytes]:
    before = b"{\n"
    for one in exported.queries:
        yield before + canonical.encode(one.query.id) + b":" + canonical.encode(list(one.relevant))
        before = b",\n"
    yield b"\n}\n"
