"""Results as tables: rows for programs, data frames where pandas or polars is installed, HTML in notebooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from goldkit.errors import UsageError

Row = dict[str, Any]


class Tabular(ABC):
    """What a result has whose heart is one table: it says its rows and caption, and shows itself in a notebook."""

    __slots__ = ()

    @property
    @abstractmethod
    def caption(self) -> str:
        """What the table is of, in a few words."""

    @abstractmethod
    def to_rows(self) -> list[Row]:
        """The rows, each with the same keys."""

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame. Raises UsageError where pandas is not installed."""
        return pandas_frame(self.to_rows())

    def to_polars(self) -> Any:
        """The rows as a polars DataFrame. Raises UsageError where polars is not installed."""
        return polars_frame(self.to_rows())

    def _repr_html_(self) -> str:
        """The rows as an HTML table, for notebooks; every name is escaped."""
        return html_table(self.caption, self.to_rows())


def pandas_frame(rows: Sequence[Row]) -> Any:
    """Rows as a pandas DataFrame. Raises UsageError where pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise UsageError("to_pandas() needs pandas: pip install pandas") from None
    return DataFrame(rows)


def polars_frame(rows: Sequence[Row]) -> Any:
    """Rows as a polars DataFrame. Raises UsageError where polars is not installed."""
    try:
        from polars import DataFrame
    except ImportError:
        raise UsageError("to_polars() needs polars: pip install polars") from None
    return DataFrame(rows, infer_schema_length=None)


def html_table(caption: str, shown: Sequence[Mapping[str, Any]]) -> str:
    """Rows as an HTML table, every name and value escaped; numbers with three decimals."""
    from html import escape

    heads = "".join(f"<th>{escape(name)}</th>" for name in (shown[0] if shown else ()))
    lines = ("".join(f"<td>{escape(_said(value))}</td>" for value in row.values()) for row in shown)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _said(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    return f"{value:.3f}" if isinstance(value, float) else str(value)
