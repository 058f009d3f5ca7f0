"""Gates: may a change go in? Each is judged by the interval of its figure, on the blocks of the queries it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.errors import UsageError
from goldkit.measures.names import Measure
from goldkit.phrases import some
from goldkit.results.gates import GateResult
from goldkit.scoring.compare import differences
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.gate_grammar import BASELINE, Gate, Scope
from goldkit.scoring.gate_measures import gate_measures
from goldkit.scoring.gate_verdict import Case, judge
from goldkit.scoring.groups import ALWAYS, values_of
from goldkit.scoring.mean import mean
from goldkit.scoring.table import RunTable
from goldkit.scoring.terms import Terms
from goldkit.sets.scoreset import ScoreQuery, ScoreSet
from goldkit.statistics.replicates import run_spread


@dataclass(frozen=True, slots=True)
class Scored:
    """What gates are judged on. tables: one a run; baseline: the name of one of them. k: the cut of measures that name none."""

    scoreset: ScoreSet
    queries: Denominator
    tables: Sequence[RunTable]
    baseline: str
    k: int


def judge_gates(scored: Scored, terms: Terms) -> list[GateResult]:
    """Every gate on every run it applies to: those named, else all but the baseline, or a single one.

    Raises UsageError for a gate on a run, measure or slice that there is not.
    """
    _check_runs(scored, terms.options.gate_runs)
    return [judge(case, terms) for gate in terms.options.gates for case in _cases(gate, scored, terms)]


def _cases(gate: Gate, scored: Scored, terms: Terms) -> list[Case]:
    against = _against(gate, scored)
    (measure,) = gate_measures(scored.scoreset, [gate], scored.k)
    places = _places(gate.scope, scored)
    ids = [scored.queries.queries[place].id for place in places]
    cases: list[Case] = []
    for table in _targets(scored, terms.options.gate_runs):
        if table is against:
            continue
        values = _values(table, measure, places)
        row = values if against is None else differences(_values(against, measure, places), values)
        blocks = [terms.blocks[place] for place in places]
        name = None if against is None else against.run.name
        bound = terms.margin if gate.bound is None else gate.bound
        spread = None if against is None else _spread(against, table, measure, places, terms)
        cases.append(
            Case(gate.text, table.run.name, name, measure, bound, row, blocks, ids, scored.scoreset.frozen, spread)
        )
    if not cases:
        raise UsageError(f"gate {gate.text!r}: nothing to compare: name a second run")
    return cases


def _check_runs(scored: Scored, names: Sequence[str]) -> None:
    known = [table.run.name for table in scored.tables]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"--gate-run {unknown[0]!r} is none of the runs: {', '.join(known)}")


def _targets(scored: Scored, names: Sequence[str]) -> list[RunTable]:
    if names:
        return [table for table in scored.tables if table.run.name in names]
    others = [table for table in scored.tables if table.run.name != scored.baseline]
    return others or list(scored.tables)


def _against(gate: Gate, scored: Scored) -> RunTable | None:
    """The run to be no worse than; a run that is called `baseline` goes before the word."""
    if gate.than is None:
        return None
    named = {table.run.name: table for table in scored.tables}
    name = gate.than if gate.than in named else scored.baseline if gate.than.lower() == BASELINE else None
    if name is None:
        raise UsageError(f"gate {gate.text!r}: {gate.than!r} is none of the runs: {', '.join(named)}")
    return named[name]


def _places(scope: Scope | None, scored: Scored) -> list[int]:
    """The positions of the queries that a gate is about. Raises UsageError for a slice that the set does not have."""
    if scope is None:
        return list(range(len(scored.queries.queries)))
    if not any(_is_in(query, scope) for query in scored.scoreset.queries):
        raise UsageError(
            f"no query of {scored.scoreset.name} has {scope}{_values_there_are(scope.field, scored.scoreset)}"
        )
    return [place for place, query in enumerate(scored.queries.queries) if _is_in(query, scope)]


def _is_in(query: ScoreQuery, scope: Scope) -> bool:
    return scope.value in values_of(query, scope.field)


def _values_there_are(field: str, scoreset: ScoreSet) -> str:
    """The values of a field, for a message; of a frozen set's metadata, which may tell of single queries, none."""
    if scoreset.frozen and field not in ALWAYS:
        return ""
    values = sorted({value for query in scoreset.queries for value in values_of(query, field)})
    if values:
        return f"; there is {some(values, 20)}"
    origins = sorted({query.origin for query in scoreset.queries})
    return f"; no query has any {field}: leave that gate out, or gate on origin={' or '.join(origins)}"


def _spread(before: RunTable, after: RunTable, measure: Measure, places: Sequence[int], terms: Terms) -> float | None:
    """How far the pipelines differ from themselves on these queries; None where each was run once."""
    if not places or not (before.parts or after.parts):
        return None
    means = [[mean(_values(part, measure, places)) for part in table.parts or (table,)] for table in (before, after)]
    return run_spread(means[0], means[1], terms.level)


def _values(table: RunTable, measure: Measure, places: Sequence[int]) -> list[float]:
    column = table.column(measure)
    return [column[place] for place in places]
