"""What gates came to, for a person: the verdict, the gate, its figure, and what stands behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.phrases import counted, signed, some
from goldkit.reports.columns import wrap
from goldkit.results.gates import overall

if TYPE_CHECKING:
    from goldkit.results.gates import GateResult, GateVerdict

WIDTH = 100
WORDS: dict[GateVerdict, str] = {"pass": "passed", "fail": "FAILED", "inconclusive": "inconclusive"}


def gate_lines(gates: Sequence[GateResult]) -> list[str]:
    """A line with what they come to together, then a paragraph each; empty without gates."""
    if not gates:
        return []
    return [title(gates), *(line for gate in gates for line in _paragraph(gate))]


def title(gates: Sequence[GateResult]) -> str:
    """ "gates: FAILED (1 of 3; 1 inconclusive)"."""
    counts = Counter(gate.verdict for gate in gates)
    parts = [f"{counts[verdict]} {WORDS[verdict].lower()}" for verdict in WORDS if counts[verdict]]
    return f"gates: {WORDS[overall(gates)]} ({', '.join(parts)})"


def figures(gate: GateResult) -> str:
    """ "recall@5 of hybrid −0.077 against dense [−0.180, +0.020], 26 queries": as much as may be told."""
    against = f" against {gate.against}" if gate.against is not None else ""
    queries = f"{counted(gate.n, 'query')} in {counted(gate.blocks, 'independent group')}"
    if gate.figure is None:
        return f"{gate.measure} of {gate.run}{against}: no figure"
    said = signed if gate.against is not None else "{:.3f}".format
    span = f" [{said(gate.interval[0])}, {said(gate.interval[1])}]" if gate.interval else ""
    return f"{gate.measure} of {gate.run} {said(gate.figure)}{against}{span}, {queries}"


def behind(gate: GateResult) -> str:
    """The ids of the queries behind it; empty where there are none to tell."""
    return f"{'lost' if gate.against is not None else 'below'}: {some(gate.queries)}" if gate.queries else ""


def details(gate: GateResult) -> list[str]:
    """All there is to say of one gate besides its verdict and text."""
    return [part for part in (figures(gate), gate.reason, gate.warning, behind(gate)) if part]


def _paragraph(gate: GateResult) -> list[str]:
    words = f"{WORDS[gate.verdict]}: {gate.gate}"
    said = [f"{figures(gate)}; {gate.reason}", gate.warning, behind(gate)]
    return [f"  {words}", *(line for part in said if part for line in wrap(part, WIDTH, "    "))]
