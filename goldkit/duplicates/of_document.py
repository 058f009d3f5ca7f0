"""Which of several chunks is of the document that a log names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import unquote

from goldkit.records import Chunk


def of_document(names: Sequence[str], corpus: Mapping[str, Chunk], document: str | None) -> Sequence[str]:
    """The chunks whose document is the one named, by the surest way that fits any: equal, an end of the path, the file name.

    A chunk's document is its `doc_id`, else its title, else its id up to "#". All of them where nothing fits.
    """
    if document is None or len(names) < 2:
        return names
    wanted = parts(document)
    for fits in FITS:
        found = [name for name in names if any(fits(wanted, parts(own)) for own in _own(corpus[name]))]
        if found:
            return found
    return names


def _own(chunk: Chunk) -> list[str]:
    return [own for own in (chunk.doc_id, chunk.title) if own] or [chunk.id.partition("#")[0]]


def parts(name: str) -> list[str]:
    """The parts of a path in one case, escapes and both kinds of slashes read alike."""
    return [part for part in unquote(name).casefold().replace("\\", "/").split("/") if part]


def _ends(a: list[str], b: list[str]) -> bool:
    short, long = sorted((a, b), key=len)
    return bool(short) and long[-len(short) :] == short


FITS: tuple[Callable[[list[str], list[str]], bool], ...] = (
    lambda a, b: a == b,
    _ends,
    lambda a, b: a[-1:] == b[-1:] != [],
)
"""Ways in which two paths may be one document's, the surest first."""
