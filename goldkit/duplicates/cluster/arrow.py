"""Arrow's columns as those that work is done on, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow

Columns = Mapping[str, Any]
"""Equally long columns: numbers as NumPy arrays, texts and bytes as lists."""

Kinds = Mapping[str, str]
"""Column → "integer", "hash" (unsigned, 64 bits), "figure", "flag", "text" or "bytes"."""


def fields_of(structs: Any) -> dict[str, Any]:
    """The columns that an Arrow column of structs holds, by name."""
    return {field.name: column for field, column in zip(structs.type, structs.flatten(), strict=True)}


def columns_of(columns: Mapping[str, Any]) -> Columns:
    """Arrow's columns as those of a batch; the members of groups as columns of their own, with `ends`."""
    import pyarrow

    found: dict[str, Any] = {}
    for name, column in columns.items():
        if isinstance(column, pyarrow.ChunkedArray):
            column = column.combine_chunks()
        if name == "members":
            found |= {part: _plain(values) for part, values in fields_of(column.flatten()).items()}
            found["ends"] = column.value_lengths().to_numpy(zero_copy_only=False).cumsum()
        else:
            found[name] = _plain(column)
    return found


def _plain(column: Any) -> Any:
    import pyarrow

    number = pyarrow.types.is_integer(column.type) or pyarrow.types.is_floating(column.type)
    if (number or pyarrow.types.is_boolean(column.type)) and not column.null_count:
        return column.to_numpy(zero_copy_only=False)
    return column.to_pylist()


def listed(column: Any) -> list[Any]:
    """One of `Columns` as a list of Python's own values."""
    values: list[Any] = column if isinstance(column, list) else column.tolist()
    return values


def table_of(columns: Columns, kinds: Kinds) -> pyarrow.Table:
    """Columns as a table of Arrow with exactly these kinds."""
    import pyarrow

    fields = list(struct_of(kinds))
    return pyarrow.table(
        [pyarrow.array(columns[field.name], field.type) for field in fields], schema=pyarrow.schema(fields)
    )


def struct_of(kinds: Kinds) -> Any:
    """The Arrow type of a row."""
    import pyarrow

    types = {
        "integer": pyarrow.int64(),
        "hash": pyarrow.uint64(),
        "figure": pyarrow.float64(),
        "flag": pyarrow.bool_(),
        "text": pyarrow.large_string(),
        "bytes": pyarrow.large_binary(),
        "texts": pyarrow.large_list(pyarrow.large_string()),
    }
    return pyarrow.struct([(name, types[kind]) for name, kind in kinds.items()])
