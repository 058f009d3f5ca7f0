"""The text of a chunk as it is now: the corpus's, else the stored one that was judged or proposed last."""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.records import Chunk, Judgment
from goldkit.store.newest import newest_per


def current_texts(
    stored: Iterable[Chunk], judgments: Iterable[Judgment], corpus: Iterable[Chunk] = ()
) -> dict[str, Chunk]:
    """Chunk id → the chunk to show. A chunk of the corpus goes before stored ones: a verdict on an old text helps nobody.

    stored: of one id, the text that the newest line names; where no line names one, the last by sha256.
    """
    by_key = {(chunk.id, chunk.sha256): chunk for chunk in stored}
    texts = {key[0]: by_key[key] for key in sorted(by_key)}
    naming = (line for line in judgments if (line.chunk, line.text_sha256) in by_key)
    for line in newest_per(naming, lambda line: (line.chunk, "")):
        texts[line.chunk] = by_key[line.chunk, line.text_sha256 or ""]
    return texts | {chunk.id: chunk for chunk in corpus}


def named_chunks(judgments: Iterable[Judgment], pairs: Iterable[tuple[str, str]]) -> set[str]:
    """The ids that a review can come to show: judged or proposed ones, and their near-duplicates."""
    return {line.chunk for line in judgments}.union(*pairs)
