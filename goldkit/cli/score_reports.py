"""The reports that `goldkit score` was asked for: one on stdout, any others into files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli.clock import now
from goldkit.cli.output import out, out_data, say, say_all
from goldkit.cli.score_queries import LIMIT
from goldkit.cli.tame import tame
from goldkit.errors import UsageError
from goldkit.files.atomic import replace
from goldkit.reports.verdicts import carrier

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult
    from goldkit.sets.runs import RunFile


Markdown = Annotated[bool, typer.Option("--markdown", help="Print the result as a comment for a pull request.")]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write the result as one self-contained page.")
]
Csv = Annotated[
    str | None,
    typer.Option("--csv", metavar="FILE", help="Write every query's values, ranks and holes; - prints them."),
]
STDOUT = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """What is asked for. html, csv: the files to write, csv - for stdout. limit: single queries on the page, each way."""

    as_json: bool = False
    markdown: bool = False
    html: Path | None = None
    csv: str | None = None
    limit: int = LIMIT

    def check(self) -> None:
        """Before anything is scored, which may cost a look. Raises UsageError for what cannot be written."""
        asked = {"--json": self.as_json, "--markdown": self.markdown, "--csv -": self.csv == STDOUT}
        printed = [name for name, wanted in asked.items() if wanted]
        if len(printed) > 1:
            raise UsageError(f"{' and '.join(printed)} each print on stdout; ask for one of them")
        if self.html is not None:
            _check_place("--html", self.html)
        if self.csv not in (None, STDOUT):
            _check_place("--csv", Path(str(self.csv)))

    def needs_queries(self, frozen: bool) -> bool:
        """Whether single queries are to be kept: the page shows those of a set that is not frozen."""
        return self.csv is not None or (self.html is not None and not frozen)

    def write(self, result: ScoreResult, runs: Sequence[RunFile], frozen: bool) -> None:
        """Files first, then stdout."""
        if self.html is not None:
            _write(self.html, self._page(result, runs, frozen))
        if self.csv is not None and self.csv != STDOUT:
            from goldkit.reports.score_csv import score_csv

            _write(Path(self.csv), score_csv(result))
        self._print(result)

    def _page(self, result: ScoreResult, runs: Sequence[RunFile], frozen: bool) -> str:
        from goldkit.reports.score_html import score_html
        from goldkit.scoring.moves import moves
        from goldkit.sets.provenance import provenance

        shown = result.per_query
        if not shown and not frozen and result.deltas:
            first = carrier(result.deltas)
            others = [run.name for run in result.runs if run.name != first.baseline]
            shown = tuple(moves(result.queries, first.baseline, others, first.measure, self.limit))
        return score_html(result, now(), shown, provenance(runs))

    def _print(self, result: ScoreResult) -> None:
        if self.as_json:
            from goldkit.reports.score_json import score_json

            say_all(result.notes)
            out_data(score_json(result))
        elif self.markdown:
            from goldkit.reports.score_markdown import score_markdown

            out(score_markdown(result))
        elif self.csv == STDOUT:
            from goldkit.reports.score_csv import score_csv

            out_data(score_csv(result))
        else:
            _print_text(result)


def _check_place(option: str, path: Path) -> None:
    if path.is_dir():
        raise UsageError(f"{option} {path}: a folder; name a file")
    if not path.parent.is_dir():
        raise UsageError(f"{option} {path}: there is no folder {path.parent}")


def _write(path: Path, text: str) -> None:
    replace(path, text.encode("utf-8", "backslashreplace"))
    say(f"wrote {path}")


def _print_text(result: ScoreResult) -> None:
    from goldkit.reports.score_text import score_text

    text = tame(score_text(result))
    if not sys.stdout.isatty():
        out(text)
        return
    from goldkit.cli.colour import out_verdicts
    from goldkit.reports.verdicts import headlines

    out_verdicts(text, [(f"{said.delta.run}: ", said.word, said.delta.verdict) for said in headlines(result)])
