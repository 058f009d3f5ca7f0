"""Every scored run over time as plain text, one line each."""

from __future__ import annotations

from goldkit.reports.columns import columns
from goldkit.results.history import Scored

COMMIT = 7
"""Signs of a commit that are shown, and whether there were changes on top."""


def history_text(lines: list[Scored]) -> str:
    """The whole story, oldest first, with a final newline."""
    if not lines:
        return "nothing was scored yet: `goldkit score dev RUN…` writes the first line\n"
    return "\n".join(columns([_row(line) for line in lines], [False] * 6)) + "\n"


def _row(line: Scored) -> list[str]:
    where = line.set if line.look is None else f"{line.set}, look {line.look}"
    figures = "  ".join(f"{name} {value:.3f}" for name, value in line.figures.items()) or "–"
    return [
        line.at[:16].replace("T", " "),
        where,
        line.run,
        _commit(line.commit),
        figures,
        line.verdict.replace("_", " "),
    ]


def _commit(commit: str | None) -> str:
    if not commit:
        return "–"
    head, plus, _ = commit.partition("+")
    return head[:COMMIT] + plus
