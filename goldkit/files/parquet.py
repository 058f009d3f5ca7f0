"""Parquet: rows read, columns written. pyarrow is an extra."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
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


def read_rows(path: str | Path, *, exact: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
    """(1-based row number, row as a dict of plain Python values) of a Parquet file, in batches, so that memory stays bounded.

    NaN, by which many tables mean an empty cell, and infinities, which JSON cannot carry, become None unless `exact`; times become
    ISO 8601.
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
                    yield number, {name: finite(value, exact) for name, value in row.items()}
    except (pyarrow.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno:  # the system's own words, not pyarrow's
            raise
        found = f"broken Parquet after row {number:,}" if number else "broken Parquet"
        raise bad(path, None, found, "a whole Parquet file", "Copy or export it again.") from error
    except UnicodeDecodeError as error:
        found = f"a text that is not UTF-8 after row {number} (byte {error.start + 1} of the value)"
        raise bad(path, None, found, "UTF-8") from error


def _seekable(path: str | Path) -> str | Path | io.BytesIO:
    """The file itself; one that was compressed as a whole is decompressed in memory, since Parquet is read from its end."""
    with Path(path).open("rb") as raw:
        return io.BytesIO(read_binary(path)) if is_compressed(raw.read(4)) else path


def finite(value: Any, exact: bool = False) -> Any:
    """A value of a table as JSON can carry it: None for NaN and infinities (these stay if `exact`), times in ISO 8601."""
    if isinstance(value, float):
        return value if exact or math.isfinite(value) else None
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [finite(item, exact) for item in value]
    if isinstance(value, dict):
        return {name: finite(item, exact) for name, item in value.items()}
    return value


def write_columns(
    path: str | Path, columns: Mapping[str, Sequence[Any]], types: Mapping[str, str] | None = None
) -> None:
    """Write a table as Parquet; the old file stands until the new one is whole. Its folder is made where it is not there.

    types: column → the name of its pyarrow type, of its items in brackets for a list ("[string]", "[[string]]"), "" to have it told
    from the values, each None or an object of the same names; others are strings. A name whose values are all None holds strings,
    or times where it ends in "datetime".
    Raises UsageError when pyarrow is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError(f"{path}: writing Parquet needs pyarrow: pip install 'goldkit[parquet]'") from error

    def kind(name: str) -> Any:
        wanted = (types or {}).get(name, "string")
        if not wanted:
            return _shape(pyarrow, columns[name])
        found = pyarrow.type_for_alias(wanted.strip("[]"))
        for _ in range(wanted.count("[")):
            found = pyarrow.list_(found)
        return found

    table = pyarrow.table({name: pyarrow.array(values, kind(name)) for name, values in columns.items()})
    whole = io.BytesIO()
    pyarrow.parquet.write_table(table, whole)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    replace(path, whole.getvalue())


def _shape(pyarrow: Any, values: Sequence[Mapping[str, Any] | None]) -> Any:
    """The type of objects that all have the same names."""
    whole = pyarrow.array(values).type if values else pyarrow.struct([])
    return pyarrow.struct(
        [
            (field.name, field.type) if field.type != pyarrow.null() else (field.name, _unknown(pyarrow, field.name))
            for field in whole
        ]
    )


def _unknown(pyarrow: Any, name: str) -> Any:
    return pyarrow.timestamp("us") if name.endswith("datetime") else pyarrow.string()
