"""Tables that one machine need not hold, and the two things that are done with them: map over batches, group.

The one file that knows Daft. Work is a value that travels to where the rows are: it takes a batch of rows as columns and gives
columns of other rows. What it does must depend on its rows only, since a batch whose worker died is given to another one.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from goldkit.duplicates.cluster.arrow import Columns, Kinds, columns_of, fields_of, listed, struct_of, table_of
from goldkit.errors import IncompleteError, UsageError

if TYPE_CHECKING:
    from goldkit.duplicates.engine import Engine

INSTALL = "pip install 'goldkit[cluster]'"

ROOM = 1 << 14
"""Rows of a batch where nothing else is said."""


class Work(Protocol):
    """What is done to each batch. gives: the columns of the rows it makes."""

    @property
    def gives(self) -> Kinds:
        """The columns of the rows it makes."""

    def __call__(self, batch: Columns) -> Columns:
        """The rows made of a batch; of grouped ones `ends` tells where the members of each end."""


@dataclass(frozen=True, slots=True)
class Frames:
    """Makes tables, on Ray or in this process. folder: where tables are kept, for all workers to see."""

    folder: str

    def url_of(self, path: str) -> str:
        """Where a written file is. In an object store Daft tells bucket and key, and takes them only with the store before them."""
        store, mark, _ = self.folder.partition("://")
        return f"{store}{mark}{path}" if mark and mark not in path else path

    def of(self, columns: Columns, kinds: Kinds) -> Frame:
        """A table of rows at hand."""
        import daft

        return Frame(self, daft.from_arrow(table_of(columns, kinds)))

    def parquet(self, paths: str | Sequence[str], place: str) -> Frame:
        """The rows of Parquet files, by names or globs, each with its file's name under `place`."""
        import daft

        with _Said():
            return Frame(self, daft.read_parquet(_paths(paths), file_path_column=place))

    def lines(self, paths: str | Sequence[str], place: str) -> Frame:
        """The lines of text files that are not blank, in the column `text`, each with its file's name under `place`."""
        import daft

        with _Said():
            return Frame(self, daft.read_text(_paths(paths), file_path_column=place))


