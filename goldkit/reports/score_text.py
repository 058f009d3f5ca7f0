"""A scoring result as plain text for a person, complete without colour and within 100 columns unless names are long."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.phrases import counted, signed
from goldkit.reports.cautions import cautions
from goldkit.reports.circularity_text import circularity_lines
from goldkit.reports.columns import columns, wrap, wrap_words
from goldkit.reports.explain import explain_lines
from goldkit.reports.gates import gate_lines
from goldkit.reports.measure_heads import counting, measure_head, shown_measure
from goldkit.reports.per_query import per_query_lines
from goldkit.reports.score_holes import score_holes
from goldkit.reports.slice_groups import kinds, lacking
from goldkit.reports.stages import stage_lines
from goldkit.reports.verdicts import by_run, carrier, concentration, headlines, reading, secondary
from goldkit.reports.weighted_text import weighted_lines
from goldkit.results.score import Delta, Interval, ScoreResult, Slice

WIDTH = 100
PER_TABLE = 3
"""Measures beside each other; more go into a further table below."""


def score_text(result: ScoreResult) -> str:
    """The whole report: verdicts, set, table, notes, holes, deltas with their reading, origins, tags; with a final newline."""
    parts = [
        _verdicts(result),
        _head(result),
        _table(result),
        _notes(result),
        stage_lines(result),
        _deltas(result),
        score_holes(result),
        weighted_lines(result),
        circularity_lines(result),
        *(_slices(result, by, title) for by, title in kinds(result)),
        per_query_lines(result),
        explain_lines(result),
        gate_lines(result.gates),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _verdicts(result: ScoreResult) -> list[str]:
    """What won and whether to believe it, before anything else."""
    return [line for said in headlines(result) for line in _hanging(said.words)]


def _head(result: ScoreResult) -> list[str]:
    about, run = result.set, result.runs[0]
    first = [
        f"{about.name}",
        f"{run.n} of {counted(about.queries, 'query')} in every mean",
        f"k {about.k}",
        f"relevant from grade {about.scale.relevant_from} of {about.scale.max}",
        f"counting {counting(result)}",
    ]
    lines = [" · ".join(first)]
    if about.digest:
        lines.append(f"digest {about.digest}")
    return lines


def _table(result: ScoreResult) -> list[str]:
    lines: list[str] = []
    for start in range(0, len(result.measures), PER_TABLE):
        names = result.measures[start : start + PER_TABLE]
        rows = [["", *(cell for name in names for cell in (measure_head(result, name), ""))]]
        for run in result.runs:
            spans = [_span(run.intervals[name]) if name in run.intervals else "" for name in names]
            cells = [cell for name, span in zip(names, spans, strict=True) for cell in (f"{run.means[name]:.3f}", span)]
            rows.append([run.name, *cells])
        lines += ["", *_shared_heads(rows)] if lines else _shared_heads(rows)
    blocks, n = result.method.blocks, result.runs[0].n
    groups = "" if blocks == n else f", which are {counted(blocks, 'independent group')}"
    brackets = "; in brackets their 95% intervals" if result.runs[0].intervals else ""
    return [*lines, f"means over {counted(n, 'query')}{groups}{brackets}"]


def _shared_heads(rows: list[list[str]]) -> list[str]:
    """Lines of a table whose heads stand over a figure and its interval together."""
    body = [[row[0], *(f"{row[place]} {row[place + 1]}" for place in range(1, len(row), 2))] for row in rows]
    body[0] = [rows[0][0], *rows[0][1::2]]
    return columns(body, [False] * len(body[0]))


def _notes(result: ScoreResult) -> list[str]:
    return [line for note in (*result.notes, *cautions(result)) for line in _item(note)]


def _item(note: str) -> list[str]:
    first, *rest = wrap(note, WIDTH - 2)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _deltas(result: ScoreResult) -> list[str]:
    """All deltas in one set of columns, a paragraph a run: its verdict, what it means, its figures."""
    if not result.deltas:
        return []
    method = result.method
    shown = f", {_percent(method.level)} intervals, smallest visible difference (found 4 times in 5)"
    lines = [f"against {method.baseline}: deltas{shown if result.runs[0].intervals else ''}"]
    if method.looks > 1:
        lines.append(
            f"frozen set: p is multiplied by the look budget of {method.looks}, and intervals are as much wider"
        )
    if others := secondary(result):
        lines += wrap(others, WIDTH)
    rows = columns([_HEAD, *(_row(delta) for delta in result.deltas)], [False, *([True] * (len(_HEAD) - 1))])
    figures = iter(rows[1:])
    for run, deltas in by_run(result):
        lines += ["", *_paragraph(run, deltas), f"  {rows[0]}", *(f"  {next(figures)}" for _ in deltas)]
    return lines


_HEAD = ["", "delta", "interval", "up", "same", "down", "p", "adjusted", "visible"]


def _paragraph(run: str, deltas: Sequence[Delta]) -> list[str]:
    """What the run's deltas mean; its verdict stands on top of the report."""
    main = carrier(deltas)
    lines = _hanging([f"{run}:", *reading(main).split()])
    lines += [line for said in (concentration(main),) if said for line in wrap(said, WIDTH, "  ")]
    return lines


