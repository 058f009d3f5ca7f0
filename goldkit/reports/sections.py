"""Parts of a report that are a table with a sentence or two, for every report that has tables: a line each in SECTIONS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goldkit.phrases import counted
from goldkit.results.score import ScoreResult


@dataclass(frozen=True, slots=True)
class Section:
    """One part. rows: cells as plain text, as many as the head has; names in the first. before, after: sentences around it."""

    title: str
    head: list[str]
    rows: list[list[str]]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def sections(result: ScoreResult) -> list[Section]:
    """Those that have something to say, in order."""
    return [part for make in SECTIONS.values() if (part := make(result))]


def holes_section(result: ScoreResult) -> Section | None:
    """What nobody judged; None where everything is."""
    holes = result.holes
    if not holes.unjudged:
        return None
    return Section(
        title="What nobody judged",
        head=["run", f"judged@{holes.k}", "unjudged"],
        rows=[[run.name, f"{100 * run.judged:.1f}%", str(run.unjudged)] for run in holes.runs],
        before=(
            f"{counted(holes.unjudged, 'result')} within the first {holes.k} have no label that counts, and so score 0.",
        ),
    )


SECTIONS: dict[str, Callable[[ScoreResult], Section | None]] = {"holes": holes_section}
"""What a part is about → how it is made."""
