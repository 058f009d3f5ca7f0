"""What a ledger remembers of the Ladder: which runs' figures it released, so that the next call begins where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldkit.records import JSON, Look
from goldkit.sets.ledger import ledger_file, ledger_folder, ledger_lines
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment

RELEASED = "released"
"""What the Ladder says of a run whose figure it showed."""


def top_of_ladder(scored: ScoreSet, ledger: Path | None = None) -> tuple[str, str] | None:
    """(name, digest) of the run whose figure the Ladder released last on this set; None before the first.

    ledger: as record_look takes it.
    """
    golden = GoldenDirectory(ledger_folder(scored))
    released = released_runs(ledger_lines(golden, ledger_file(golden, ledger)[0]), scored)
    return (str(released[-1].get("name")), str(released[-1].get("digest"))) if released else None


def released_runs(lines: Iterable[Look], scored: ScoreSet) -> list[JSON]:
    """The runs whose figures the Ladder released on this set, in the order of time."""
    own = sorted((line for line in lines if line.set == scored.digest), key=lambda line: (moment(line.at), line.look))
    return [run for line in own for run in line.runs if run.get("ladder") == RELEASED]
