"""Bringing annotations to the traces they are about, and both together."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.logs.annotations import Annotation, inline_annotations
from goldkit.logs.groups import Groups, Part
from goldkit.logs.log_file import LogFile
from goldkit.logs.spans import unpacked
from goldkit.logs.traces import Trace

SPAN, ANNOTATION = "span", "annotation"
FIELDS = ("span", "trace", "up", "human", "time")
NOWHERE = "annotation of a span that is in none of the files given"


def take(annotation: Annotation, traces: Groups, by_span: Groups, file: LogFile) -> None:
    """Keep a usable annotation with its trace, or with its span until that span's trace is known; others are counted."""
    record = {name: getattr(annotation, name) for name in FIELDS}
    reason = _unusable(annotation)
    if reason is None and annotation.span is not None:
        by_span.add(annotation.span, ANNOTATION, record, annotation.place)
    elif reason is None and annotation.trace is not None:
        traces.add(annotation.trace, ANNOTATION, record, annotation.place)
    else:
        file.tally.drop(reason or NOWHERE, annotation.place.line)


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


def gathered(parts: Sequence[Part], files: Sequence[LogFile]) -> Trace:
    """A trace from its records. Spans that were read already and annotations of a trace without spans are counted."""
    trace = Trace()
    annotations = [Annotation(part.place, **part.record) for part in parts if part.kind == ANNOTATION]
    for part in parts:
        if part.kind == SPAN and part.record["id"] in trace.spans:
            files[part.place.file].tally.drop("span that was read already", part.place.line)
        elif part.kind == SPAN:
            span = trace.spans[part.record["id"]] = unpacked(part.record, part.place)
            annotations += inline_annotations(span)
    for one in annotations:
        reason = _unusable(one) if trace.spans else NOWHERE
        if reason is None:
            trace.annotations.append(one)
        else:
            files[one.place.file].tally.drop(reason, one.place.line)
    return trace


def _bring(part: Part, starts: dict[str, str | None], traces: Groups, file: LogFile) -> None:
    trace, time = part.record["trace"], part.record["time"]
    of = {name: start for name, start in starts.items() if trace in (None, name)}
    if len(of) > 1:
        what = "annotation of a span id that several traces use: taken for the last one before it"
        file.tally.note(what, part.place.line)
    if of:
        traces.add(_target(of, time), ANNOTATION, part.record, part.place)
    else:
        file.tally.drop(NOWHERE, part.place.line)


def _unusable(annotation: Annotation) -> str | None:
    if not annotation.human:
        return "annotation by a model or code, not by a person"
    return "annotation that is neither up nor down" if annotation.up is None else None


def _target(starts: dict[str, str | None], time: str | None) -> str:
    """Ids are unique in sound exports. Where they are not, an annotation comes after its span and before the next."""
    before = {name: start for name, start in starts.items() if start and time and start <= time}
    return max(before, key=lambda name: before[name] or "") if before else next(iter(starts))
