"""One span of a trace, whichever tracer wrote it, brought down to what is asked of it: a long prompt or page is not kept."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goldkit.logs.interactions import Place
from goldkit.logs.passages import as_id, passage, passages
from goldkit.logs.payload import answer_in, question_in

RETRIEVER, RERANKER, TRACE = "RETRIEVER", "RERANKER", "TRACE"
"""Kinds of spans. A trace that has a record of its own is a span around all others."""


class Document(Struct, frozen=True, array_like=True):
    """A retrieved document; id is None where the span names none. document: the file or page it is from."""

    id: str | None
    text: str | None
    document: str | None = None


class Span(Struct, frozen=True, array_like=True, tag=True):
    """One span. question, answer: the texts in its input and output; a retriever's answer is its documents, and None.

    documents: what a retriever or reranker returned, in rank order.
    """

    place: Place
    trace: str
    id: str
    parent: str | None
    kind: str
    start: str | None
    question: str | None = None
    answer: str | None = None
    session: str | None = None
    user: str | None = None
    documents: tuple[Document, ...] = ()


def span(
    place: Place,
    trace: str,
    name: str,
    parent: str | None,
    kind: str,
    start: str | None,
    *,
    asked: Any,
    gave: Any,
    session: Any = None,
    user: Any = None,
    documents: tuple[Document, ...] = (),
) -> Span:
    """The span of what a tracer recorded. asked, gave: its input and output, as text or JSON."""
    answer = None if kind == RETRIEVER else answer_in(gave)
    return Span(
        place, trace, name, parent, kind, start, question_in(asked), answer, as_id(session), as_id(user), documents
    )


def documents_in(found: Any) -> tuple[Document, ...]:
    """The documents that a tracer recorded: a list of them, or an object around it.

    A string among them is a text where it has white space in it, else an id. One that tells nothing keeps its rank.
    """
    documents = []
    for one in passages(found):
        if isinstance(one, dict):
            documents.append(Document(*passage(one)))
        elif isinstance(one, str):
            documents.append(Document(None, one) if len(one.split(None, 1)) > 1 else Document(as_id(one), None))
    return tuple(documents)


def both(one: Span, other: Span) -> Span | None:
    """One span out of two records of it, as its start and its end; None where the other says nothing that the first does not."""
    new = {
        name: value
        for name in ("question", "answer", "session", "user", "documents")
        if not getattr(one, name) and (value := getattr(other, name))
    }
    if not new:
        return None
    return replace(one, parent=one.parent or other.parent, start=one.start or other.start, **new)
