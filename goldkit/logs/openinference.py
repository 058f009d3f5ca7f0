"""OpenInference spans as Phoenix exports them, with their annotations.

A retriever span is one retrieval; those inside another retriever span are the same one. The answer is the output of the trace's
root. `[n]` in it points at the n-th document of the trace's one retrieval, or of its reranker. A person's annotation of the
answer or the trace rates every retrieval in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldkit.logs.annotations import annotation_of, is_annotation
from goldkit.logs.attach import SPAN, attach, gathered, take
from goldkit.logs.citations import cited_positions
from goldkit.logs.groups import Groups
from goldkit.logs.interactions import Interaction, Place, Rating, Shown, with_cited
from goldkit.logs.log_file import LogFile
from goldkit.logs.reader import LogReader
from goldkit.logs.spans import Document, Span, is_span, packed, span_of
from goldkit.logs.tally import Tally
from goldkit.logs.traces import RERANKER, RETRIEVER, Trace
from goldkit.records import JSON


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a span of a known kind or an annotation of a span."""
    opened = [inner for record in records for inner in _opened(record)]
    return any(is_span(record) or is_annotation(record) for record in opened)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a retrieval: traces by their first time, retrievals of one by theirs. All files are joined."""
    traces, by_span = Groups(), Groups()
    for file in files:
        for line, whole in file.records():
            for record in _opened(whole):
                _take(record, file, file.place(line), traces, by_span)
    attach(by_span, traces, files)
    for _, parts in traces.by_time():
        found = _interactions(gathered(parts, files), files)
        yield from sorted(found, key=lambda one: (one.time or "", one.place.file, one.place.line))


def _take(record: JSON, file: LogFile, place: Place, traces: Groups, by_span: Groups) -> None:
    span = span_of(record, place)
    if span is not None:
        file.tally.kinds[f"{span.kind.lower()} span"] += 1
        traces.add(span.trace, SPAN, packed(span), place, span.start)
        by_span.add(span.id, SPAN, {"trace": span.trace, "start": span.start}, place)
    elif is_annotation(record):
        file.tally.kinds["annotation"] += 1
        take(annotation_of(record, place), traces, by_span, file)
    else:
        file.tally.kinds["other record"] += 1
        file.tally.drop("neither a span of a known kind nor an annotation", place.line)


def _interactions(trace: Trace, files: Sequence[LogFile]) -> Iterator[Interaction]:
    asked = {span.id: span for span in trace.retrievals() if trace.question(span) is not None}
    tops = {trace.top(span).id for span in asked.values()}
    for span in trace.spans.values():
        reason = _unused(span, asked, tops)
        if reason is not None:
            files[span.place.file].tally.drop(reason, span.place.line)
    for span in asked.values():
        yield _interaction(span, trace, len(asked) == 1, files[span.place.file].tally)


def _unused(span: Span, asked: Mapping[str, Span], tops: set[str]) -> str | None:
    """Why a span tells nothing; None for a retrieval, the span that holds its answer, and a reranker."""
    if span.id in asked or span.id in tops or (span.kind == RERANKER and asked):
        return None
    if span.kind == RETRIEVER:
        return "retriever span without a question, or of a retrieval that another span records"
    return (
        "span of a trace without a retrieval"
        if not asked
        else f"{span.kind.lower()} span: tells nothing about a retrieval"
    )


def _interaction(span: Span, trace: Trace, alone: bool, tally: Tally) -> Interaction:
    documents, answer = trace.documents(span), trace.answer(span)
    session, rating = trace.attribute(span, "session.id"), trace.rating(span)
    cited = _cited(answer, trace.reranked() or documents, tally, span.place.line) if alone else ()
    return Interaction(
        record=f"{span.trace}/{span.id}",
        query=trace.question(span) or "",
        place=span.place,
        time=span.start or trace.top(span).start,
        session=session,
        conversation=session,
        user=trace.attribute(span, "user.id"),
        shown=with_cited(_shown(documents, tally, span.place.line), cited),
        answer=answer,
        rating=None if rating is None or rating.up is None else Rating(rating.up, rating.place),
    )


def _shown(documents: list[Document], tally: Tally, line: int) -> tuple[Shown, ...]:
    shown: dict[str, Shown] = {}
    for rank, document in enumerate(documents, 1):
        if document.id is None:
            tally.note("retriever span with a document that has no id", line)
        else:
            shown.setdefault(document.id, Shown(document.id, rank, document.text))
    return tuple(shown.values())


def _cited(answer: str | None, documents: list[Document], tally: Tally, line: int) -> tuple[str, ...]:
    cited = []
    for number in cited_positions(answer or ""):
        if not 1 <= number <= len(documents):
            tally.note("answer that cites a position outside the retrieved list", line)
        elif (chunk := documents[number - 1].id) is not None:
            cited.append(chunk)
    return tuple(dict.fromkeys(cited))


def _opened(record: JSON) -> list[JSON]:
    """The records inside a page of an API's answer; any other record alone."""
    inner = record.get("data")
    return [item for item in inner if isinstance(item, dict)] if isinstance(inner, list) else [record]


READER = LogReader("openinference", "OpenInference spans and annotations, as Phoenix exports them", recognises, read)
