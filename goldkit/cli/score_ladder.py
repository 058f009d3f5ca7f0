"""`goldkit score --ladder`: of many tries on a frozen set only what improves is shown."""

from __future__ import annotations

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
    from goldkit.scoring.counted import climb_counted

    rungs, looks = climb_counted(request, now(), ledger)
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


def _text(rungs: Sequence[Rung]) -> str:
    first, *others = rungs
    lines = [f"{first.run}: {first.measure} {first.figure:.3f}, where the Ladder stands"]
    for rung in others:
        better = f"{rung.measure} {rung.figure:.3f}, better than the best before by more than its noise"
        same = f"no better than the best by more than its noise, which stays {rung.figure:.3f}"
        lines.append(f"{rung.run}: {better if rung.released else same}")
    return "\n".join(lines) + "\n"
