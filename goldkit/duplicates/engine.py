"""With what a search for near-duplicates works; none of it changes what is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.errors import UsageError
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.duplicates.kept_verdicts import KeptVerdicts
    from goldkit.duplicates.sketch_file import SketchFile


def _silent(*_: object) -> None:
    pass


NAMES = ("local", "daft", "ray")


@dataclass(frozen=True, slots=True)
class Engine:
    """index: the file that keeps sketches and verdicts from one search to the next, None for none. workers: processes that work,
    at least 1. say: told in words what the index was good for. name: "local", or "daft" or "ray" for a corpus that one machine
    does not hold. scratch: for these, the folder or URL for what lies between the steps, for all workers to see; None for a
    temporary one. progress: told of what, how many of how many are done, now and then; of pairs judged, that all are in the end,
    even where it is broken off.
    """

    index: Path | None = None
    workers: int = 1
    say: Callable[[str], object] = _silent
    name: str = "local"
    scratch: str | None = None
    progress: Callable[[str, int, int], object] = _silent

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise UsageError(f"{self.workers} workers: at least 1 is needed")
        if self.name not in NAMES:
            raise UsageError(f"no engine is called {self.name!r}; there are {', '.join(NAMES)}")
        if self.name != "local" and self.index is not None:
            raise UsageError(
                f"--index goes with --engine local only: {self.name} keeps nothing for the next search. Leave it out, or take"
                " --engine local if one machine holds the corpus"
            )
        if self.name == "local" and self.scratch is not None:
            raise UsageError("--scratch goes with --engine daft or ray; the local engine works in TMPDIR")

    def say_of(self, file: SketchFile) -> None:
        """Say how much of what was read the index knew, and what was broken of it."""
        if self.index is None:
            return
        if file.cut:
            self.say(f"{self.index}: its last {file.cut:,} bytes were cut off and are made again")
        self.say(f"{self.index}: {file.known:,} texts known before, {len(file) - file.known:,} new")

    def say_of_pairs(self, kept: KeptVerdicts) -> None:
        """Say how many pairs the index knew the verdict on."""
        if kept.known or kept.new:
            self.say(f"{self.index}: {counted(kept.known, 'pair')} judged before, {kept.new:,} now")


ALONE = Engine()
"""This process, nothing kept."""
