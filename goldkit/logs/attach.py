"""Bringing annotations to the traces they are about, and both together."""

from __future__ import annotations

from collections.abc import Container, Sequence

from goldkit.logs.annotations import Annotation
from goldkit.logs.groups import Groups, Part
from goldkit.logs.log_file import LogFile
from goldkit.logs.spans import both, unpacked
from goldkit.logs.traces import Trace

SPAN, ANNOTATION = "span", "annotation"
FIELDS = ("span", "trace", "up", "time", "inline", "score")
GRADED = "score on a scale that goes beyond 1, on which no number is a thumb"
NOWHERE = "annotation of a span that is in none of the files given"


def take(annotation: Annotation, traces: Groups, by_span: Groups, file: LogFile) -> None:
    """Keep a usable annotation with its trace, or with its span until that span's trace is known; others are counted."""
    record = {name: getattr(annotation, name) for name in FIELDS}
    reason = annotation.unusable
    if reason is None and annotation.span is not None:
        by_span.add(annotation.span, ANNOTATION, record, annotation.place)
    elif reason is None and annotation.trace is not None:
        traces.add(annotation.trace, ANNOTATION, record, annotation.place)
    else:
        _unused(annotation, reason or NOWHERE, file)


def attach(by_span: Groups, traces: Groups, files: Sequence[LogFile]) -> None:
    """Bring every annotation of a span to the span's trace; those of unknown spans are counted in their file's tally."""
    for _, parts in by_span:
        starts: dict[str, str | None] = {}
        for part in parts:
            if part.kind == SPAN:
                starts.setdefault(part.record["trace"], part.record["start"])
        for part in parts:
            if part.kind == ANNOTATION:
                _bring(part, starts, traces, files[part.place.file])


def gathered(parts: Sequence[Part], files: Sequence[LogFile], graded: Container[str | None]) -> Trace:
    """A trace from its records. graded: names of scores that go beyond 1 somewhere, where 1 is the worst of several grades.

    Spans that were read already, annotations of a trace without spans and such scores are counted.
    """
    trace = Trace()
    annotations = [Annotation(part.place, **part.record) for part in parts if part.kind == ANNOTATION]
    for part in parts:
        if part.kind == SPAN:
            span = unpacked(part.record, part.place)
            known = trace.spans.get(span.id)
            whole = span if known is None else both(known, span)
            if whole is None:
                files[part.place.file].tally.drop("span that was read already", part.place.line)
            else:
                trace.spans[span.id] = whole
    for one in annotations:
        reason = GRADED if one.score in graded else None if trace.spans else NOWHERE
        if reason is None:
            trace.annotations.append(one)
        else:
            _unused(one, reason, files[one.place.file])
    return trace


def _unused(annotation: Annotation, reason: str, file: LogFile) -> None:
    """Count an annotation as a record of its own, or, where it stands inside another, as an oddity of that."""
    count = file.tally.note if annotation.inline else file.tally.drop
    count(reason, annotation.place.line)


def _bring(part: Part, starts: dict[str, str | None], traces: Groups, file: LogFile) -> None:
    trace, time = part.record["trace"], part.record["time"]
    of = {name: start for name, start in starts.items() if trace in (None, name)}
    if len(of) > 1:
        what = "annotation of a span id that several traces use: taken for the last one before it"
        file.tally.note(what, part.place.line)
    if of:
        traces.add(_target(of, time), ANNOTATION, part.record, part.place)
    elif trace is not None:  # the verdict on a span that was not exported is one on its trace
        traces.add(trace, ANNOTATION, part.record | {"span": None}, part.place)
    else:
        _unused(Annotation(part.place, **part.record), NOWHERE, file)


def _target(starts: dict[str, str | None], time: str | None) -> str:
    """Ids are unique in sound exports. Where they are not, an annotation comes after its span and before the next."""
    before = {name: start for name, start in starts.items() if start and time and start <= time}
    return max(before, key=lambda name: before[name] or "") if before else next(iter(starts))
