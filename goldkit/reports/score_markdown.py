"""A scoring result as a comment under a pull request: GitHub's Markdown, no HTML but foldable parts."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from goldkit.phrases import counted, signed
from goldkit.reports import gates
from goldkit.reports.cautions import cautions
from goldkit.reports.explain import explain_lines
from goldkit.reports.measure_heads import measure_head
from goldkit.reports.per_query import per_query_lines
from goldkit.reports.sections import Section, sections
from goldkit.reports.slice_groups import kinds, lacking
from goldkit.reports.verdicts import by_run, concentration, headlines, reading, secondary, summary
from goldkit.results.gates import GateResult
from goldkit.results.score import Delta, ScoreResult, Slice

MEANT = re.compile(r"([\\`*_\[\]<>|~&$#])")
"""Signs that Markdown or a table reads as its own."""


def score_markdown(result: ScoreResult) -> str:
    """Verdicts, means and deltas; slices, figures and notes folded away; with a final newline."""
    parts = [
        [f"### {escape(summary(result))}"],
        _verdicts(result),
        gates_markdown(result),
        [f"- {escape(line)}" for line in cautions(result)],
        _means(result),
        [_about(result)],
        *(_folded(title, lines) for title, lines in _details(result) if lines),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def escape(text: str) -> str:
    """A text as itself: on one line, and no sign of it read as Markdown or HTML."""
    return MEANT.sub(r"\\\1", " ".join(text.split()))


def _verdicts(result: ScoreResult) -> list[str]:
    lines: list[str] = []
    for said in headlines(result):
        about = said.delta
        figures = f"in {about.measure}, {said.figure} against {about.baseline}; {said.belief}"
        lines.append(f"- **{escape(about.run)}: {said.word.lower()}** {escape(figures)}")
        holes = f"Unjudged results: {said.holes.reading}." if said.holes else ""
        lines += [f"  {escape(line)}" for line in (holes, reading(about), concentration(about)) if line]
    return lines


def gates_markdown(result: ScoreResult) -> list[str]:
    """What gates came to, a list item each; empty without gates."""
    if not result.gates:
        return []
    return [f"**{escape(gates.title(result.gates))}**", "", *(_gate(gate) for gate in result.gates)]


def _gate(gate: GateResult) -> str:
    return f"- **{gates.WORDS[gate.verdict]}**: {escape(gate.gate)}: {escape('; '.join(gates.details(gate)))}"


def _means(result: ScoreResult) -> list[str]:
    """A run a line, its deltas in brackets; only a verdict makes one bold."""
    deltas = {(delta.run, delta.measure): delta for delta in result.deltas}
    rows = [["run", *(escape(measure_head(result, name)) for name in result.measures)]]
    for run in result.runs:
        name = f"{run.name} (baseline)" if run.name == result.method.baseline else run.name
        cells = [f"{run.means[measure]:.3f}{_change(deltas.get((run.name, measure)))}" for measure in result.measures]
        rows.append([escape(name), *cells])
    return _table(rows)


def _change(delta: Delta | None) -> str:
    if delta is None:
        return ""
    figure = signed(delta.delta)
    return f" (**{figure}**)" if delta.verdict in ("better", "worse") else f" ({figure})"


def _about(result: ScoreResult) -> str:
    about, method = result.set, result.method
    blocks = f" in {counted(method.blocks, 'independent group')}"
    n = f"{result.runs[0].n} of {counted(about.queries, 'query')}{blocks}"
    taken = f"look {result.look} of" if result.look else "look budget"
    looks = f"; {taken} {method.looks}, paid for in p and intervals" if method.looks > 1 else ""
    digest = f"; digest {about.digest}" if about.digest else ""
    return escape(f"{about.name}: {n}, k {about.k}, {method.primary} decides{looks}{digest}")


def _details(result: ScoreResult) -> list[tuple[str, list[str]]]:
    groups = [(f"{title[:1].upper()}{title[1:]}", _slices(result, by)) for by, title in kinds(result)]
    notes = [f"- {escape(note)}" for note in result.notes]
    return [
        ("Deltas, intervals and what this set can see", _deltas(result)),
        *groups,
        *((part.title, _section(part)) for part in sections(result)),
        ("Query by query", _verbatim(per_query_lines(result))),
        ("Queries laid open", _verbatim(explain_lines(result))),
        ("Notes", notes),
    ]


def _deltas(result: ScoreResult) -> list[str]:
    if not result.deltas:
        return []
    head = [
        "run",
        "measure",
        "delta",
        f"{100 * result.method.level:.4g}% interval",
        "up / same / down",
        "p",
        "adjusted",
        "visible",
    ]
    rows = [head, *(_delta(delta) for _, deltas in by_run(result) for delta in deltas)]
    told = "visible: the smallest true difference that this set finds 4 times in 5."
    others = secondary(result)
    return [*_table(rows), "", f"{told} {escape(others)}." if others else told]


def _delta(delta: Delta) -> list[str]:
    return [
        escape(delta.run),
        escape(delta.measure),
        signed(delta.delta),
        " to ".join(map(signed, delta.interval or ())),
        f"{delta.wins} / {delta.ties} / {delta.losses}",
        f"{delta.p:.4f}",
        "" if delta.p_adjusted is None else f"{delta.p_adjusted:.4f}",
        "" if delta.smallest_visible is None else f"{delta.smallest_visible:.3f}",
    ]


def _slices(result: ScoreResult, by: str) -> list[str]:
    parts = [part for part in result.slices if part.by == by]
    scored = [part for part in parts if part.means]
    if not scored or (by == "origin" and len(parts) == 1):
        return []
    rows = [[by, "queries", "run", *result.measures]]
    rows += [_slice(part, run.name, result.measures) for part in scored for run in result.runs]
    return [*_table(rows), *(line for note in lacking(parts) for line in ("", escape(note)))]


def _slice(part: Slice, run: str, measures: Sequence[str]) -> list[str]:
    deltas = {delta.measure: delta.delta for delta in part.deltas if delta.run == run}
    cells = [
        f"{part.means[run][name]:.3f}" + (f" ({signed(deltas[name])})" if name in deltas else "") for name in measures
    ]
    return [escape(part.name), str(part.n), escape(run), *cells]


def _section(part: Section) -> list[str]:
    rows = [[escape(cell) for cell in row] for row in (part.head, *part.rows)]
    around = [[line for said in said_all for line in (escape(said), "")] for said_all in (part.before, part.after)]
    return [*around[0], *_table(rows), "", *around[1]]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return [lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]


def _verbatim(lines: Sequence[str]) -> list[str]:
    """Lines as they are, in a fence that nothing within them can close."""
    ticks = max((len(run) for run in re.findall("`+", "\n".join(lines))), default=0)
    fence = "`" * max(3, ticks + 1)
    return [fence, *lines, fence] if lines else []


def _folded(title: str, lines: Sequence[str]) -> list[str]:
    summary_line = (
        f"<summary>{html.escape(' '.join(title.split()), quote=False)}</summary>"  # HTML: no Markdown is read in it
    )
    return ["<details>", summary_line, "", *lines, "", "</details>"]