class Frame:
    """A table. Nothing is computed before it is `kept` or gone through."""

    def __init__(self, frames: Frames, rows: Any) -> None:
        self._frames, self._rows = frames, rows

    @property
    def names(self) -> list[str]:
        """The columns."""
        names: list[str] = self._rows.column_names
        return names

    def mapped(self, work: Work, size: int = ROOM) -> Frame:
        """The first verb: the rows that the work makes of each batch of at most `size` rows."""
        import daft
        from daft.functions import to_struct

        rows = to_struct(**{name: daft.col(name) for name in self.names})
        kind = daft.DataType.list(daft.DataType.from_arrow_type(struct_of(work.gives)))
        applied = daft.func.batch(return_dtype=kind, batch_size=size, use_process=False)(_applied(work))
        made = self._rows.select(applied(rows).alias("made")).explode("made", ignore_empty_and_null=True)
        return Frame(self._frames, made.select(*(daft.col("made").get(name).alias(name) for name in work.gives)))

    def grouped(self, *keys: str) -> Frame:
        """The second verb: one row for each value of the keys, its other columns listed as `members`, in no order."""
        import daft
        from daft.functions import to_struct

        members = to_struct(**{name: daft.col(name) for name in self.names if name not in keys})
        rows = self._rows.select(*keys, members.alias("members"))
        return Frame(self._frames, rows.groupby(*keys).agg(daft.col("members").list_agg()))

    def joined(self, other: Frame, on: str, how: str = "inner") -> Frame:
        """The rows of both that agree in a column; how: "inner", "semi" (rows of this one) or "anti" (those left over)."""
        return Frame(self._frames, self._rows.join(other._rows, on=on, how=how))

    def renamed(self, names: Mapping[str, str]) -> Frame:
        """The columns that are named, under their new names."""
        import daft

        return Frame(self._frames, self._rows.select(*(daft.col(old).alias(new) for old, new in names.items())))

    def only(self, *names: str) -> Frame:
        """Some of the columns."""
        return Frame(self._frames, self._rows.select(*names))

    def where(self, flag: str, holds: bool = True) -> Frame:
        """The rows whose flag is set, or is not."""
        import daft

        column = daft.col(flag)
        return Frame(self._frames, self._rows.where(column if holds else ~column))

    def distinct(self) -> Frame:
        """Each row once."""
        return Frame(self._frames, self._rows.distinct())

    def with_all(self, other: Frame) -> Frame:
        """The rows of both, which have the same columns."""
        return Frame(self._frames, self._rows.concat(other._rows.select(*self.names)))

    def sorted(self, by: str) -> Frame:
        """The rows in the order of a column."""
        return Frame(self._frames, self._rows.sort(by))

    def kept(self) -> Frame:
        """The same rows, computed now and kept in files until the end."""
        import daft

        schema = self._rows.schema().to_pyarrow_schema()
        with _Said():
            written = self._rows.write_parquet(f"{self._frames.folder}/rows").to_pydict()["path"]
            # Those files only: one that a killed worker left is not among them.
            files = [self._frames.url_of(path) for path in written]
            rows = daft.read_parquet(files) if files else daft.from_arrow(schema.empty_table())
        return Frame(self._frames, rows)

    def __len__(self) -> int:
        with _Said():
            count: int = self._rows.count_rows()
        return count

    def total(self, name: str) -> int:
        """The sum of a column of integers."""
        with _Said():
            total = self._rows.sum(name).to_pydict()[name][0]
        return int(total or 0)

    def batches(self) -> Iterator[Columns]:
        """The rows, brought here a batch at a time."""
        with _Said():
            for batch in self._rows.to_arrow_iter():
                yield columns_of(dict(zip(batch.schema.names, batch.columns, strict=True)))

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows one by one, brought here."""
        for batch in self.batches():
            yield from zip(*(listed(batch[name]) for name in self.names), strict=True)


def started(engine: Engine, folder: str) -> Frames:
    """Daft at work as the engine says. Raises UsageError where it is not installed."""
    # Nobody is told that goldkit was used, and stderr has goldkit's own progress.
    os.environ.setdefault("DO_NOT_TRACK", "true")
    os.environ.setdefault("RAY_TQDM", "0")
    try:
        import daft
        import pyarrow  # noqa: F401  # Daft's own: missing, it is no installation

        if engine.name == "ray":
            _on_ray(engine.workers)
        elif daft.get_or_infer_runner_type() != "native":
            raise UsageError("this process works with Ray already; use another for --engine daft")
        else:
            daft.set_runner_native(num_threads=engine.workers)
    except ImportError as error:
        raise UsageError(f"--engine {engine.name} needs Daft{_and_ray(engine)}: {INSTALL}") from error
    return Frames(folder)


def _and_ray(engine: Engine) -> str:
    return " and Ray" if engine.name == "ray" else ""


def _on_ray(workers: int) -> None:
    import daft
    import ray

    if not ray.is_initialized():
        where = os.environ.get("RAY_ADDRESS")
        own: dict[str, Any] = {} if where else {"num_cpus": workers, "include_dashboard": False}
        ray.init(address=where, log_to_driver=False, logging_level=logging.ERROR, **own)
    daft.set_runner_ray(noop_if_initialized=True)


class _Said:
    """What Daft raises, as an error that a user can act on."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        from daft.exceptions import DaftCoreException

        if isinstance(error, FileNotFoundError):
            raise UsageError(_first_line(error)) from error
        if isinstance(error, DaftCoreException):
            raise IncompleteError(f"Daft: {error}") from error


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0].removeprefix("DaftError::FileNotFound ")


def _paths(paths: str | Sequence[str]) -> str | list[str]:
    return paths if isinstance(paths, str) else list(paths)


def _applied(work: Work) -> Any:
    def apply(rows: Any) -> Any:
        import pyarrow

        batch = rows.to_arrow()
        made = table_of(work(columns_of(fields_of(batch))), work.gives)
        values = pyarrow.StructArray.from_arrays(
            [column.combine_chunks() for column in made.columns], fields=list(struct_of(work.gives))
        )
        # As many lists as there were rows: the first holds all that was made, the others nothing.
        ends = pyarrow.array([0, *[len(values)] * len(batch)], pyarrow.int64())
        return pyarrow.LargeListArray.from_arrays(ends, values)

    return apply
