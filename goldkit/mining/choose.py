"""Which files are read by which reader, and which were mined before."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.files.compression import sha256_of
from goldkit.logs.catalogue import reader_for
from goldkit.logs.find import log_files
from goldkit.logs.log_file import LogFile
from goldkit.logs.reader import LogReader


@dataclass(frozen=True, slots=True)
class Group:
    """The files of one reader, in the order they are read. known: batches that add nothing, but may hold what others join to."""

    reader: LogReader
    files: tuple[LogFile, ...]
    known: frozenset[str]

    @property
    def anything_new(self) -> bool:
        """Whether any file was not mined before."""
        return any(file.batch not in self.known for file in self.files)


def choose(
    logs: Sequence[Path], reader: str | None, mapping: Mapping[str, str], mined: Container[str]
) -> tuple[list[Group], list[str]]:
    """The groups of files to read, and why other files of folders are passed over. One content is read once, whatever its names.

    mined: batches that were mined before. Raises UsageError for a path that does not exist, DataError with every named file that
    no reader recognises, and where no file at all is a log.
    """
    files: dict[str, tuple[LogReader, Path]] = {}
    skipped: list[Problem] = []
    problems: list[Problem] = []
    for path, in_folder in log_files(logs):
        try:
            chosen, batch = reader_for(path, reader, mapping), f"sha256:{sha256_of(path)}"
        except DataError as error:
            (skipped if in_folder or path.stat().st_size == 0 else problems).extend(error.problems)
        else:
            files.setdefault(batch, (chosen, path))
    if problems or not files:
        raise DataError(problems or skipped)
    return _grouped(files, mined), [f"{problem.path}: {problem.found}" for problem in skipped]


def _grouped(files: Mapping[str, tuple[LogReader, Path]], mined: Container[str]) -> list[Group]:
    by_reader: dict[str, list[tuple[str, LogReader, Path]]] = {}
    for batch, (reader, path) in files.items():
        by_reader.setdefault(reader.name, []).append((batch, reader, path))
    return [
        Group(
            rows[0][1],
            tuple(LogFile(path, index, batch) for index, (batch, _, path) in enumerate(rows)),
            frozenset(batch for batch, _, _ in rows if batch in mined),
        )
        for _, rows in sorted(by_reader.items())
    ]
