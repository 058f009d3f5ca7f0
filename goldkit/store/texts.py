"""Which text a line is about, where one id has had several."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from goldkit.files import canonical
from goldkit.records import Chunk

Texts = Mapping[str, Mapping[str, str]]
"""chunk id → sha256 → text."""


def texts_of(chunks: Iterable[Chunk]) -> Texts:
    """Every text of every chunk, by id and sha256."""
    texts: dict[str, dict[str, str]] = defaultdict(dict)
    for chunk in chunks:
        texts[chunk.id][text_sha256(chunk)] = chunk.text
    return dict(texts)


def text_sha256(chunk: Chunk) -> str:
    """The sha256 of a chunk's text: its own, computed where it has none."""
    return chunk.sha256 or canonical.sha256_text(chunk.text)


def hashed(chunk: Chunk) -> Chunk:
    """The chunk with its text's sha256."""
    return chunk if chunk.sha256 else replace(chunk, sha256=text_sha256(chunk))


def meant(texts: Texts, chunk: str, sha256: str | None) -> str | None:
    """The text of that sha256; without one the only text of the id; None where it is not known or could be either."""
    known = texts.get(chunk, {})
    if sha256 is not None:
        return known.get(sha256)
    return next(iter(known.values())) if len(known) == 1 else None
