"""What mining returns: what was read, what could not be used and why, and what it proposes for the golden directory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Any

from goldkit.phrases import counted
from goldkit.records import Batch, Chunk, Judgment, Query
from goldkit.results.match import MatchResult
from goldkit.results.position_bias import PositionBias
from goldkit.results.selection import Selection
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Something met in a log. count: records or lines. first_line: the first of them, 1-based."""

    reason: str
    count: int
    first_line: int


@dataclass(frozen=True, slots=True)
class Position:
    """Where an application's result positions begin. base: 0 or 1. seen: how many positions that was told from."""

    application: str
    base: int
    seen: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """Something private that was replaced by a marker. found: what stood there; times: how often; file, line: where first.

    became: the question or passage with its markers. This is for the eyes of whoever mines: it is never written beside the set.
    """

    rule: str
    found: str
    times: int
    file: str
    line: int | None
    became: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MinedFile:
    """One log file. known: it was mined before, so it adds nothing. records: read; used: of these; kinds: kind of record → count.

    distinct: what was counted → how many different ones. unused: why the others were not. notes: oddities of used records.
    advice: what the export cannot give, and which one would. broken: lines that hold no record; unused tells why for these, too.
    """

    file: str
    reader: str
    batch: str
    known: bool = False
    records: int = 0
    used: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    distinct: dict[str, int] = field(default_factory=dict)
    unused: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    positions: tuple[Position, ...] = ()
    advice: tuple[str, ...] = ()
    broken: int = 0


@dataclass(frozen=True, slots=True)
class Vanished:
    """A chunk id that a log names and the corpus lacks. queries: how many named it. evidence: whether anything spoke for it."""

    chunk: str
    queries: int
    evidence: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MineResult(Tabular):
    """All of one mining call; `goldkit.mining.save` writes it.

    interactions: questions asked, each counted once. repeated: interactions that an earlier batch or line held already.
    new, known: distinct questions without and with a place in the golden directory. variants: further spellings of these.
    set_aside: reason → questions. queries, proposals, chunks, batches: records to write, sorted; the lines of a pair together.
    supported: proposed pairs that something speaks for. textless: proposed chunks without a known text.
    skipped: files of a folder that are no logs. replaced: rule → how often its marker was put in place of something private.
    replacements: what it was, the first MOST of them that differ. match: how passages were given to chunks.
    merged, misspelt: wordings merged into another question, since only form or small words differ, and since a word was misspelt.
    position_bias: clicks by rank, None where no rank was clicked.
    followups: questions that lean on the turn before. rewritten: those that the log has as they stand alone.
    selection: what `select` chose, None where nothing was to be chosen. waiting: questions that an earlier one set aside.
    machine_questions, machine_times: what machines asked, and how often beyond what the weights count.
    hashes: batch → its `record_ids` in pieces, which its line is to have; there may be many.
    below: pairs that were only shown and are not proposed, since `depth` others of their question are, for none of which anything
    speaks. beside: such pairs of questions of which something speaks for another chunk.
    """

    files: tuple[MinedFile, ...]
    interactions: int
    repeated: int
    new: int
    known: int
    variants: int
    set_aside: dict[str, int]
    queries: Sequence[Query]
    proposals: Sequence[Judgment]
    supported: int
    vanished: tuple[Vanished, ...]
    textless: tuple[str, ...]
    chunks: Sequence[Chunk]
    batches: tuple[Batch, ...]
    skipped: tuple[str, ...] = ()
    replaced: dict[str, int] = field(default_factory=dict)
    replacements: tuple[Replacement, ...] = ()
    match: MatchResult = field(default_factory=MatchResult)
    merged: int = 0
    misspelt: int = 0
    position_bias: PositionBias | None = None
    followups: int = 0
    rewritten: int = 0
    selection: Selection | None = None
    waiting: int = 0
    machine_questions: int = 0
    machine_times: int = 0
    hashes: Mapping[str, Iterable[str]] = field(default_factory=dict)
    depth: int = 0
    below: int = 0
    beside: int = 0

    @property
    def pairs(self) -> int:
        """The (question, chunk) pairs proposed; one pair has a proposal for each batch that tells of it."""
        return sum(1 for _ in groupby(self.proposals, lambda line: (line.query, line.chunk)))

    @property
    def caption(self) -> str:
        """What the table is of."""
        return f"{counted(self.new, 'new question')}, {self.known:,} known, {counted(self.pairs, 'pair')} proposed"

    def to_rows(self) -> list[Row]:
        """A row a log file: what was read in it, what was used, and why the rest was not."""
        return [
            {
                "file": one.file,
                "reader": one.reader,
                "known": one.known,
                "records": one.records,
                "used": one.used,
                "unused": [f"{reason.count:,} × {reason.reason}" for reason in one.unused],
                "broken": one.broken,
            }
            for one in self.files
        ]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `mine --json`, format 1: the counts and lists a script wants, without the records themselves."""
        records = ("queries", "proposals", "chunks", "batches", "files", "replacements", "hashes")
        counted = replace(self, queries=(), proposals=(), chunks=(), batches=(), hashes={})
        value = {key: item for key, item in asdict(counted).items() if key not in records}
        counts = {key: len(getattr(self, key)) for key in ("queries", "proposals", "chunks", "batches")}
        counts["pairs"] = self.pairs
        if self.selection is not None:
            value["selection"].pop("standings")
        return {"format": FORMAT, "files": [asdict(file) for file in self.files], **value, **counts}
