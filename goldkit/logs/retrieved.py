"""What a retriever span returned, as shown, with what the answer cites among it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from goldkit.logs.citations import cited_positions
from goldkit.logs.cite import OUTSIDE
from goldkit.logs.interactions import Shown
from goldkit.logs.spans import Document
from goldkit.logs.tally import Tally


def shown_of(documents: Sequence[Document], tally: Tally, line: int) -> tuple[Shown, ...]:
    """The documents by rank, one id once. One without an id is kept for its text; one with neither is left out. Both are noted."""
    shown: dict[str | int, Shown] = {}
    for rank, document in enumerate(documents, 1):
        if document.id is not None:
            if document.id not in shown:
                shown[document.id] = _shown(document, rank)
        elif document.text is not None:
            tally.note("retrieval with a document that has no id: told by its text", line)
            shown[rank] = _shown(document, rank)
        else:
            tally.note("retrieval with a document that has neither an id nor a text", line)
    return tuple(shown.values())


def cited_in(answer: str | None, documents: Sequence[Document], tally: Tally, line: int) -> list[Document]:
    """The documents at the 1-based positions that an answer names; positions outside are noted."""
    positions = cited_positions(answer or "")
    if any(not 1 <= position <= len(documents) for position in positions):
        tally.note(OUTSIDE, line)
    return [documents[position - 1] for position in positions if 1 <= position <= len(documents)]


def with_cited_documents(shown: Iterable[Shown], cited: Sequence[Document]) -> tuple[Shown, ...]:
    """What was shown, with the cited documents marked. One that was not listed stood before the model too: it comes last."""
    if not cited:
        return tuple(shown)
    keys = {_key(one.id, one.text) for one in cited}
    marked = tuple(replace(one, cited=True) if _key(one.chunk, one.text) in keys else one for one in shown)
    listed = {_key(one.chunk, one.text) for one in marked}
    added = {
        key: Shown(one.id, None, one.text, document=one.document, cited=True)
        for one in cited
        if (key := _key(one.id, one.text)) not in listed and key != (False, None)
    }
    return marked + tuple(added.values())


def _shown(document: Document, rank: int) -> Shown:
    return Shown(document.id, rank, document.text, document=document.document)


def _key(chunk: str | None, text: str | None) -> tuple[bool, str | None]:
    return (True, chunk) if chunk is not None else (False, text)
