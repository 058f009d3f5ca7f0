"""What an export is given, and what it did: labelled questions on the way to another tool's form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from goldkit.phrases import counted
from goldkit.records import Chunk, Fact, Query
from goldkit.results.losses import Losses
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `ExportReport.to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedQuery:
    """One question with its labels as they are to be written.

    grades: chunk id → grade on the scale of the export, sorted by id. relevant: the chunks that answer, best grade first, then by
    id. facts: over these, each chunk a fact of its own where no copies are known.
    """

    query: Query
    grades: Mapping[str, int]
    relevant: tuple[str, ...]
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportSet:
    """What a writer is given. queries: those with a label that counts, sorted by id. chunks: all texts, sorted by id, gone through
    as often as needed. texts: of the labelled chunks, by id, where known. relevant_from: the first grade that is relevant.
    """

    name: str
    queries: tuple[ExportedQuery, ...]
    chunks: Iterable[Chunk] = ()
    texts: Mapping[str, Chunk] = field(default_factory=dict)
    relevant_from: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a writer wrote. files: in the order of writing. losses: beyond those that every format without the field shares.

    queries, results: of a run.
    """

    files: tuple[str, ...]
    losses: Losses = field(default_factory=Losses)
    notes: tuple[str, ...] = ()
    queries: int = 0
    results: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport(Tabular):
    """What an export did. set, run: the name of the one that was exported, None for the other. labels: of the queries of a set, or
    the results of a run. scale: of grades, in words.

    read: what was lost in reading a set that goldkit did not make, None for others. losses: what was lost in writing.
    burned: how many queries of a frozen set were recorded as shown now, None for a set that is not frozen.
    """

    format: str
    set: str | None
    run: str | None
    files: tuple[str, ...]
    queries: int
    labels: int
    scale: str
    losses: Losses
    notes: tuple[str, ...] = ()
    read: Losses | None = None
    burned: int | None = None

    @property
    def caption(self) -> str:
        """What the table is of."""
        noun = "label" if self.run is None else "result"
        held = f"{counted(self.queries, 'query')}, {counted(self.labels, noun)}"
        return f"{self.set if self.run is None else self.run} as {self.format}: {held}"

    def to_rows(self) -> list[Row]:
        """A row a count: what was written, and each kind of loss in reading and in writing, as `what` and `count`."""
        counts = [("queries", self.queries), ("labels" if self.run is None else "results", self.labels)]
        if self.read is not None:
            counts += [(f"in reading: {what}", count) for what, count in self.read.counts()]
        counts += [(f"in writing: {what}", count) for what, count in self.losses.counts()]
        return [{"what": what, "count": count} for what, count in counts]

    def to_dict(self) -> dict[str, Any]:
        """The report as `export --json` prints it."""
        report = asdict(self)
        report["writer"] = report.pop("format")
        return {"format": FORMAT, **report}
