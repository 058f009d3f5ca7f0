"""The texts of chunks, for people to read beside a ranking: those that were judged, else those of the corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from goldkit.formats.corpus import read_corpus
from goldkit.records import Chunk
from goldkit.sets.frozen import open_frozen
from goldkit.sets.resolve import DEV, is_golden_directory
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory


def stored_texts(
    scoreset: ScoreSet, spec: str, golden: Path, corpus: str | None, wanted: Collection[str]
) -> dict[str, str]:
    """Chunk id → text, of those wanted that are known. spec, golden: what the set was named by, see resolve.resolve_set.

    Of an id that was judged with several texts the last one counts. Raises as formats.corpus for a corpus that is none.
    """
    found = _texts(_judged(scoreset, spec, golden), wanted)
    lacking = set(wanted) - found.keys()
    return _texts(read_corpus(corpus), lacking) | found if corpus is not None and lacking else found


def _judged(scoreset: ScoreSet, spec: str, golden: Path) -> Iterable[Chunk]:
    if scoreset.path is not None:
        return open_frozen(scoreset.path).chunks
    path = golden if spec == DEV else Path(spec)
    return GoldenDirectory(path).chunks() if spec == DEV or is_golden_directory(path) else ()


def _texts(chunks: Iterable[Chunk], wanted: Collection[str]) -> dict[str, str]:
    return {chunk.id: chunk.text for chunk in chunks if chunk.id in wanted}
