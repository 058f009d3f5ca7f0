"""The reports that `goldkit score` was asked for."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from goldkit.cli.output import out, say_all
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """What is asked for."""

    as_json: bool = False
    markdown: bool = False

    def check(self) -> None:
        """Before anything is scored, which may cost a look. Raises UsageError for what cannot be written."""
        if self.as_json and self.markdown:
            raise UsageError("--json and --markdown both print on stdout; ask for one of them")

    def write(self, result: ScoreResult) -> None:
        """Print the one on stdout."""
        if self.as_json:
            from goldkit.reports.score_json import score_json

            say_all(result.notes)
            out(score_json(result))
        elif self.markdown:
            from goldkit.reports.score_markdown import score_markdown

            out(score_markdown(result))
        else:
            _print_text(result)


def _print_text(result: ScoreResult) -> None:
    from goldkit.reports.score_text import score_text

    text = score_text(result)
    if not sys.stdout.isatty():
        out(text)
        return
    from goldkit.cli.colour import out_verdicts
    from goldkit.reports.verdicts import headlines

    out_verdicts(text, [(f"{said.delta.run}: ", said.word, said.delta.verdict) for said in headlines(result)])
