"""What `check` returns: what is wrong with a golden directory, each finding with its cure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from goldkit.phrases import counted
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""
Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong. name: the kind, as in CHECKS. where: a file, with its line where that means something.

    An error makes figures wrong or leaks what is held out; a warning leaves them right but worth less than they could be.
    about: the query that it names, if any; cure_held_out: the cure where that query is held out, "{0}" standing for its set.
    """

    name: str
    severity: Severity
    where: str
    what: str
    cure: str
    about: str = ""
    cure_held_out: str = ""

    def to_dict(self) -> dict[str, str]:
        """As `check --json` prints it."""
        return {name: getattr(self, name) for name in ("name", "severity", "where", "what", "cure")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Tabular):
    """All findings, in the order of the checks. skipped: checks that could not run before unreadable lines are mended.

    sealed: how many frozen sets there are. shown: ids of the held-out queries that the findings name, which only burning allows.
    """

    findings: tuple[Finding, ...]
    checked: tuple[str, ...]
    skipped: tuple[str, ...] = ()
    sealed: int = 0
    shown: frozenset[str] = frozenset()

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.errors

    @property
    def caption(self) -> str:
        """What the table is of."""
        return f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')}"

    def to_rows(self) -> list[Row]:
        """A row a finding, in the order of the checks."""
        return [{**finding.to_dict()} for finding in self.findings]

    def to_dict(self) -> dict[str, Any]:
        """The report as `check --json` prints it."""
        return {
            "format": FORMAT,
            "errors": self.errors,
            "warnings": self.warnings,
            "findings": [finding.to_dict() for finding in self.findings],
            "checked": list(self.checked),
            "skipped": list(self.skipped),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a finding means, how it comes about, and the command or edit that cures it."""

    name: str
    meaning: str
    example: str
    cure: str
