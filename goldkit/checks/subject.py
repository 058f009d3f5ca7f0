"""What the checks look at, read once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from goldkit.checks.changes import Changes
from goldkit.errors import DataError, Problem
from goldkit.records import Batch, Chunk, Copy, Judgment, Look, Query, SplitLine
from goldkit.results.rejected import Rejected
from goldkit.sets.frozen import FrozenSet, open_frozen
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.store.golden import GoldenDirectory
from goldkit.store.texts import text_sha256
from goldkit.text.redact import Rules


@dataclass(frozen=True, slots=True)
class Subject:
    """A golden directory whose files can all be read: folded, and line by line with the 1-based numbers of the lines.

    frozen: the sets whose seals hold, by the name of their folder. notices: what was skipped in reading. rules: of what is private.
    changed: chunk id → when its document changed last, where the corpus says so.
    corpus: the sha256 of the texts of seed chunks and judged ones in today's corpus, where one was given.
    """

    directory: GoldenDirectory
    golden: GoldenSet
    judgments: tuple[tuple[int, Judgment], ...]
    copies: tuple[tuple[int, Copy], ...]
    split: tuple[tuple[int, SplitLine], ...]
    batches: tuple[tuple[int, Batch], ...]
    ledger: tuple[tuple[int, Look], ...]
    frozen: Mapping[str, FrozenSet]
    notices: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    rejected: tuple[tuple[int, Rejected], ...] = ()
    corpus: Mapping[str, str] | None = None
    changed: Mapping[str, str] = field(default_factory=dict)

    def dev(self) -> list[Query]:
        """The queries of `dev` that no frozen set seals: what a killed freeze left there is held out all the same."""
        sealed = {query.id for one in self.frozen.values() for query in one.queries}
        return [query for query in self.golden.dev() if query.id not in sealed]

    def current(self) -> dict[str, FrozenSet]:
        """The frozen sets that no other is a version of: what is wrong with an older one is past mending."""
        parents = {one.manifest.parent for one in self.frozen.values()}
        return {folder: one for folder, one in self.frozen.items() if one.manifest.digest not in parents}

    def at(self, name: str, line: int | None = None) -> str:
        """A place in one of the directory's files, as findings name it."""
        path = str(self.directory.path / name)
        return path if line is None else f"{path}:{line}"


def free_name(subject: Subject, name: str) -> str:
    """What a new version of a frozen set may be called: its name and the first number from 2 that no set has."""
    taken = {*subject.directory.frozen_names(), *subject.golden.sides.values()}
    return next(f"{name}-{number}" for number in count(2) if f"{name}-{number}" not in taken)


def read_subject(
    directory: GoldenDirectory, rules: Rules | None = None, corpus: Iterable[Chunk] | None = None
) -> Subject:
    """Read everything the checks look at. Raises DataError where a file cannot be read; broken seals are left out."""
    own = GoldenDirectory(directory.path)  # reads some files a second time, whose notices would then come twice
    frozen = {}
    for name in own.frozen_names():
        try:
            frozen[name] = open_frozen(own.path / "frozen" / name)
        except (DataError, OSError):
            continue  # the seals' own check tells
    rejected = tuple(own.numbered("rejected.jsonl", Rejected))
    golden = read_golden(GoldenDirectory(directory.path))
    changes = Changes()
    return Subject(
        directory=directory,
        golden=golden,
        judgments=tuple(own.numbered("judgments.jsonl", Judgment)),
        copies=tuple(own.numbered("copies.jsonl", Copy)),
        split=tuple(own.numbered("split.jsonl", SplitLine)),
        batches=tuple(own.numbered("batches.jsonl", Batch)),
        ledger=tuple(own.numbered("ledger.jsonl", Look)),
        frozen=frozen,
        notices=tuple(own.notices),
        rules=rules or Rules(),
        rejected=rejected,
        corpus=None if corpus is None else _texts(golden, frozen.values(), changes.noted(corpus)),
        changed=changes.by_chunk,
    )


def _texts(golden: GoldenSet, frozen: Iterable[FrozenSet], corpus: Iterable[Chunk]) -> dict[str, str]:
    wanted = {str(chunk) for query in golden.queries.values() for chunk in query.generator.get("chunks", ())}
    wanted.update(chunk for labels in golden.folded.labels.values() for chunk in labels)
    wanted.update(label.chunk for one in frozen for label in one.labels)
    return {chunk.id: text_sha256(chunk) for chunk in corpus if chunk.id in wanted}


def unreadable(directory: GoldenDirectory) -> list[Problem]:
    """All lines of all files that are no records, and ids given twice."""
    own = GoldenDirectory(directory.path)
    problems: list[Problem] = []
    reads: tuple[Callable[[], Iterable[object]], ...] = (
        own.queries,
        own.judgments,
        own.copies,
        own.chunks,
        own.split,
        own.batches,
        own.ledger,
        own.rejected,
    )
    for read in reads:
        try:
            deque(read(), maxlen=0)
        except DataError as error:
            problems.extend(error.problems)
    return problems
