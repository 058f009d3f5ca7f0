"""One trace: its spans as a tree, the retrievals in it, and what was said about the answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from goldkit.logs.annotations import Annotation
from goldkit.logs.passages import as_id
from goldkit.logs.payload import answer_in, question_in
from goldkit.logs.spans import RERANKED, Document, Span

RETRIEVER, RERANKER, TRACE = "RETRIEVER", "RERANKER", "TRACE"
"""Kinds of spans. A trace that has a record of its own is a span around all others."""
MODELS = frozenset({"LLM", "GENERATION", "CHAT_MODEL", "CHAT"})
"""Kinds of a call of a model, whose input is a prompt and whose output may be the answer."""


class Trace:
    """The spans of one trace by id, in the order they were read, and the annotations of them."""

    def __init__(self) -> None:
        self.spans: dict[str, Span] = {}
        self.annotations: list[Annotation] = []
        self._documents: dict[str, list[Document]] = {}

    def retrievals(self) -> list[Span]:
        """One retriever span a retrieval: the outermost, and of twins with one parent and question the one that has documents."""
        outer = [span for span in self.spans.values() if span.kind == RETRIEVER and not self._inside_another(span)]
        full = {(span.parent, self.question(span)) for span in outer if self.documents(span)}
        return [span for span in outer if self.documents(span) or (span.parent, self.question(span)) not in full]

    def question(self, span: Span) -> str | None:
        """What a retriever span was asked, its own input or that of a span inside it."""
        return next(
            filter(None, (question_in(one.attributes.get("input.value")) for one in self._with_inner(span))), None
        )

    def asked(self, span: Span) -> str | None:
        """What a retriever span was asked. Where that was not recorded and it is the trace's only one: what the trace began with,
        else the prompt of the model that answered.
        """
        own = self.question(span)
        if own is not None or len(self.retrievals()) > 1:
            return own
        model = self.answering(span)
        prompt = (
            question_in(model.attributes.get("input.value")) if model is not None and model.kind in MODELS else None
        )
        return self.first_question(span) or (prompt if prompt and "\n" not in prompt else None)

    def documents(self, span: Span) -> list[Document]:
        """What a retriever span returned, its own documents or those of a span inside it; asked once all spans are there."""
        found = self._documents.get(span.id)
        if found is None:
            found = next(filter(None, (one.documents() for one in self._with_inner(span))), [])
            self._documents[span.id] = found
        return found

    def reranked(self) -> list[Document]:
        """What the trace's only reranker returned; [] where there is none or several."""
        spans = [span for span in self.spans.values() if span.kind == RERANKER]
        return spans[0].documents(RERANKED) if len(spans) == 1 else []

    def top(self, span: Span) -> Span:
        """The outermost span around a span, itself where none is."""
        return next(reversed([span, *self._ancestors(span)]))

    def answer(self, span: Span) -> str | None:
        """The answer given after a retrieval."""
        answering = self.answering(span)
        return self.output(answering) if answering is not None else None

    def answering(self, span: Span) -> Span | None:
        """The span whose output is the answer: the outermost around a retrieval, else the trace's last call of a model."""
        top = self.top(span)
        if top is not span and self.output(top) is not None:
            return top
        models = [one for one in self.spans.values() if one.kind in MODELS and self.output(one) is not None]
        return max(models, key=lambda one: one.start or "", default=None)

    def output(self, span: Span) -> str | None:
        """The text that a span gave back."""
        return answer_in(span.attributes.get("output.value"))

    def root(self) -> Span | None:
        """The outermost span that tells a question, rather no call of a model; None where there is none."""
        asking = [span for span in self.spans.values() if self.begins_with(span) is not None]
        return min(
            asking, key=lambda one: (one.kind in MODELS, len(list(self._ancestors(one))), one.start or ""), default=None
        )

    def begins_with(self, span: Span) -> str | None:
        """The question in a span's input. A prompt counts where it is one line, and so no page of instructions and passages."""
        found = question_in(span.attributes.get("input.value"))
        return None if found is not None and span.kind in MODELS and "\n" in found else found

    def first_question(self, span: Span) -> str | None:
        """What the outermost span around a retrieval was asked; None where that is a call of a model or nothing is around it."""
        top = self.top(span)
        return None if top is span or top.kind in MODELS else question_in(top.attributes.get("input.value"))

    def attribute(self, span: Span, name: str) -> str | None:
        """An id that the span or the nearest span around it carries."""
        found = (as_id(one.attributes.get(name)) for one in (span, *self._ancestors(span)))
        return next(filter(None, found), None)

    def rating(self, span: Span) -> Annotation | None:
        """The newest verdict of a person on a retrieval or on the answer it went into."""
        own = {one.id for one in self._with_inner(span)}
        about = [
            one for one in self.annotations if one.span is None or one.span in own or self._not_retriever(one.span)
        ]
        return max(about, key=lambda one: (one.time or "", one.place.file, one.place.line), default=None)

    def _not_retriever(self, span: str) -> bool:
        return self.spans[span].kind != RETRIEVER

    def _inside_another(self, span: Span) -> bool:
        return any(one.kind == RETRIEVER for one in self._ancestors(span))

    def _with_inner(self, span: Span) -> Iterator[Span]:
        """The span, then the retriever spans inside it."""
        yield span
        for other in self.spans.values():
            if other.kind == RETRIEVER and any(one is span for one in self._ancestors(other)):
                yield other

    def _ancestors(self, span: Span) -> Iterator[Span]:
        """From the parent upwards; a circle ends where it closes. A parent that was not exported stood inside the beginning."""
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
