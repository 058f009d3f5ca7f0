"""A scoring call as an assertion: it holds, or fails with all that its caller may see."""

from __future__ import annotations

from goldkit.errors import UsageError
from goldkit.reports.gates import gate_lines
from goldkit.reports.score_text import score_text
from goldkit.results.gates import overall
from goldkit.results.score import ScoreResult


def assert_gates(result: ScoreResult) -> None:
    """Assert that every gate of a result passed, as `score --gate` has it: what is inconclusive has not.

    Raises AssertionError with each gate's verdict, figure and interval, then the table; for a set that is not frozen also with the
    ids of the queries that fell. Of a frozen set nothing but verdicts and figures is told. Raises UsageError for no gate at all.
    """
    __tracebackhide__ = True  # pytest then shows the line that called
    if not result.gates:
        raise UsageError(
            "nothing was to hold: score with options=ScoreOptions(gates=(parse_gate('recall@5 >= 0.75'),))"
        )
    if overall(result.gates) == "pass":
        return
    told = "\n".join(gate_lines(result.gates))
    raise AssertionError(told if result.set.digest is not None else f"{told}\n\n{score_text(result)}")
