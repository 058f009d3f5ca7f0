"""Keeping people out of the golden set: what is private in a question, or in a passage that a log shows, becomes a marker.

A corpus given with `--corpus` is the team's own text, and stays as it is; what users typed and what a log copied does not.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from msgspec.structs import replace

from goldkit.files.names import name_of
from goldkit.logs.interactions import Interaction
from goldkit.logs.log_file import LogFile
from goldkit.results.mine import Replacement
from goldkit.text.redact import Redactor, Replaced

MOST = 10_000
"""How many different replacements are kept for the list to review; beyond it they are only counted."""


@dataclass(slots=True)
class _Met:
    times: int
    file: str
    line: int | None
    became: str


class Privacy:
    """Replaces and remembers what was replaced. counts: rule → how often. redactor: None replaces nothing."""

    def __init__(self, redactor: Redactor | None) -> None:
        self.counts: Counter[str] = Counter()
        self._redactor = redactor
        self._met: dict[tuple[str, str], _Met] = {}

    def interaction(self, one: Interaction, file: LogFile) -> Interaction:
        """An interaction with markers in its question, its rewritten question and the turn before."""
        if self._redactor is None:
            return one
        line = one.place.line
        query = self._text(one.query, file, line)
        context = None if one.context is None else self._text(one.context, file, line)
        rewritten = None if one.rewritten is None else self._text(one.rewritten, file, line)
        if query is one.query and context is one.context and rewritten is one.rewritten:
            return one
        return replace(one, query=query, context=context, rewritten=rewritten)

    def passage(self, text: str) -> str:
        """A passage of a log with markers."""
        return text if self._redactor is None else self._text(text, None, None)

    def quietly(self, text: str) -> str:
        """A text with markers that is only shown in a report, so nothing is counted."""
        return text if self._redactor is None else self._redactor.redact(text)[0]

    def replacements(self) -> tuple[Replacement, ...]:
        """What was replaced, by rule and text."""
        return tuple(
            Replacement(rule, found, met.times, met.file, met.line, met.became)
            for (rule, found), met in sorted(self._met.items())
        )

    def _text(self, text: str, file: LogFile | None, line: int | None) -> str:
        assert self._redactor is not None
        became, replaced = self._redactor.redact(text)
        for one in replaced:
            self._remember(one, file, line, became)
        return became if replaced else text

    def _remember(self, one: Replaced, file: LogFile | None, line: int | None, became: str) -> None:
        self.counts[one.rule] += 1
        met = self._met.get((one.rule, one.found))
        if met is not None:
            met.times += 1
        elif len(self._met) < MOST:
            where = "a passage of the logs" if file is None else name_of(file.path)
            self._met[one.rule, one.found] = _Met(1, where, line, became)
