"""One trace: its spans as a tree, the retrievals in it, and what was said about the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from goldkit.logs.annotations import Annotation
from goldkit.logs.spans import RERANKER, RETRIEVER, Document, Span

MODELS = frozenset({"LLM", "GENERATION", "CHAT_MODEL", "CHAT"})
"""Kinds of a call of a model, whose input is a prompt and whose output may be the answer."""


class Trace:
    """The spans of one trace by id, in the order they were read, and the annotations of them.

    To be asked once all of them are there.
    """

    def __init__(self) -> None:
        self.spans: dict[str, Span] = {}
        self.annotations: list[Annotation] = []
        self._above: dict[str, Sequence[Span]] = {}

    @cached_property
    def retrievals(self) -> Sequence[Span]:
        """One retriever span a retrieval: the outermost, and of twins with one parent and question the one that has documents."""
        outer = [span for span in self._retrievers if not any(one.kind == RETRIEVER for one in self._ancestors(span))]
        if len(outer) < 2:
            return outer
        full = {(span.parent, self.question(span)) for span in outer if self.documents(span)}
        return [span for span in outer if self.documents(span) or (span.parent, self.question(span)) not in full]

    def question(self, span: Span) -> str | None:
        """What a retriever span was asked, its own input or that of a span inside it."""
        return span.question or next((one.question for one in self._inner(span) if one.question), None)

    def asked(self, span: Span) -> str | None:
        """What a retriever span was asked. Where that was not recorded and it is the trace's only one: what the trace began with,
        else the prompt of the model that answered.
        """
        own = self.question(span)
        if own is not None or len(self.retrievals) > 1:
            return own
        model = self.answering(span)
        prompt = model.question if model is not None and model.kind in MODELS else None
        return self.first_question(span) or (prompt if prompt and "\n" not in prompt else None)

    def documents(self, span: Span) -> Sequence[Document]:
        """What a retriever span returned, its own documents or those of a span inside it."""
        return span.documents or next((one.documents for one in self._inner(span) if one.documents), ())

    @property
    def reranked(self) -> Sequence[Document]:
        """What the trace's only reranker returned; () where there is none or several."""
        spans = [span for span in self.spans.values() if span.kind == RERANKER]
        return spans[0].documents if len(spans) == 1 else ()

    def top(self, span: Span) -> Span:
        """The outermost span around a span, itself where none is."""
        above = self._ancestors(span)
        return above[-1] if above else span

    def answer(self, span: Span) -> str | None:
        """The answer given after a retrieval."""
        answering = self.answering(span)
        return answering.answer if answering is not None else None

    def answering(self, span: Span) -> Span | None:
        """The span whose output is the answer: the outermost around a retrieval, else the trace's last call of a model."""
        top = self.top(span)
        if top is not span and top.answer is not None:
            return top
        models = [one for one in self.spans.values() if one.kind in MODELS and one.answer is not None]
        return max(models, key=lambda one: one.start or "", default=None)

    def root(self) -> Span | None:
        """The outermost span that tells a question, rather no call of a model; None where there is none."""
        asking = [span for span in self.spans.values() if self.begins_with(span) is not None]
        return min(
            asking, key=lambda one: (one.kind in MODELS, len(self._ancestors(one)), one.start or ""), default=None
        )

    def begins_with(self, span: Span) -> str | None:
        """The question in a span's input. A prompt counts where it is one line, and so no page of instructions and passages."""
        found = span.question
        return None if found is not None and span.kind in MODELS and "\n" in found else found

    def first_question(self, span: Span) -> str | None:
        """What the outermost span around a retrieval was asked; None where that is a call of a model or nothing is around it."""
        top = self.top(span)
        return None if top is span or top.kind in MODELS else top.question

    def session(self, span: Span) -> str | None:
        """The session that the span or the nearest span around it names."""
        return span.session or next((one.session for one in self._ancestors(span) if one.session), None)

    def user(self, span: Span) -> str | None:
        """The user whom the span or the nearest span around it names."""
        return span.user or next((one.user for one in self._ancestors(span) if one.user), None)

    def rating(self, span: Span) -> Annotation | None:
        """The newest verdict of a person on a retrieval or on the answer it went into."""
        if not self.annotations:
            return None
        own = {span.id, *(one.id for one in self._inner(span))}
        about = [
            one
            for one in self.annotations
            if one.span is None or one.span in own or self.spans[one.span].kind != RETRIEVER
        ]
        return max(about, key=lambda one: (one.time or "", one.place.file, one.place.line), default=None)

    @cached_property
    def _retrievers(self) -> Sequence[Span]:
        return [span for span in self.spans.values() if span.kind == RETRIEVER]

    def _inner(self, span: Span) -> Iterator[Span]:
        """The retriever spans inside a span."""
        for other in self._retrievers:
            if other is not span and any(one is span for one in self._ancestors(other)):
                yield other

    def _ancestors(self, span: Span) -> Sequence[Span]:
        """From the parent upwards; a circle ends where it closes. A parent that was not exported stood inside the beginning."""
        above = self._above.get(span.id)
        if above is None:
            above = self._above[span.id] = list(self._up(span))
        return above

    def _up(self, span: Span) -> Iterator[Span]:
        seen = {span.id}
        while span.parent is not None:
            above = self.spans.get(span.parent, self._beginning)
            if above is None or above.id in seen:
                return
            span = above
            seen.add(span.id)
            yield span

    @cached_property
    def _beginning(self) -> Span | None:
        """The only span that has no parent. Asked for once all spans are there."""
        found = [span for span in self.spans.values() if span.parent is None]
        return found[0] if len(found) == 1 else None
