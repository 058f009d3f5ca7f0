"""From a RUN on the command line to a record: `path` or `name=path`, in whatever format the file is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from goldkit.errors import UsageError, bad
from goldkit.formats.run_formats import RUN_FORMATS
from goldkit.formats.sniff import head
from goldkit.records import Run

COMPRESSED = frozenset({".gz", ".zst"})
TEXT_LENGTH, TEXT_SPACES = 60, 8
"""An id at least this long with at least so many spaces reads like a passage, not like an id."""


def read_run(run: str | Path) -> Run:
    """The run that `path` or `name=path` means. Its name is the given one, else the file's without .gz or .zst and suffix.

    A file whose path itself holds a `=` is found before the text is split. Raises UsageError when there is no such file,
    DataError for a file that is no run, is empty, or holds texts in place of chunk ids.
    """
    name, path = _split(run)
    start = head(path)
    for candidate in RUN_FORMATS.values():
        if candidate.matches(start):
            found = candidate.read(path, name)
            break
    else:
        raise bad(path, 1, "no run", f"a run file: {', '.join(RUN_FORMATS)}")
    if not found.rankings and not found.failed:
        raise bad(path, None, "an empty run", "at least one query with its results")
    _refuse_texts(path, found)
    return found


def read_runs(runs: Iterable[str | Path]) -> list[Run]:
    """Several runs, in the given order. Raises UsageError when two have one name, and as read_run."""
    named = [(_split(run), run) for run in runs]
    times = Counter(name for (name, _), _ in named)
    twice = next((name for name, count in times.items() if count > 1), None)
    if twice is not None:
        paths = " and ".join(str(path) for (name, path), _ in named if name == twice)
        raise UsageError(f"{paths}: both runs are named {twice!r}; name them apart as `name=path`")
    return [read_run(run) for _, run in named]


def run_name(path: str | Path) -> str:
    """The name of a run file: its file name without .gz or .zst, then without its suffix."""
    path = Path(path)
    return Path(path.stem).stem if path.suffix in COMPRESSED else path.stem


def _split(run: str | Path) -> tuple[str, Path]:
    name, equals, rest = str(run).partition("=")
    if isinstance(run, Path) or not equals or Path(run).exists() or "/" in name:
        return run_name(run), Path(run)
    if not name or not rest:
        raise UsageError(f"{run}: a run is given as `path` or `name=path`")
    return name, Path(rest)


def _refuse_texts(path: Path, run: Run) -> None:
    """Passages or answers in place of ids match nothing, and every measure would be 0 without a word."""
    names = [name for ranking in run.rankings.values() for name in ranking[:10]]
    texts = [name for name in names if len(name) >= TEXT_LENGTH and name.count(" ") >= TEXT_SPACES]
    if 2 * len(texts) > len(names):
        found = f"texts in place of chunk ids, such as {texts[0][:TEXT_LENGTH] + '…'!r}"
        raise bad(path, None, found, "the ids of chunks", "Write the id of each chunk that was retrieved.")
