"""Bringing annotations to the traces they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from goldkit.logs.annotations import Annotation
from goldkit.logs.log_file import LogFile
from goldkit.logs.spans import Span
from goldkit.logs.traces import Trace


def attach(annotations: Iterable[Annotation], traces: Mapping[str, Trace], files: Sequence[LogFile]) -> None:
    """Add every usable annotation to its trace; the others are counted in their file's tally."""
    by_span: dict[str, list[Span]] = defaultdict(list)
    for trace in traces.values():
        for span in trace.spans.values():
            by_span[span.id].append(span)
    for annotation in annotations:
        tally, line = files[annotation.place.file].tally, annotation.place.line
        reason = _unusable(annotation)
        if reason is not None:
            tally.drop(reason, line)
            continue
        spans = [span for span in by_span.get(annotation.span or "", []) if annotation.trace in (None, span.trace)]
        if len(spans) > 1:
            tally.note("annotation of a span id that several traces use: taken for the last one before it", line)
        if spans:
            traces[_target(annotation, spans).trace].annotations.append(annotation)
        elif annotation.span is None and annotation.trace is not None and annotation.trace in traces:
            traces[annotation.trace].annotations.append(annotation)
        else:
            tally.drop("annotation of a span that is in none of the files given", line)


def _unusable(annotation: Annotation) -> str | None:
    if not annotation.human:
        return "annotation by a model or code, not by a person"
    return "annotation that is neither up nor down" if annotation.up is None else None


def _target(annotation: Annotation, spans: list[Span]) -> Span:
    """Ids are unique in sound exports. Where they are not, an annotation comes after its span and before the next."""
    before = [span for span in spans if span.start and annotation.time and span.start <= annotation.time]
    return max(before, key=lambda span: span.start or "") if before else spans[0]
