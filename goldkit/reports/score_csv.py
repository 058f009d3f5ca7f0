"""What every run did with every query, as CSV for a spreadsheet or pandas: a line a query and run."""

from __future__ import annotations

import csv
import io

from goldkit.results.per_query import QueryRun, QueryScore
from goldkit.results.score import ScoreResult

HEAD = ("query", "run")
TAIL = ("first_rank", "facts", "facts_missed", "unjudged", "results", "state", "origin", "tags", "block", "text")


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A spreadsheet takes a cell that begins so for a formula and runs it (OWASP, CSV injection)."""


def score_csv(result: ScoreResult) -> str:
    """All of `result.queries`, in the set's order, the runs in the table's. Values are unrounded.

    first_rank: of the first useful chunk, empty where none is found. facts_missed, unjudged: within the first k. state: "failed"
    or "missing", else empty. tags: joined by a space. A text or id that a spreadsheet would run has an apostrophe before it.
    Whoever writes it of a frozen set must have burned every query before.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*HEAD, *result.measures, *TAIL])
    for query in result.queries:
        for name, answer in query.runs.items():
            values = [answer.values[measure] for measure in result.measures]
            writer.writerow(map(_harmless, [query.id, name, *values, *_tail(query, answer, result.set.k)]))
    return stream.getvalue()


def _harmless(cell: object) -> object:
    """A cell that every spreadsheet shows as it is; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _tail(query: QueryScore, answer: QueryRun, k: int) -> list[object]:
    first = "" if answer.first is None else answer.first
    state = "failed" if answer.failed else "missing" if answer.missing else ""
    counts = [len(query.facts), len(answer.missed(k)), len(answer.holes), answer.depth]
    return [first, *counts, state, query.origin, " ".join(query.tags), query.block, query.text]
