"""Measures that goldkit does not compute, by ir_measures where it is installed: ERR@10, infAP, P(rel=3)@5 and the like.

It is handed what goldkit's own measures see, as judgments and rankings of one chunk each: a relevant chunk's grade is its gain
(so on TREC and 0/1 scales the grade itself), any other judged chunk's is 0; scores fall strictly, so that its order is the one
ranking all measures share; a repeated id keeps its slot, unjudged. Only where every chunk counts: it knows no facts.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from math import isfinite
from typing import Any

from goldkit.errors import UsageError
from goldkit.measures.view import View

INSTALL = "pip install 'goldkit[measures]'"
LONGEST = 100
"""A name longer than this is none."""
NO_NAME = (NameError, ValueError, AssertionError, AttributeError, TypeError, KeyError, SyntaxError)
"""What parsing raises for a name it does not know; on Python 3.14, where 0.4.3 does not work, for every name."""

CANNOT = (ValueError, ArithmeticError, RuntimeError, OSError, ImportError, subprocess.SubprocessError)
"""What its providers raise: no provider here, perl that fails, a division by zero."""


def installed() -> bool:
    """Whether ir_measures is there."""
    return find_spec("ir_measures") is not None


def known(name: str) -> tuple[str, int | None] | None:
    """(the name as ir_measures writes it, its cut in results), None where ir_measures is not installed or has no such measure.

    Upper and lower case of the name itself do not matter, as with goldkit's own measures.
    """
    if not installed() or len(name) > LONGEST:
        return None
    measure = _parse(name) or _parse(_as_written(name))
    if measure is None:
        return None
    cut = measure.params.get("cutoff")
    return str(measure), cut if isinstance(cut, int) else None


def values(name: str, views: Sequence[View]) -> list[float]:
    """The measure of each ranking, in [0, 1]; 0 where ir_measures returns nothing. Each fact of a view must be one chunk.

    Raises UsageError where ir_measures cannot compute it here (it says why), or where a value is not in [0, 1].
    """
    from ir_measures import iter_calc

    names = [str(place) for place in range(1, len(views) + 1)]  # gdeval.pl takes numbers only
    qrels = {query: _judgments(view) for query, view in zip(names, views, strict=True)}
    run = {
        query: {_slot(rank): float(view.depth - rank) for rank in range(1, view.depth + 1)}
        for query, view in zip(names, views, strict=True)
    }
    try:
        found = {each.query_id: float(each.value) for each in iter_calc([_parse(name)], qrels, run)}
    except CANNOT as error:
        raise UsageError(
            f"{name}: ir_measures knows it but cannot compute it here: {' '.join(str(error).split())}"
        ) from error
    return [_within(name, found.get(query, 0.0)) for query in names]


def _as_written(name: str) -> str:
    """A name with the part before its parameters and cut in ir_measures' own letters, where it has such a measure."""
    from ir_measures.measures import registry

    base = re.split(r"[(@]", name, maxsplit=1)[0]
    letters: dict[str, str] = {str(known).casefold(): str(known) for known in sorted(registry)}
    return letters.get(base.casefold(), base) + name[len(base) :]


def _parse(name: str) -> Any:
    from ir_measures import parse_measure

    try:
        return parse_measure(name)
    except NO_NAME:
        return None


def _judgments(view: View) -> dict[str, int]:
    """Grades by the names that the ranking has for its slots; what was not retrieved has other names."""
    grades = {_slot(reach.rank): round(reach.gain) for reach in view.reaches}
    missed = Counter(map(round, view.ideal_gains)) - Counter(grades.values())
    grades |= {f"missed{place}": gain for place, gain in enumerate(sorted(missed.elements()))}
    grades |= {_slot(rank): 0 for rank in view.nonrelevant}
    grades |= {f"other{place}": 0 for place in range(view.all_nonrelevant - len(view.nonrelevant))}
    return grades or {"other": 0}  # pytrec_eval mixes queries up after one without judgments


def _slot(rank: int) -> str:
    return f"rank{rank}"


def _within(name: str, value: float) -> float:
    if not isfinite(value) or not -1e-9 <= value <= 1 + 1e-9:
        raise UsageError(f"{name} is {value:g} for some query; goldkit compares measures that lie in [0, 1]")
    return min(1.0, max(0.0, value))
