"""The reports that `goldkit score` was asked for: one on stdout, any others into files."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.cli.clock import now
from goldkit.cli.output import out, say, say_all
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """What is asked for. html: the file for the page."""

    as_json: bool = False
    markdown: bool = False
    html: Path | None = None

    def check(self) -> None:
        """Before anything is scored, which may cost a look. Raises UsageError for what cannot be written."""
        if self.as_json and self.markdown:
            raise UsageError("--json and --markdown both print on stdout; ask for one of them")
        if self.html is not None and self.html.is_dir():
            raise UsageError(f"--html {self.html}: a folder; name a file")
        if self.html is not None and not self.html.parent.is_dir():
            raise UsageError(f"--html {self.html}: there is no folder {self.html.parent}")

    def write(self, result: ScoreResult) -> None:
        """Files first, then stdout."""
        if self.html is not None:
            from goldkit.files.atomic import replace
            from goldkit.reports.score_html import score_html

            replace(self.html, score_html(result, now()).encode())
            say(f"wrote {self.html}")
        self._print(result)

    def _print(self, result: ScoreResult) -> None:
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
