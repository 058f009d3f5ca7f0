"""A scoring result as one self-contained page: no script, no request, the same bytes for the same result and time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from goldkit.phrases import counted, signed
from goldkit.reports import gates
from goldkit.reports.cautions import cautions
from goldkit.reports.delta_plot import axis_row, delta_axis, delta_row, legend_mark, slice_axis, slice_row
from goldkit.reports.explain import explain_lines
from goldkit.reports.measure_heads import counting, measure_head, shown_measure
from goldkit.reports.query_plots import query_plots
from goldkit.reports.sections import sections
from goldkit.reports.slice_groups import kinds, lacking
from goldkit.reports.verdicts import Headline, by_run, concentration, headlines, reading, span, summary
from goldkit.results.moves import Moves
from goldkit.results.provenance import Provenance
from goldkit.results.score import ScoreResult, Verdict

TEMPLATE = "score.html"
TRUST: dict[Verdict, str] = {
    "better": "Believe it",
    "worse": "Believe it",
    "equivalent": "Believe it",
    "too_small": "Do not act on it",
    "none": "No verdict",
}
"""Verdict → what a reader may do with it."""
CARE = "with care"
"""Words in a reason that weaken it."""


def score_html(result: ScoreResult, at: str, moves: Sequence[Moves] = (), provenance: Provenance | None = None) -> str:
    """The page. at: the time that it names, as the caller's clock gives it. moves: the single queries to show; of a frozen set
    only those that were burned."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(
        counted=counted, legend_mark=legend_mark, trust=trust, reading=reading, concentration=concentration
    )
    environment.filters.update(signed=signed, span=span)
    return environment.get_template(TEMPLATE).render(
        result=result,
        at=at,
        provenance=provenance or Provenance(),
        query_plots=query_plots(moves),
        summary=summary(result),
        headlines=headlines(result),
        gates_title=gates.title(result.gates) if result.gates else "",
        gate_words=gates.WORDS,
        gate_details=gates.details,
        cautions=cautions(result),
        measure_head=measure_head,
        counting=counting(result),
        sections=sections(result),
        explained=explain_lines(result),
        deltas={(delta.run, delta.measure): delta for delta in result.deltas},
        plots=[_plot(result, measure) for measure in _in_order(result) if result.deltas],
        groups=[
            group for by, title in kinds(result) if (group := _group(result, by, f"{title[:1].upper()}{title[1:]}"))
        ],
    )


def trust(said: Headline) -> str:
    """What a reader may do with a verdict, in a few words."""
    words = [TRUST[said.delta.verdict], *([CARE] if CARE in said.belief else [])]
    turned = said.holes is not None and said.holes.settled == "open" and said.delta.verdict in ("better", "worse")
    return ", ".join([*words, *(["as far as it is judged"] if turned else [])])


def _in_order(result: ScoreResult) -> list[str]:
    """The measures, the primary one first."""
    return sorted(result.measures, key=lambda name: name != shown_measure(result))


def _plot(result: ScoreResult, measure: str) -> dict[str, Any]:
    """All runs' deltas in one measure. rows: (delta, drawing)."""
    deltas = [delta for delta in result.deltas if delta.measure == measure]
    margin = result.method.margin if measure == result.method.primary else 0.0
    axis = delta_axis(deltas, margin)
    rows = [(delta, delta_row(delta, axis, margin)) for delta in deltas]
    return {"measure": measure, "margin": margin, "rows": rows, "axis": axis_row(axis)}


def _group(result: ScoreResult, by: str, title: str) -> dict[str, Any] | None:
    """The slices of one kind. plots: (run, [(slice, delta, drawing), …]), all in the first measure and on one scale."""
    parts = [part for part in result.slices if part.by == by]
    scored = [part for part in parts if part.means]
    if not scored or (by == "origin" and len(parts) == 1):
        return None
    measure = shown_measure(result)
    found = [(part, delta) for part in scored for delta in part.deltas if delta.measure == measure]
    axis = slice_axis(delta for _, delta in found)
    drawn = [(part, delta, slice_row(part.name, delta, axis)) for part, delta in found]
    plots = [(run, [row for row in drawn if row[1].run == run]) for run, _ in by_run(result)]
    shown = {"title": title, "by": by, "measure": measure, "parts": scored, "plots": plots}
    return {**shown, "axis": axis_row(axis), "lacking": lacking(parts)}
