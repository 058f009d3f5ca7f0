"""Parquet: rows read, columns written. pyarrow is an extra."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from goldkit.errors import UsageError, bad
from goldkit.files.atomic import replace
from goldkit.files.compression import is_compressed, open_binary, read_binary

MAGIC = b"PAR1"


def is_parquet(path: str | Path) -> bool:
    """Whether a file, decompressed, begins as Parquet does. Raises as open_binary."""
    with open_binary(path) as stream:
        return stream.read(len(MAGIC)) == MAGIC


def read_rows(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """(1-based row number, row as a dict of plain Python values) of a Parquet file, in batches, so that memory stays bounded.

    NaN, by which many tables mean an empty cell, and infinities, which JSON cannot carry, become None.
    Raises UsageError when pyarrow is not installed, DataError when the file is broken or a text in it is not UTF-8.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError(f"{path}: reading Parquet needs pyarrow: pip install 'goldkit[parquet]'") from error
    number = 0
    try:
        with pyarrow.parquet.ParquetFile(_seekable(path)) as file:
            for batch in file.iter_batches():
                for row in batch.to_pylist():
                    number += 1
                    yield number, {name: _finite(value) for name, value in row.items()}
    except (pyarrow.ArrowException, OSError) as error:
        raise bad(
            path, None, f"broken Parquet ({error})", "a whole Parquet file", "Copy or export it again."
        ) from error
    except UnicodeDecodeError as error:
        found = f"a text that is not UTF-8 after row {number} (byte {error.start + 1} of the value)"
        raise bad(path, None, found, "UTF-8") from error


def _seekable(path: str | Path) -> str | Path | io.BytesIO:
    """The file itself; one that was compressed as a whole is decompressed in memory, since Parquet is read from its end."""
    with Path(path).open("rb") as raw:
        return io.BytesIO(read_binary(path)) if is_compressed(raw.read(4)) else path


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    return value


def write_columns(
    path: str | Path, columns: Mapping[str, Sequence[Any]], types: Mapping[str, str] | None = None
) -> None:
    """Write a table as Parquet; the old file stands until the new one is whole.

    types: column → the name of its pyarrow type, `list` for lists of strings and `lists` for lists of these; others are strings.
    Raises UsageError when pyarrow is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError(f"{path}: writing Parquet needs pyarrow: pip install 'goldkit[parquet]'") from error
    listed = pyarrow.list_(pyarrow.string())
    known = {"list": listed, "lists": pyarrow.list_(listed)}

    def kind(name: str) -> Any:
        wanted = (types or {}).get(name, "string")
        return known.get(wanted) or pyarrow.type_for_alias(wanted)

    table = pyarrow.table({name: pyarrow.array(values, kind(name)) for name, values in columns.items()})
    whole = io.BytesIO()
    pyarrow.parquet.write_table(table, whole)
    replace(path, whole.getvalue())
