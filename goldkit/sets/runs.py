"""From a RUN on the command line to results, query by query: `path` or `name=path`, in whatever format the file is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldkit.errors import UsageError, bad
from goldkit.formats.fields import TEXT_LENGTH, reads_like_text
from goldkit.formats.ranking import CURE, OFFER
from goldkit.formats.run_formats import RUN_FORMATS, RunFormat, unknown
from goldkit.formats.run_source import gather
from goldkit.formats.sniff import head
from goldkit.records import JSON, Results, Run

COMPRESSED = frozenset({".gz", ".zst"})


@dataclass(frozen=True, slots=True)
class RunFile:
    """A run in a file, read anew each time that it is gone through and never held (see RunSource).

    texts: its results may be texts in place of ids, or records with a text and no id (see sets.matched_run).
    """

    name: str
    path: Path
    format: RunFormat
    header: JSON
    texts: bool = False

    def results(self) -> Iterator[Results]:
        """Each query's results in turn. Raises DataError also where the file is empty or holds texts in place of chunk ids."""
        texts = _Texts()
        read = self.format.texts if self.texts and self.format.texts else self.format.results
        for found in read(self.path):
            texts.look_at(found.chunks)
            yield found
        if not texts.queries:
            raise bad(self.path, None, "an empty run", "at least one query with its results")
        if not self.texts:
            texts.refuse(self.path)


def open_run(run: str | Path) -> RunFile:
    """The run that `path` or `name=path` means, to be read query by query. Its name is the given one, else the file's without
    .gz or .zst and suffix.

    A file whose path itself holds a `=` is found before the text is split. Raises UsageError when there is no such file and
    DataError for a file that is no run.
    """
    name, path = _split(run)
    start = head(path)
    for candidate in RUN_FORMATS.values():
        if candidate.matches(start):
            return RunFile(name, path, candidate, candidate.header(start))
    raise bad(path, 1, *unknown(start))


def open_runs(runs: Iterable[str | Path]) -> list[RunFile]:
    """Several runs, in the given order. The same name given to several, as `name=path`, makes them runs of one pipeline.

    Raises UsageError when two go by one name that was not given to both, and as open_run.
    """
    named = [(_split(run), run) for run in runs]
    times = Counter(name for (name, _), _ in named)
    implied = {name for (name, _), run in named if not _is_named(run)}
    twice = next((name for name, count in times.items() if count > 1 and name in implied), None)
    if twice is not None:
        paths = " and ".join(str(path) for (name, path), _ in named if name == twice)
        apart = "name them apart as `name=path`, or alike if they are runs of one pipeline"
        raise UsageError(f"{paths}: both runs are named {twice!r}; {apart}")
    return [open_run(run) for _, run in named]


def read_run(run: str | Path) -> Run:
    """The run that `path` or `name=path` means, whole and in memory.

    Raises as open_run, and DataError for a file that is empty, has bad lines, or holds texts in place of chunk ids.
    """
    opened = open_run(run)
    return gather(opened.name, opened.results(), opened.header)


def read_runs(runs: Iterable[str | Path]) -> list[Run]:
    """Several runs in memory, in the given order. Raises as open_runs and read_run."""
    return [gather(opened.name, opened.results(), opened.header) for opened in open_runs(runs)]


def run_name(path: str | Path) -> str:
    """The name of a run file: its file name without .gz or .zst, then without its suffix."""
    path = Path(path)
    return Path(path.stem).stem if path.suffix in COMPRESSED else path.stem


def _is_named(run: str | Path) -> bool:
    """Whether a run is given as `name=path`."""
    name, equals, _ = str(run).partition("=")
    return not isinstance(run, Path) and bool(equals) and not Path(run).exists() and "/" not in name


def _split(run: str | Path) -> tuple[str, Path]:
    if not _is_named(run):
        return run_name(run), Path(run)
    name, _, rest = str(run).partition("=")
    if not name or not rest:
        raise UsageError(f"{run}: a run is given as `path` or `name=path`")
    return name, Path(rest)


class _Texts:
    """Passages or answers in place of ids match nothing, and every measure would be 0 without a word."""

    def __init__(self) -> None:
        self.queries = self._names = self._texts = 0
        self._example = ""

    def look_at(self, chunks: Sequence[str]) -> None:
        """Take note of one query's results."""
        self.queries += 1
        names = chunks[:10]
        self._names += len(names)
        for name in filter(reads_like_text, names) if max(map(len, names), default=0) >= TEXT_LENGTH else ():
            self._texts += 1
            self._example = self._example or name

    def refuse(self, path: Path) -> None:
        """Raise DataError where more than half of the ids read like texts."""
        if 2 * self._texts > self._names:
            found = f"texts in place of chunk ids, such as {self._example[:TEXT_LENGTH] + '…'!r}"
            raise bad(path, None, found, "the ids of chunks", f"{CURE} {OFFER}")
