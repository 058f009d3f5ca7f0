"""What an export did as plain text: what was written, on which scale, what was left behind."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.phrases import counted
from goldkit.results.exported import ExportReport


def export_text(report: ExportReport, place: str) -> str:
    """The whole report but for `export_notes`, with a final newline. place: the file or folder that was named."""
    what = report.run or report.set
    noun = "result" if report.run else "label"
    files = f" ({', '.join(report.files)})" if report.files != (place,) and report.files else ""
    lines = [
        f"{place}{files}: {counted(report.queries, 'query')}, {counted(report.labels, noun)} of {what} as {report.format}",
        *([f"grades: {report.scale}"] if report.scale else []),
        *(f"in reading {what}: {line}" for line in (report.read.lines() if report.read is not None else ())),
        *(f"in writing: {line}" if report.read is not None else line for line in report.losses.lines()),
    ]
    return "\n".join(lines) + "\n"


def export_notes(report: ExportReport) -> Iterator[str]:
    """What a reader should know besides, a sentence each."""
    yield from (f"note: {note}" for note in report.notes)
    if report.burned is not None:
        yield f"burned: {counted(report.burned, 'query')} of {report.set}, recorded in split.jsonl"
