"""Retrievals out of traces, whichever tracer wrote them.

A retriever span is one retrieval; those inside another retriever span are the same one. The answer is the output of the outermost
span around it. `[n]` in it points at the n-th document of the trace's one retrieval, or of its reranker. A person's verdict on the
answer or the trace rates every retrieval in it. The question of a trace's one retrieval is the one that the trace began with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldkit.logs.annotations import Annotation
from goldkit.logs.attach import Traces, gathered
from goldkit.logs.interactions import Interaction, Place, Rating
from goldkit.logs.log_file import LogFile
from goldkit.logs.retrieved import cited_in, shown_of, with_cited_documents
from goldkit.logs.spans import RERANKER, RETRIEVER, TRACE, Span
from goldkit.logs.tally import Tally
from goldkit.logs.traces import Trace
from goldkit.records import JSON

Told = Span | Annotation
"""What a record, or a part of one, is."""


@dataclass(frozen=True, slots=True)
class Tracer:
    """How one tracer's records are read.

    told: the spans and annotations that a record holds; a record without any is counted as another one. noun, verdict: what the
    system calls a span and an annotation. advice: what to export instead, said where a log holds no retrieval at all; unasked:
    where one has no question; bare: where one has no documents.
    """

    told: Callable[[JSON, Place], Sequence[Told]]
    advice: str
    noun: str = "span"
    verdict: str = "annotation"
    unasked: str | None = None
    bare: str | None = None

    def kind(self, span: Span) -> str:
        """What a span is called where records are counted."""
        return "trace" if span.kind == TRACE else f"{span.kind.lower()} {self.noun}"

    @property
    def neither(self) -> str:
        """Why a record is not used that is neither a span nor an annotation."""
        return f"neither {_a(self.noun)} of a known kind nor {_a(self.verdict)}"


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def read_traces(files: Sequence[LogFile], tracer: Tracer) -> Iterator[Interaction]:
    """One interaction a retrieval: traces by their first time, retrievals of one by theirs. All files are joined.

    Where no file holds a retrieval there is one interaction a trace, its question, and the advice is given.
    """
    traces, retrieved = Traces(), False
    for file in files:
        for line, record in file.records():
            told = tracer.told(record, file.place(line))
            _count(tracer, told, file, line)
            for one in told:
                if isinstance(one, Span):
                    retrieved = retrieved or one.kind == RETRIEVER
                    traces.add(one)
                else:
                    traces.annotate(one, file)
    traces.attach(files)
    for _, rows in traces.rows.by_time():
        trace = gathered(rows, files, traces.graded)
        found = list(_retrievals(trace, tracer, files) if retrieved else _questions(trace, tracer, files))
        found.sort(key=lambda one: (one.time or "", one.place.file, one.place.line))
        yield from found


def _count(tracer: Tracer, told: Sequence[Told], file: LogFile, line: int) -> None:
    """Count a record as what it is."""
    kinds, known = file.tally.kinds, False
    for one in told:
        if isinstance(one, Span):
            kinds[tracer.kind(one)] += 1
        elif not one.inline:
            kinds[tracer.verdict] += 1
        else:
            continue
        known = True
    if not known:
        file.tally.kinds["other record"] += 1
        file.tally.drop(tracer.neither, line)


def _retrievals(trace: Trace, tracer: Tracer, files: Sequence[LogFile]) -> Iterator[Interaction]:
    spans = trace.retrievals
    asked = {span.id: span for span in spans if trace.asked(span) is not None}
    used = {trace.top(span).id for span in asked.values()} | {
        one.id for span in asked.values() if (one := trace.answering(span)) is not None
    }
    for span in trace.spans.values():
        reason = _unused(span, asked, used, tracer)
        if reason is not None:
            files[span.place.file].tally.drop(reason, span.place.line)
    for span in spans:
        tally = files[span.place.file].tally
        _advise(trace, span, tracer, tally)
        if span.id in asked:
            yield _interaction(span, trace, len(asked) == 1, tally)


def _advise(trace: Trace, span: Span, tracer: Tracer, tally: Tally) -> None:
    """Say what a retrieval lacks, where its system could record that."""
    if trace.question(span) is None and tracer.unasked is not None:
        tally.advise(tracer.unasked)
    if tracer.bare is not None and not any(one.id or one.text for one in trace.documents(span)):
        tally.advise(tracer.bare)


def _unused(span: Span, asked: Mapping[str, Span], used: set[str], tracer: Tracer) -> str | None:
    """Why a span tells nothing; None for a retrieval, the span that holds its answer, and a reranker."""
    if span.id in asked or span.id in used or (span.kind == RERANKER and asked):
        return None
    if span.kind == RETRIEVER:
        return f"retriever {tracer.noun} without a question, or of a retrieval that another {tracer.noun} records"
    if not asked:
        return f"{tracer.noun} of a trace without a retrieval"
    return f"{tracer.kind(span)}: tells nothing about a retrieval"


def _interaction(span: Span, trace: Trace, alone: bool, tally: Tally) -> Interaction:
    documents, answer, line = trace.documents(span), trace.answer(span), span.place.line
    sent, session = trace.question(span), trace.session(span)
    query = (trace.first_question(span) if alone else None) or trace.asked(span) or ""
    if sent is None:
        tally.note("retrieval without a question of its own: the trace's or the prompt's is taken", line)
    cited = cited_in(answer, trace.reranked or documents, tally, line) if alone else []
    return Interaction(
        record=f"{span.trace}/{span.id}",
        query=query,
        place=span.place,
        time=span.start or trace.top(span).start,
        session=session,
        conversation=session,
        user=trace.user(span),
        shown=with_cited_documents(shown_of(documents, tally, line), cited),
        answer=answer,
        rating=_rating(trace, span),
        rewritten=sent if sent != query else None,
    )


def _questions(trace: Trace, tracer: Tracer, files: Sequence[LogFile]) -> Iterator[Interaction]:
    """The question of a trace, without a retrieval."""
    root = trace.root()
    query = trace.begins_with(root) if root is not None else None
    for span in trace.spans.values():
        if span is not root or query is None:
            reason = f"{tracer.noun} of a trace without a retrieval" if query else f"{tracer.noun} without a question"
            files[span.place.file].tally.drop(reason, span.place.line)
    if root is not None and query is not None:
        files[root.place.file].tally.advise(tracer.advice)
        session = trace.session(root)
        yield Interaction(
            record=f"{root.trace}/{root.id}",
            query=query,
            place=root.place,
            time=root.start,
            session=session,
            conversation=session,
            user=trace.user(root),
            answer=root.answer,
            rating=_rating(trace, root),
        )


def _rating(trace: Trace, span: Span) -> Rating | None:
    found = trace.rating(span)
    return None if found is None or found.up is None else Rating(found.up, found.place)
