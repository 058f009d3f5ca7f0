"""What scoring `dev` leaves behind: a line for each run that was not scored before."""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import DataError, IncompleteError
from goldkit.files.checkout import commit_of
from goldkit.results.score import ScoreResult
from goldkit.scoring.request import Request
from goldkit.scoring.shown import shown_runs
from goldkit.sets.dev_log import record_dev


def remember(request: Request, result: ScoreResult, at: str) -> tuple[str, ...]:
    """Write the dev log of a golden directory; nothing for any other set. at: the time, ISO 8601.

    A log that cannot be written fails no call: why not is returned, in a sentence.
    """
    if request.scoreset.home is None or request.scoreset.frozen:
        return ()
    names = [measure.name for measure in request.all_measures]
    shown = shown_runs(request, result)
    try:
        record_dev(request.scoreset, shown, k=result.set.k, measures=names, at=at, commit=commit_of(Path.cwd()))
    except (OSError, DataError, IncompleteError) as error:
        return (f"not in the dev log: {error}",)
    return ()
