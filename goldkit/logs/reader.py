"""A log system: how its files are recognised and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldkit.logs.interactions import Interaction
from goldkit.logs.log_file import LogFile
from goldkit.records import JSON


@dataclass(frozen=True, slots=True)
class LogReader:
    """One log system.

    reads: what it takes, for help and errors. recognises: whether the first records of a file are its own.
    read: the interactions of several files read together, so that what belongs together may stand apart (queries and clicks,
    spans and annotations); it counts in each file's tally. The mapping is the user's `--map`; most readers need none.
    clicks: whether the log tells what was clicked of what was shown. bare: which export holds the chunks, said where no record of
    the files has any; None where `read` says that itself.
    """

    name: str
    reads: str
    recognises: Callable[[Sequence[JSON]], bool]
    read: Callable[[Sequence[LogFile], Mapping[str, str]], Iterator[Interaction]]
    clicks: bool = False
    bare: str | None = None
