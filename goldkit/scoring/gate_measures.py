"""The measures that gates are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.measures.names import parse

if TYPE_CHECKING:
    from goldkit.measures.names import Measure
    from goldkit.scoring.gate_grammar import Gate
    from goldkit.sets.scoreset import ScoreSet


def gate_measures(scoreset: ScoreSet, gates: Sequence[Gate], k: int) -> tuple[Measure, ...]:
    """The measures that gates are about, whether or not they are in the table. Raises UsageError for an unknown one."""
    return parse([gate.measure or scoreset.deciding() for gate in gates], k)
