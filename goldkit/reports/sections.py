"""Parts of a report that are a table with a sentence or two, for every report that has tables: a line each in SECTIONS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goldkit.phrases import counted
from goldkit.reports.circularity_text import gap_rows, wording_lines
from goldkit.reports.distance_text import distance_rows
from goldkit.reports.score_holes import hole_readings, hole_rows
from goldkit.reports.stages import stage_doubts, stage_rows
from goldkit.reports.weighted_text import left_out, weighted_rows, worth
from goldkit.results.score import ScoreResult


@dataclass(frozen=True, slots=True)
class Section:
    """One part. rows: cells as plain text, as many as the head has; names in the first. before, after: sentences around it.

    words: places of cells, besides the first, that hold words and no figures.
    """

    title: str
    head: list[str]
    rows: list[list[str]]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    words: tuple[int, ...] = ()


def sections(result: ScoreResult) -> list[Section]:
    """Those that have something to say, in order."""
    return [part for make in SECTIONS.values() if (part := make(result))]


def holes_section(result: ScoreResult) -> Section | None:
    """What nobody judged; None where everything is."""
    holes = result.holes
    if not holes.unjudged:
        return None
    names = list(holes.runs[0].intervals)
    unjudged = (
        f"{counted(holes.unjudged, 'result')} within the first {holes.k} have no label that counts, and so score 0."
    )
    bounds = " What judging them could make of the means:" if names else ""
    return Section(
        title="What nobody judged",
        head=["run", f"judged@{holes.k}", *names],
        rows=hole_rows(result, names),
        before=(unjudged + bounds,),
        after=(*hole_readings(result), *((f"({holes.assumption})",) if names else ())),
    )


def stages_section(result: ScoreResult) -> Section | None:
    """Where the facts of one pipeline went; None where no stages were named."""
    found = result.stages
    if found is None:
        return None
    return Section(
        title=f"Stages {' → '.join(found.names)}",
        head=["", "facts", "share", ""],
        rows=stage_rows(found),
        before=(f"Where {counted(found.facts, 'fact')} went:",),
        after=stage_doubts(found),
        words=(3,),
    )


def circularity_section(result: ScoreResult) -> Section | None:
    """Log against synthetic questions; None where an origin has too few."""
    found = result.circularity
    if found is None or not found.gaps:
        return None
    return Section(
        title="Log against synthetic questions",
        head=["run", "log", "synthetic", "apart", "interval", ""],
        rows=gap_rows(found),
        before=(f"Deltas in {found.measure} against {result.method.baseline}, and how far apart they are.",),
        after=() if found.distance else wording_lines(found),
        words=(5,),
    )


def distance_section(result: ScoreResult) -> Section | None:
    """How far the synthetic questions themselves are from the log's; None where an origin has too few."""
    found = result.circularity
    if found is None or not found.distance:
        return None
    return Section(
        title="How far synthetic questions are from the log's",
        head=["questions", "log", "synthetic", "apart", "interval", "reading"],
        rows=distance_rows(found.distance),
        before=("Shares differ by points of a percentage; the intervals are at 95%.",),
        words=(5,),
    )


def ties_section(result: ScoreResult) -> Section | None:
    """How far means hang on the order of equal scores; None where that changes no figure."""
    ends = {
        (run.name, name): said
        for run in result.runs
        for name in run.tie_bounds
        if (said := _ends(run.tie_bounds[name]))
    }
    names = [name for name in result.measures if any(name == measure for _, measure in ends)]
    runs = [run.name for run in result.runs if any(run.name == name for name, _ in ends)]
    if not ends:
        return None
    rows = [[run, *(ends.get((run, name), "") for name in names)] for run in runs]
    said = "Where scores are equal, another order could have given these means:"
    return Section(title="Equal scores", head=["run", *names], rows=rows, before=(said,))


def _ends(bounds: tuple[float, float]) -> str:
    low, high = (f"{end:.3f}" for end in bounds)
    return "" if low == high else f"{low} to {high}"


def weighted_section(result: ScoreResult) -> Section | None:
    """Means weighted by traffic; None where they were not asked for."""
    found = result.weighted
    if found is None:
        return None
    return Section(
        title="Weighted by traffic",
        head=["run", found.measure, "", "delta", "interval", "p"],
        rows=weighted_rows(found),
        before=(f"{worth(found)}.",),
        after=left_out(found),
    )


SECTIONS: dict[str, Callable[[ScoreResult], Section | None]] = {
    "stages": stages_section,
    "weighted": weighted_section,
    "circularity": circularity_section,
    "distance": distance_section,
    "holes": holes_section,
    "ties": ties_section,
}
"""What a part is about → how it is made."""
