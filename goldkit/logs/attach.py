"""Bringing annotations to the traces they are about, and both together."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from goldkit.logs.annotations import Annotation
from goldkit.logs.groups import GroupedRows
from goldkit.logs.log_file import LogFile
from goldkit.logs.spans import Span, both
from goldkit.logs.traces import Trace

GRADED = "score on a scale that goes beyond 1, on which no number is a thumb"
NOWHERE = "annotation of a span that is in none of the files given"


class Start(Struct, frozen=True, array_like=True, tag=True):
    """That a trace has a span of some id, and when it began."""

    trace: str
    time: str | None


@dataclass(slots=True)
class Traces:
    """The spans and annotations of a log. lost: annotations that name a span and not its trace, by the span, until it is found.

    graded: the names of scores that go beyond 1.
    """

    rows: GroupedRows[Span | Annotation] = field(default_factory=lambda: GroupedRows(Span | Annotation))
    lost: GroupedRows[Start | Annotation] = field(default_factory=lambda: GroupedRows(Start | Annotation))
    graded: set[str | None] = field(default_factory=set)

    def add(self, span: Span) -> None:
        """One more span."""
        self.rows.put(span.trace, span, span.start)

    def annotate(self, annotation: Annotation, file: LogFile) -> None:
        """Keep a usable annotation with its trace, or with its span until that span's trace is known; others are counted."""
        if annotation.beyond:
            self.graded.add(annotation.score)
        reason = annotation.unusable
        if reason is None and annotation.trace is not None:
            self.rows.put(annotation.trace, annotation)
        elif reason is None and annotation.span is not None:
            self.lost.put(annotation.span, annotation)
        else:
            _unused(annotation, reason or NOWHERE, file)

    def attach(self, files: Sequence[LogFile]) -> None:
        """Bring every annotation of a span to the span's trace; those of unknown spans are counted in their file's tally."""
        if not len(self.lost):
            return
        for trace, rows in self.rows:
            for row in rows:
                if isinstance(row, Span):
                    self.lost.put(row.id, Start(trace, row.start))
        for _, found in self.lost:
            starts: dict[str, str | None] = {}
            for one in found:
                if isinstance(one, Start):
                    starts.setdefault(one.trace, one.time)
            for one in found:
                if isinstance(one, Annotation):
                    self._bring(one, starts, files[one.place.file])

    def _bring(self, one: Annotation, starts: dict[str, str | None], file: LogFile) -> None:
        if len(starts) > 1:
            what = "annotation of a span id that several traces use: taken for the last one before it"
            file.tally.note(what, one.place.line)
        if starts:
            self.rows.put(_target(starts, one.time), one)
        else:
            _unused(one, NOWHERE, file)


def gathered(rows: Sequence[Span | Annotation], files: Sequence[LogFile], graded: Container[str | None]) -> Trace:
    """A trace from its rows. graded: names of scores that go beyond 1 somewhere, where 1 is the worst of several grades.

    Spans that were read already, annotations of a trace without spans and such scores are counted. The verdict on a span that was
    not exported is one on its trace.
    """
    trace = Trace()
    for row in rows:
        if isinstance(row, Span):
            known = trace.spans.get(row.id)
            whole = row if known is None else both(known, row)
            if whole is None:
                files[row.place.file].tally.drop("span that was read already", row.place.line)
            else:
                trace.spans[row.id] = whole
    for row in rows:
        if isinstance(row, Annotation):
            reason = GRADED if row.score in graded else None if trace.spans else NOWHERE
            if reason is None:
                exported = row.span is None or row.span in trace.spans
                trace.annotations.append(row if exported else replace(row, span=None))
            else:
                _unused(row, reason, files[row.place.file])
    return trace


def _unused(annotation: Annotation, reason: str, file: LogFile) -> None:
    """Count an annotation as a record of its own, or, where it stands inside another, as an oddity of that."""
    count = file.tally.note if annotation.inline else file.tally.drop
    count(reason, annotation.place.line)


def _target(starts: dict[str, str | None], time: str | None) -> str:
    """Ids are unique in sound exports. Where they are not, an annotation comes after its span and before the next."""
    before = {name: start for name, start in starts.items() if start and time and start <= time}
    return max(before, key=lambda name: before[name] or "") if before else next(iter(starts))
