"""The options of `goldkit score` that make it a gate, and what a gate on a frozen set may print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import exits
from goldkit.cli.output import out, out_json
from goldkit.errors import UsageError
from goldkit.scoring.options import GateOn, ScoreOptions

if TYPE_CHECKING:
    from goldkit.results.gates import GateVerdict
    from goldkit.results.score import ScoreResult
    from goldkit.scoring.gate_grammar import Gate
    from goldkit.sets.scoreset import ScoreSet

CODES: dict[GateVerdict, int] = {"pass": exits.OK, "fail": exits.GATE_FAILED, "inconclusive": exits.GATE_OPEN}
Gates = Annotated[
    list[str] | None,
    typer.Option(
        "--gate",
        metavar="G",
        help="What must hold, e.g. 'recall@5 >= 0.75', 'no worse than baseline by 0.02 on MRR', 'tag=exact: no worse by 0'. "
        "Exit 1 where it fails, 5 where it is inconclusive; may be repeated.",
    ),
]
On = Annotated[
    GateOn, typer.Option("--gate-on", help="Judge a gate by the interval of its figure, or by the figure itself.")
]
GateRuns = Annotated[
    list[str] | None,
    typer.Option("--gate-run", metavar="NAME", help="The run that gates are for; default all but the baseline."),
]
Ledger = Annotated[
    Path | None,
    typer.Option("--ledger", metavar="PATH", help="Where looks at a frozen set are counted, if not in its directory."),
]


def parsed(texts: Sequence[str] | None) -> tuple[Gate, ...]:
    """The gates of a command line. Raises UsageError for the first that is none."""
    if not texts:
        return ()
    from goldkit.scoring.gate_grammar import parse_gate

    return tuple(parse_gate(text) for text in texts)


def check_gates(scoreset: ScoreSet, options: ScoreOptions, ledger: Path | None, page: Path | None) -> None:
    """Before anything is scored: as scoring.counted.check_ledger, and UsageError for a page, which would tell more than a gate."""
    from goldkit.scoring.counted import GATE_ALONE, check_ledger

    check_ledger(scoreset, options, ledger)
    if options.gates and scoreset.frozen and page is not None:
        raise UsageError(GATE_ALONE)


def write_gates(result: ScoreResult, as_json: bool, markdown: bool) -> None:
    """All that a gate on a frozen set prints."""
    from goldkit.reports.gates import gate_lines
    from goldkit.reports.score_markdown import gates_markdown

    if as_json:
        kept = result.to_dict()
        out_json({key: kept[key] for key in ("format", "set", "gates")})
    elif markdown:
        out("\n".join(gates_markdown(result)))
    else:
        out("\n".join(gate_lines(result.gates)))


def exit_code(result: ScoreResult) -> int:
    """0, or what the gates come to: 1 failed, 5 inconclusive."""
    from goldkit.results.gates import overall

    return CODES[overall(result.gates)]
