"""Whether the text that a log shows under a chunk's id is still that chunk's: after a new chunking the id may mean another text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldkit.records import Chunk
from goldkit.text.passage import plain, spaced, uncut
from goldkit.text.tokens import words

FORMS: tuple[Callable[[str], str], ...] = (spaced, plain, lambda text: plain(uncut(text)))
"""Forms in which two texts are equal though they are written otherwise, the surest first."""


def written(chunk: Chunk) -> Sequence[str]:
    """The texts under which a retriever may show a chunk: alone, and below its title."""
    return (chunk.text, f"{chunk.title}\n\n{chunk.text}") if chunk.title else (chunk.text,)


def may_be(chunk: Chunk, text: str) -> bool:
    """Whether nothing in a text contradicts its being the chunk's.

    It does not where it is equal but for its form, or a part of the chunk. A near-duplicate does not where all differences are
    known to be harmless. Anything else (a snippet, a title) does not where the chunk has all its words.
    """
    from goldkit.duplicates.compare import compare

    if any(form(own) == form(text) for own in written(chunk) for form in FORMS):
        return True
    passage = plain(uncut(text))
    if passage in plain(chunk.text):
        return True
    finding = compare(passage, plain(chunk.text))
    if finding is not None:
        return finding.verdict == "same"
    return set(words(passage)) <= set(words(f"{chunk.title or ''} {chunk.text}"))
