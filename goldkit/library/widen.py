"""`goldkit.widen`: near-duplicates of decided chunks, so that a copy of an answer is no miss."""

from __future__ import annotations

from goldkit.duplicates.engine import Engine
from goldkit.formats.corpus import read_corpus
from goldkit.library.given import Golden, Place, Time, opened, path_of, time_text
from goldkit.results.widen import Widened
from goldkit.sets.widening import enrol


def widen(
    corpus: Place,
    golden: Golden = "golden",
    *,
    at: Time,
    index: Place | None = None,
    workers: int = 1,
    engine: str = "local",
    scratch: str | None = None,
    dry_run: bool = False,
) -> Widened:
    """Find the copies of decided chunks in a corpus and keep them; their labels follow. The same again adds nothing.

    corpus: the chunks, as `goldkit widen --corpus` takes them. golden: the directory, by its place or opened. at: the time
    written into the pairs. index: a file that keeps what was computed of each text. workers: processes, at least 1. engine,
    scratch: as `goldkit widen --help` has them. dry_run: change nothing.

    Raises UsageError for a directory or corpus that is not there, and DataError for bad lines of either.
    """
    directory, time = opened(golden), time_text(at)
    chosen = Engine(index=path_of(index), workers=workers, name=engine, scratch=scratch)
    chunks = list(read_corpus(corpus)) if engine == "local" else str(corpus)
    return enrol(directory, chunks, time, write=not dry_run, engine=chosen)
