"""What retrieving gave in a few lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.phrases import counted
from goldkit.results.retrieve import Retrieved


def retrieve_text(result: Retrieved) -> str:
    """The whole report, with a final newline."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: Retrieved) -> Iterator[str]:
    answered = result.queries - len(result.failed)
    kept = f", {result.kept:,} of them by the run before" if result.kept else ""
    yield f"{result.path}: {answered:,} of {counted(result.queries, 'query')} of {result.set} answered{kept}; k {result.k}"
    if result.latency:
        yield "latency: " + ", ".join(f"{name} {value:,.1f} ms" for name, value in result.latency.items())
    if result.cut:
        yield f"{counted(result.cut, 'query')} with more than {result.k} results: cut to {result.k}"
    if result.empty:
        yield f"{counted(result.empty, 'query')} for which nothing was found"
    yield from (f"note: {note}" for note in result.notes)
