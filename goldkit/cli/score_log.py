"""What `goldkit score dev` leaves behind: a line for each run that was not scored before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.cli.clock import now
from goldkit.cli.output import say
from goldkit.errors import DataError, IncompleteError

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult
    from goldkit.scoring.request import Request


def log_dev(request: Request, result: ScoreResult) -> None:
    """Write the dev log of a golden directory; one that may not be written is scored all the same."""
    if request.scoreset.home is None:
        return
    from goldkit.files.checkout import commit_of
    from goldkit.scoring.shown import shown_runs
    from goldkit.sets.dev_log import record_dev

    names = [measure.name for measure in request.all_measures]
    shown = shown_runs(request, result)
    try:
        record_dev(request.scoreset, shown, k=result.set.k, measures=names, at=now(), commit=commit_of(Path.cwd()))
    except (OSError, DataError, IncompleteError) as error:
        say(f"not in the dev log: {error}")
