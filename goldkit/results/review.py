"""What a review returns: how far it is, what one sitting did, and what an applied file brought."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from goldkit.phrases import counted
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far one judge is.

    done: pairs this judge has judged (graded, or said that they cannot be). left: items still in the queue, postponed ones
    included. queries_done: queries with something judged and nothing left; queries_left: those with items in the queue.
    """

    done: int = 0
    left: int = 0
    postponed: int = 0
    queries_done: int = 0
    queries_left: int = 0

    @property
    def total(self) -> int:
        """Judged and still to judge."""
        return self.done + self.left


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """What one sitting did: verdicts recorded (grade → how often), put off, taken back; and how far the judge is now.

    pairs: verdicts on whether two chunks say the same.
    """

    judge: str
    grades: dict[int, int] = field(default_factory=dict)
    cannot_judge: int = 0
    later: int = 0
    undone: int = 0
    progress: Progress = field(default_factory=Progress)
    pairs: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `goldkit review --json`."""
        grades = {str(grade): count for grade, count in sorted(self.grades.items())}
        return {"format": FORMAT} | asdict(self) | {"grades": grades, "progress": asdict(self.progress)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied(Tabular):
    """What a file of verdicts brought.

    applied: lines added. known: lines that said nothing new. superseded: lines about a pair that the same judge speaks about again
    further down, without times to tell them apart. new_texts: texts stored with them. other_texts: lines that name a text which
    is not the chunk's text now. judges: judge → lines added or known. pairs, known_pairs: verdicts on pairs of chunks that were
    added, and that said nothing new. derived: labels that follow from copies, before and after; None where no pair was added.
    held_out: frozen set → added lines on its queries, which reach its next version alone.
    """

    file: str
    applied: int
    known: int
    superseded: int
    new_texts: int
    other_texts: int
    judges: dict[str, int] = field(default_factory=dict)
    pairs: int = 0
    known_pairs: int = 0
    derived: tuple[int, int] | None = None
    held_out: dict[str, int] = field(default_factory=dict)

    @property
    def caption(self) -> str:
        """What the table is of."""
        pairs = f", {counted(self.pairs, 'verdict')} on pairs of chunks" if self.pairs else ""
        return f"{self.file}: {counted(self.applied, 'new verdict')}{pairs}, {self.known + self.known_pairs:,} known"

    def to_rows(self) -> list[Row]:
        """A row a judge: lines added or known."""
        return [{"judge": judge, "lines": lines} for judge, lines in self.judges.items()]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `goldkit review --apply FILE --json`."""
        return {"format": FORMAT} | asdict(self)
