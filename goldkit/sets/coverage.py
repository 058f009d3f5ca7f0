"""Whether a corpus has the chunks that labels speak of, and why not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from goldkit.errors import bad
from goldkit.phrases import counted, some
from goldkit.records import Chunk
from goldkit.text.mismatch import Mismatch, diagnose


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which labelled chunks a corpus has. lacking: those it has not, sorted. reason: what explains most of them, if anything."""

    chunks: Mapping[str, Chunk]
    lacking: tuple[str, ...]
    reason: str | None


def cover(labelled: Collection[str], corpus: Iterable[Chunk]) -> Coverage:
    """Look the labelled ids up in a corpus, to the byte, and ask why the lacking ones do not meet any."""
    wanted = set(labelled)
    chunks: dict[str, Chunk] = {}
    others = set()
    for chunk in corpus:
        if chunk.id in wanted:
            chunks[chunk.id] = chunk
        else:
            others.add(chunk.id)
    lacking = tuple(sorted(wanted - chunks.keys()))
    return Coverage(chunks, lacking, reason_of(lacking, others))


def reason_of(lacking: Collection[str], corpus: Iterable[str]) -> str | None:
    """What explains that ids are not among those of a corpus, in words; None where nothing does, or nothing is lacking."""
    guess = diagnose(lacking, corpus) if lacking else None
    return None if guess is None else _words(guess)


def refuse_strangers(corpus: Path, labelled: Collection[str], coverage: Coverage) -> None:
    """Raise DataError when the corpus lacks most of the labelled chunks: labels of another corpus would all be holes."""
    if 2 * len(coverage.lacking) > len(labelled):
        named = some([repr(chunk) for chunk in coverage.lacking], 3)
        found = f"{len(coverage.lacking)} of {counted(len(labelled), 'labelled chunk')} missing: {named}"
        reason = f" ({coverage.reason})" if coverage.reason else ""
        raise bad(corpus, None, found + reason, "the corpus that was labelled")


def _words(guess: Mismatch) -> str:
    return f"they differ by {guess.form}: {guess.wanted!r} here, {guess.found!r} in the corpus ({guess.count} such)"