def _hanging(words: Sequence[str]) -> list[str]:
    """Words in lines, all but the first one indented."""
    first, *rest = wrap_words(words, WIDTH - 2)
    return [first, *(f"  {line}" for line in rest)]


def _row(delta: Delta) -> list[str]:
    return [
        delta.measure,
        signed(delta.delta),
        "" if delta.interval is None else _span(delta.interval, sign=True),
        *(str(count) for count in (delta.wins, delta.ties, delta.losses)),
        f"{delta.p:.4f}",
        "" if delta.p_adjusted is None else f"{delta.p_adjusted:.4f}",
        "" if delta.smallest_visible is None else f"{delta.smallest_visible:.3f}",
    ]


def _slices(result: ScoreResult, by: str, title: str) -> list[str]:
    """One table a kind of slice: a line a run, each delta behind its mean, last the adjusted p of the primary or first measure."""
    parts = [part for part in result.slices if part.by == by]
    scored = [part for part in parts if part.means]
    if not scored or (by == "origin" and len(parts) == 1):
        return []
    carrier = shown_measure(result)
    what = f"means and deltas against {result.method.baseline}" if result.deltas else "means"
    heads = [cell for name in result.measures for cell in (name, "")[: 1 + bool(result.deltas)]]
    rows = [["", "queries", "run", *heads, *(["adjusted"] if result.deltas else [])]]
    for part in scored:
        rows += _slice_rows(result, part, carrier)
    right = [False, True, False, *([True] * (len(rows[0]) - 3))]
    without = [line for why in lacking(parts) for line in wrap(why, WIDTH, "  ")]
    return [
        f"{title}: {what}",
        *(f"  {line}" for line in columns(rows, right)),
        *without,
    ]


def _slice_rows(result: ScoreResult, part: Slice, carrier: str) -> list[list[str]]:
    deltas = {(delta.run, delta.measure): delta for delta in part.deltas}
    rows: list[list[str]] = []
    for run in result.runs:
        cells: list[str] = []
        for name in result.measures:
            delta = deltas.get((run.name, name))
            cells += [f"{part.means[run.name][name]:.3f}", "" if delta is None else signed(delta.delta)][
                : 1 + bool(result.deltas)
            ]
        own = deltas.get((run.name, carrier))
        cells += [f"{own.p_adjusted:.4f}"] if own is not None and own.p_adjusted is not None else []
        rows.append([*((part.name, str(part.n)) if not rows else ("", "")), run.name, *cells])
    return rows


def _span(interval: Interval, sign: bool = False) -> str:
    low, high = interval
    return f"[{signed(low):>6}, {signed(high):>6}]" if sign else f"[{low:.3f}, {high:.3f}]"


def _percent(level: float) -> str:
    return f"{100 * level:.4g}%"
