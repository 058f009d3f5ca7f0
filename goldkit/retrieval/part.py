"""The file that a run grows in, one line a question: after a crash the same command goes on where it ended."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from goldkit.errors import UsageError, bad
from goldkit.files import canonical
from goldkit.files.jsonl import Line, read_lines
from goldkit.files.room import write_whole
from goldkit.files.temporary import room_needed
from goldkit.phrases import excerpt
from goldkit.records import JSON
from goldkit.retrieval.answer import Answer
from goldkit.retrieval.ask import Outcome

SUFFIX = ".part"
BEGINNING = b'{"part":'
SHOWN = 40
"""Characters of a parameter in a message: enough to tell two digests apart."""
RESTART = "--restart begins anew"


@dataclass(slots=True)
class Part:
    """The outcomes so far, by query. What failed is asked again by the next run, so that only answers are taken over."""

    path: Path
    handle: int
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Keep an outcome, in the file at once: the operating system has it before the next one is taken."""
        line = canonical.line(_row(outcome))
        with room_needed(self.path):
            write_whole(self.handle, line)
        self.outcomes[outcome.query] = outcome

    def remove(self) -> None:
        """The file is of no more use."""
        self.path.unlink()


@contextmanager
def open_part(run: Path, what: JSON, restart: bool) -> Iterator[Part]:
    """The part of a run file, with the answers that an earlier run of the same left. No other process has it meanwhile.

    what: everything that answers depend on; a part of another `what` is left alone. restart: forget what is there.
    Raises UsageError for a part of something else and for one that another process writes, DataError for what is no part.
    """
    path = run.with_name(run.name + SUFFIX)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{path}: another goldkit retrieve is at work on this run") from None
        part = Part(path, handle)
        if restart:
            os.ftruncate(handle, 0)
        _go_on(part, what)
        yield part
    finally:
        os.close(handle)


def _go_on(part: Part, what: JSON) -> None:
    """Take the answers over. A part of something else that holds no answer gives way; one that does is refused."""
    lines = list(read_lines(part.path))
    if lines and not lines[0].raw.startswith(BEGINNING):
        raise bad(part.path, 1, "no part of a run", "what goldkit retrieve left", f"Move it away; {RESTART}.")
    if lines and not lines[-1].ended:
        torn = lines.pop()
        os.ftruncate(part.handle, os.fstat(part.handle).st_size - len(torn.raw))
    outcomes = [_outcome(part.path, line) for line in lines[1:]]
    answered = {outcome.query: outcome for outcome in outcomes if outcome.answer is not None}
    if answered:
        _refuse_other(part.path, lines[0], what)
        part.outcomes.update(answered)
    else:
        os.ftruncate(part.handle, 0)
        with room_needed(part.path):
            write_whole(part.handle, canonical.line({"part": what}))


def _refuse_other(path: Path, first: Line, what: JSON) -> None:
    before = first.value["part"] if first.error is None and isinstance(first.value["part"], dict) else {}
    other = sorted(key for key in {*before, *what} if before.get(key) != what.get(key))
    if other:
        differs = "; ".join(f"{key} {_shown(before.get(key))}, now {_shown(what.get(key))}" for key in other)
        raise UsageError(f"{path} was begun with other parameters ({differs}); {RESTART}")


def _shown(value: object) -> str:
    return excerpt(canonical.encode(value).decode(), SHOWN) if value is not None else "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A line of the file."""

    query: str
    chunks: tuple[str, ...] | None = None
    scores: tuple[float, ...] | None = None
    cut: int = 0
    milliseconds: float = 0.0
    failed: str = ""


def _row(outcome: Outcome) -> _Row:
    answer = outcome.answer
    if answer is None:
        return _Row(query=outcome.query, failed=outcome.failed)
    milliseconds = round(outcome.milliseconds, 3)
    return _Row(query=outcome.query, chunks=answer.ids, scores=answer.scores, cut=answer.cut, milliseconds=milliseconds)


def _outcome(path: Path, line: Line) -> Outcome:
    try:
        row = msgspec.convert(line.value, _Row)
    except ValueError as error:
        raise bad(path, line.number, line.error or str(error), "a line of goldkit retrieve", f"{RESTART}.") from None
    answer = None if row.chunks is None else Answer(row.chunks, row.scores, row.cut)
    return Outcome(query=row.query, answer=answer, failed=row.failed, milliseconds=row.milliseconds)
