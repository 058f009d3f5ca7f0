"""What an import did as plain text: what is new, how grades were read, what was left behind."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.phrases import counted, some
from goldkit.results.imported import ImportReport

NAMED = 3
"""How many missing chunks are named."""


def import_text(report: ImportReport) -> str:
    """The whole report but for `import_notes`, with a final newline."""
    lines = [
        f"{report.path}: {counted(report.new_queries, 'new query')} ({report.known_queries} known), "
        f"{counted(report.new_judgments, f'new {report.status} judgment')} ({report.known_judgments} known), "
        f"{counted(report.new_chunks, 'new text')}",
        *([f"read as: {report.reading}"] if report.reading else []),
        *(report.losses.lines() if report.losses else ()),
    ]
    return "\n".join(lines) + "\n"


def import_notes(report: ImportReport) -> Iterator[str]:
    """What a reader should know besides, a sentence each."""
    yield from (f"note: {note}" for note in report.notes)
    labelled = counted(report.labelled, "labelled chunk")
    if report.lacking:
        named = some([repr(chunk) for chunk in report.lacking], NAMED)
        reason = f"; {report.reason}" if report.reason else ""
        yield f"warning: the corpus lacks {len(report.lacking)} of {labelled}: {named}{reason}"
    if report.untold > len(report.lacking):
        yield f"note: {report.untold} of {labelled} came without a text; --corpus C keeps what was judged"
