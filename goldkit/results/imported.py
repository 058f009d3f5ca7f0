"""What reading another tool's file gives: questions and grades in that file's own terms, and what it had that was left behind."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from goldkit.phrases import counted
from goldkit.records import JSON, Chunk, Judgment, Query
from goldkit.results.losses import Losses
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `ImportReport.to_dict` gives."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a document, in characters, end exclusive; None for what the file does not say."""

    document: str | None
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLabel:
    """One label of a question, as the file has it.

    grade: on the file's own scale, None where the file only says "relevant". by, at: who said so and when, None where unknown.
    text: the chunk's, in a file that knows no ids: `chunk` is "" then, to be found by it. machine: whether a model says so.
    span: where the answer stands, in a file that knows no chunks. metadata: goes into the judgment.
    """

    chunk: str
    grade: int | None = None
    by: str | None = None
    at: str | None = None
    text_sha256: str | None = None
    quote: str | None = None
    note: str | None = None
    text: str | None = None
    machine: bool = False
    span: Span | None = None
    metadata: JSON = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedQuery:
    """One question of the file and its labels.

    query: its `id` is "" where the file gives none, its `text` "" where the file knows ids only.
    line: where the file has it, None where lines mean nothing.
    """

    query: Query
    labels: tuple[ImportedLabel, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A file of labels, read. Nothing in it is goldkit's yet: no ids are made, grades are on the file's own scale.

    path: the file or folder. chunks: the texts of labelled chunks, where the file brings them.
    spare: ids of queries that have a text and no judgment, sorted.
    losses: what the file holds and this does not. notes: what a reader should know, a sentence each.
    """

    path: str
    queries: tuple[ImportedQuery, ...]
    spare: tuple[str, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    losses: Losses = field(default_factory=Losses)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """Imported questions as goldkit's own records: ids made where there were none, grades on the set's scale.

    reading: how the file's grades were read, in words. losses, notes: the file's own, and what was left behind here.
    """

    queries: tuple[Query, ...]
    judgments: tuple[Judgment, ...]
    chunks: tuple[Chunk, ...]
    reading: str
    losses: Losses = field(default_factory=Losses)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport(Tabular):
    """What an import did. known: what was there already. labelled: chunks with a label; lacking: those that the corpus has not.

    reason: why lacking ids do not meet the corpus's, where one explains some. untold: labelled chunks whose text is not known.
    """

    format: str
    path: str
    status: str
    new_queries: int
    known_queries: int
    new_judgments: int
    known_judgments: int
    new_chunks: int
    labelled: int
    lacking: tuple[str, ...]
    reason: str | None
    untold: int
    reading: str
    losses: Losses
    notes: tuple[str, ...]

    @property
    def caption(self) -> str:
        """What the table is of."""
        new = f"{counted(self.new_queries, 'new query')}, {counted(self.new_judgments, f'new {self.status} judgment')}"
        return f"{self.path} as {self.format}: {new}"

    def to_rows(self) -> list[Row]:
        """A row a count: what is new, what was known, what the corpus lacks, and each kind of loss, as `what` and `count`."""
        counts = {
            "new queries": self.new_queries,
            "known queries": self.known_queries,
            "new judgments": self.new_judgments,
            "known judgments": self.known_judgments,
            "new texts": self.new_chunks,
            "labelled chunks": self.labelled,
            "labelled chunks that the corpus lacks": len(self.lacking),
            "labelled chunks without a text": self.untold,
        }
        return [{"what": what, "count": count} for what, count in (*counts.items(), *self.losses.counts())]

    def to_dict(self) -> dict[str, Any]:
        """The report as `import --json` prints it."""
        report = asdict(self)
        report["reader"] = report.pop("format")
        return {"format": FORMAT, **report}
