"""The golden directory: its files read as records, appended to and replaced so that no crash or neighbour loses anything."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TypeVar

from goldkit.errors import DataError, Problem, UsageError
from goldkit.files import canonical
from goldkit.files.append import append_lines, locked, torn_tail
from goldkit.files.atomic import replace, replace_by
from goldkit.files.jsonl import decoder, read_lines
from goldkit.records import Batch, Chunk, Copy, Judgment, Look, Query, SplitLine
from goldkit.results.rejected import Rejected
from goldkit.store.absence import absence
from goldkit.store.in_order import InOrder, by_id
from goldkit.store.later import dated
from goldkit.store.new_texts import NewTexts, text_key
from goldkit.store.presence import APPENDED, frozen_names, is_there
from goldkit.store.quotable import quotable, shown_bytes
from goldkit.store.restored import compare
from goldkit.store.settings import Settings, read_settings
from goldkit.store.texts import hashed

T = TypeVar("T")
BATCH = 1000
"""Rejected drafts that are appended in one write: there may be more than memory should hold."""
IGNORED = ".lock\n.salt\n.*.tmp\n.unsaved.jsonl\n"
ATTRIBUTES = "".join(f"{name} merge=union\n" for name in APPENDED) + "frozen/** -text\n"  # no byte is converted


class GoldenDirectory:
    """A folder that holds a golden set. Reading needs no lock; every write takes `.lock`.

    notices: what a reader should be told although the work goes on, such as a torn last line that was skipped.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.notices: list[str] = []
        self._drawn: str | None = None

    @classmethod
    def open(cls, path: str | Path) -> GoldenDirectory:
        """The golden directory at a path. Raises UsageError where there is none, DataError where a newer goldkit wrote it."""
        golden = cls(path)
        if not golden.exists():
            raise UsageError(absence(golden.path))
        read_settings(golden.path / "goldkit.json")
        return golden

    def exists(self) -> bool:
        """Whether the folder holds any file of a golden set."""
        return is_there(self.path)

    def create(self) -> None:
        """Make the folder and the files that git needs, where they are not there yet."""
        if self.path.exists() and not self.path.is_dir():
            raise UsageError(f"{self.path}: a file, not a golden directory; --golden names another")
        self.path.mkdir(parents=True, exist_ok=True)
        with self._writing():
            for name, text in ((".gitignore", IGNORED), (".gitattributes", ATTRIBUTES)):
                self._need_lines(self.path / name, text)
            if not (self.path / "goldkit.json").exists():
                self.write_settings_while_locked(Settings())

    @staticmethod
    def _need_lines(path: Path, text: str) -> None:
        """Write the lines that git needs, or add those that a directory made by an older goldkit lacks."""
        there = path.read_bytes() if path.exists() else b""
        have = set(there.splitlines())
        lacking = [line for line in text.encode().splitlines(keepends=True) if line.rstrip() not in have]
        if lacking:
            replace(path, (there if there.endswith(b"\n") or not there else there + b"\n") + b"".join(lacking))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the lock; what killed processes had begun to write is removed, for nobody is writing now."""
        with locked(self.lock):
            for leftover in self.path.glob(".*.tmp"):
                leftover.unlink(missing_ok=True)
            yield

    @property
    def settings(self) -> Settings:
        """The settings, read anew."""
        return read_settings(self.path / "goldkit.json")

    def write_settings(self, settings: Settings) -> None:
        """Replace goldkit.json. All fields are written, so that a reader sees what can be set."""
        with self._writing():
            self.write_settings_while_locked(settings)

    def write_settings_while_locked(self, settings: Settings) -> None:
        """As write_settings, for a caller that holds the lock."""
        shown = {
            "format": settings.format,
            "scale": {"max": settings.scale.max, "relevant_from": settings.scale.relevant_from},
            "primary": settings.primary,
            "margin": settings.margin,
            "look_budget": settings.look_budget,
        }
        k = {} if settings.k is None else {"k": settings.k}
        replace(self.path / "goldkit.json", canonical.line(shown | k | dict(settings.unknown)))

    @property
    def lock(self) -> Path:
        """The lock file that all writers share."""
        return self.path / ".lock"

    def queries(self) -> list[Query]:
        """All queries, sorted by id. Raises DataError when two share an id."""
        return by_id(self.path / "queries.jsonl", self.numbered("queries.jsonl", Query))

    def queries_in_order(self) -> InOrder[Query]:
        """The same without holding them: they are read anew each time they are gone through."""
        path = self.path / "queries.jsonl"
        return InOrder(
            lambda: self._stream("queries.jsonl", Query), lambda query: query.id, lambda read: by_id(path, read)
        )

    def chunks_in_order(self) -> InOrder[Chunk]:
        """The stored texts as `chunks` gives them, read anew each time they are gone through."""

        def stream() -> Iterator[tuple[int, Chunk]]:
            return ((line, hashed(chunk)) for line, chunk in self._stream("chunks.jsonl", Chunk))

        return InOrder(stream, text_key, lambda read: sorted((chunk for _, chunk in read), key=text_key))

    def chunks_one_by_one(self) -> Iterator[Chunk]:
        """The stored texts in the order of the file, read as they are asked for. Raises DataError as judgments_one_by_one."""
        return (hashed(chunk) for _, chunk in self._stream("chunks.jsonl", Chunk))

    def judgments_one_by_one(self) -> Iterator[Judgment]:
        """As `judgments`, read as they are asked for. Raises DataError with all bad lines, after the last good one."""
        return (record for _, record in self._stream("judgments.jsonl", Judgment))

    def chunks(self) -> list[Chunk]:
        """The stored texts, sorted by (id, sha256); one id may have several. A missing sha256 is computed."""
        stored = (hashed(chunk) for _, chunk in self._stream("chunks.jsonl", Chunk))
        return sorted(stored, key=text_key)

    def judgments(self) -> list[Judgment]:
        """All judgments in the order of the file."""
        return [record for _, record in self._stream("judgments.jsonl", Judgment)]

    def copies(self) -> list[Copy]:
        """All copy lines in the order of the file."""
        return [record for _, record in self._stream("copies.jsonl", Copy)]

    def split(self) -> list[SplitLine]:
        """All split lines in the order of the file."""
        return [record for _, record in self._stream("split.jsonl", SplitLine)]

    def batches(self) -> list[Batch]:
        """The mined log files in the order of the file."""
        return [record for _, record in self._stream("batches.jsonl", Batch)]

    def batches_one_by_one(self) -> Iterator[Batch]:
        """The same, read as they are asked for: the line of a large log has many megabytes."""
        return (record for _, record in self._stream("batches.jsonl", Batch))

    def ledger(self) -> list[Look]:
        """The looks in the order of the file."""
        return [record for _, record in self._stream("ledger.jsonl", Look)]

    def dev_log(self) -> list[Look]:
        """The scoring calls on `dev` in the order of the file; their `set` is "dev" and `look` 0."""
        return [record for _, record in self._stream("dev-log.jsonl", Look)]

    def rejected(self) -> Iterator[Rejected]:
        """The rejected drafts in the order of the file, read as they are asked for."""
        return (record for _, record in self._stream("rejected.jsonl", Rejected))

    def numbered(self, name: str, kind: type[T]) -> list[tuple[int, T]]:
        """(line, record) of one of the files, for messages that say where; read as the methods above read it."""
        return list(self._stream(name, kind))

    def frozen_names(self) -> list[str]:
        """The names of the frozen sets, sorted. A name with a leading dot is one that was being written."""
        return frozen_names(self.path)

    def append(self, name: str, records: Iterable[object]) -> None:
        """Append records, or bytes of whole lines, to one of the append-only files, all or none, and bring them to disk.

        A Copy gets a time after the lines that it replaces (see store.later); bytes are written as they are.
        Raises IncompleteError when the disk is full; the file then stands as it was.
        """
        with self._writing():
            self._append(name, dated(records, self.copies()) if name == "copies.jsonl" else records)

    def _append(self, name: str, records: Iterable[object]) -> None:
        lines = (record if isinstance(record, bytes) else canonical.line(record) for record in records)
        torn = append_lines(self.path / name, lines)
        if torn:
            self.notices.append(f"{self.path / name}: a torn last line was cut{shown_bytes(self.path, torn)}")

    def append_judgments(self, choose: Callable[[Iterator[Judgment]], Iterable[Judgment]]) -> int:
        """Append what `choose` finds to be new beside the judgments there, all or none, under one lock; returns how many."""
        added = 0

        def counted() -> Iterator[Judgment]:
            nonlocal added
            for line in choose(self.judgments_one_by_one()):
                added += 1
                yield line

        with self._writing():
            self._append("judgments.jsonl", counted())
        return added

    def append_rejected(self, choose: Callable[[Iterator[Rejected]], Iterable[Rejected]]) -> int:
        """Append what `choose` finds to be new beside the rejected drafts there, a batch at a time, under one lock; how many."""
        added = 0
        with self._writing():
            fresh = iter(choose(self.rejected()))
            while batch := list(islice(fresh, BATCH)):
                self._append("rejected.jsonl", batch)
                added += len(batch)
        return added

    def rewrite_queries(self, change: Callable[[dict[str, Query]], Iterable[Query]]) -> None:
        """Replace queries.jsonl by what `change` makes of the queries there, under the lock for all of it."""
        with self._writing():
            before = {query.id: query for query in self.queries()}
            after = sorted(change(before), key=lambda query: query.id)
            if after != list(before.values()):
                replace(self.path / "queries.jsonl", b"".join(map(canonical.line, after)))

    def change_queries(self, change: Callable[[InOrder[Query]], Iterable[tuple[Query | None, Query]]]) -> None:
        """The same for more queries than memory should hold.

        change: gives each query as it was, None where there was none, and as it is to be, sorted by id.
        """
        changed = False

        def lines() -> Iterator[bytes]:
            nonlocal changed
            for before, after in change(self.queries_in_order()):
                changed = changed or before != after
                yield canonical.line(after)

        with self._writing():
            replace_by(self.path / "queries.jsonl", lines(), lambda: changed)

    def add_chunks(self, chunks: Iterable[Chunk]) -> int:
        """Store the texts that are not stored yet; returns how many those were."""
        with self._writing():
            texts = NewTexts(self.chunks_in_order(), map(hashed, chunks))
            if texts.new:
                replace_by(self.path / "chunks.jsonl", map(canonical.line, texts))
        return texts.new

    def salt(self) -> str:
        """The secret that session and user ids are hashed with: GOLDKIT_SALT, else `.salt`, made once and never committed."""
        salt = self.salt_to_be()
        self.keep_salt()
        return salt if os.environ.get("GOLDKIT_SALT") else self._kept_salt()

    def salt_to_be(self) -> str:
        """The same without writing it: where there is none yet, `keep_salt` writes what was drawn here."""
        kept = os.environ.get("GOLDKIT_SALT") or self._kept_salt()
        if not kept:
            self._drawn = self._drawn or os.urandom(16).hex()
        return kept or self._drawn or ""

    def keep_salt(self) -> None:
        """Write to `.salt` what `salt_to_be` drew, unless another process wrote one meanwhile."""
        if self._drawn is not None:
            self.path.mkdir(parents=True, exist_ok=True)
            with self._writing():
                if not self._kept_salt():
                    replace(self.path / ".salt", self._drawn.encode())

    def _kept_salt(self) -> str:
        path = self.path / ".salt"
        return path.read_bytes().decode("utf-8", "backslashreplace").strip() if path.exists() else ""

    def _stream(self, name: str, kind: type[T]) -> Iterator[tuple[int, T]]:
        """(line, record) of a file, none where it is not there. A torn last line of an append-only file is skipped with a notice.

        Raises DataError with all bad lines after the last good one.
        """
        path = self.path / name
        problems = []
        for line in read_lines(path, decoder(kind)) if path.exists() else ():
            if line.error is None:
                yield line.number, line.value
            elif (name in APPENDED or kind is Look) and not line.ended and torn_tail(line.raw):
                torn = f"a torn last line ({line.error}) is skipped; the next append cuts it"
                notice = f"{path}:{line.number}: {torn}{shown_bytes(self.path, line.raw)}"
                if notice not in self.notices:  # a file may be read more than once
                    self.notices.append(notice)
            else:
                expected = f"a {kind.__name__.lower()} record"
                error = line.error
                problems.append(Problem(str(path), line.number, error, expected, compare(self.path, name), line.quote))
        if problems:
            raise DataError(quotable(self.path, problems))
