"""`goldkit score --ladder`: of many tries on a frozen set only what improves is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli.clock import now
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.cli.score_look import look_words
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from goldkit.results.ladder import Rung
    from goldkit.scoring.request import Request
    from goldkit.sets.looks import ShownRun
    from goldkit.sets.scoreset import ScoreSet

Ladder = Annotated[
    bool,
    typer.Option(
        "--ladder",
        help="Of a frozen set show a run's figure only where it beats the best one by more than its noise (Blum & Hardt 2015); "
        "the first run is where it stands.",
    ),
]


def check_ladder(scoreset: ScoreSet, ladder: bool, more: bool) -> None:
    """more: whether other output is asked for. Raises UsageError for a set that is free, or where more would be shown."""
    if ladder and not scoreset.frozen:
        raise UsageError(f"{scoreset.name} is not frozen: it shows everything, so --ladder hides nothing; leave it out")
    if ladder and more:
        raise UsageError("--ladder tells one figure a run; ask for pages, single queries, gates or means without it")


def score_ladder(request: Request, ledger: Path | None, as_json: bool) -> int:
    """Count the look, then print what the Ladder shows."""
    from goldkit.files.checkout import commit_of
    from goldkit.scoring.ladder import climb
    from goldkit.scoring.shown import identities
    from goldkit.sets.looks import record_look

    rungs, runs = climb(request), identities(request)
    _begins_on_top(request, runs, ledger)
    by_name = {rung.run: rung for rung in rungs}
    shown = [_told(run, by_name[run.name]) for run in runs]
    name = rungs[0].measure
    looks = record_look(
        request.scoreset, shown, k=request.k, measures=[name], at=now(), commit=commit_of(Path.cwd()), ledger=ledger
    )
    say_all(looks.notices)
    say(look_words(request.scoreset.name, looks))
    if as_json:
        rows = [
            {"run": one.run, "measure": one.measure, "figure": one.figure, "released": one.released} for one in rungs
        ]
        out_json({"format": 1, "set": request.scoreset.name, "ladder": rows, "look": looks.used})
    else:
        out(_text(rungs))
    return 0


def _begins_on_top(request: Request, runs: Sequence[ShownRun], ledger: Path | None) -> None:
    """Raises UsageError where another run's figure was released last: a Ladder that begins below it would be a new one."""
    from goldkit.sets.ladder_ledger import top_of_ladder

    top = top_of_ladder(request.scoreset, ledger)
    if top is not None and runs[0].digest != top[1]:
        raise UsageError(f"the Ladder of {request.scoreset.name} stands at {top[0]!r}: give that run first")


def _told(run: ShownRun, rung: Rung) -> ShownRun:
    if not rung.released:
        return replace(run, ladder="kept")
    return replace(run, ladder="released", figures={rung.measure: rung.figure})


def _text(rungs: Sequence[Rung]) -> str:
    first, *others = rungs
    lines = [f"{first.run}: {first.measure} {first.figure:.3f}, where the Ladder stands"]
    for rung in others:
        better = f"{rung.measure} {rung.figure:.3f}, better than the best before by more than its noise"
        same = f"no better than the best by more than its noise, which stays {rung.figure:.3f}"
        lines.append(f"{rung.run}: {better if rung.released else same}")
    return "\n".join(lines) + "\n"
