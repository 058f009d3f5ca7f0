"""What is wrong with a golden directory as plain text, kind by kind, each finding with its cure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from goldkit.phrases import SOME, counted
from goldkit.results.check import Explanation, Finding, Report

GIT = (
    "only git can tell: a set sealed anew with a fitting manifest, a whole directory put back as it was, lines cut from the end of "
    "ledger.jsonl or split.jsonl (`git log -p` on each shows it)"
)
"""What the seals of frozen sets cannot notice."""


def explanation_text(found: Explanation) -> str:
    """What one finding means, with a final newline."""
    return f"{found.name}\n  {found.meaning}\n  for example: {found.example}\n  cure: {found.cure}\n"


def names_text(summaries: Mapping[str, str]) -> str:
    """All findings that there are, each in a sentence, with a final newline."""
    return "".join(f"{name}\n  {sentence}\n" for name, sentence in summaries.items())


def check_text(report: Report, everything: bool = False) -> str:
    """The whole report, with a final newline. everything: print all findings, not the first few of a kind."""
    lines: list[str] = []
    for name, group in groupby(report.findings, key=lambda finding: finding.name):
        lines += _kind(name, list(group), everything)
    if report.skipped:
        lines.append(f"not looked for until the lines above can be read: {', '.join(report.skipped)}")
    if report.sealed:
        lines.append(GIT)
    if report.findings:
        lines.append("what a finding means: goldkit check --explain NAME")
        lines.append(f"{counted(report.errors, 'error')}, {counted(report.warnings, 'warning')}")
    else:
        lines.append(f"nothing wrong found; looked for: {', '.join(report.checked)}")
    return "\n".join(lines) + "\n"


def _kind(name: str, findings: list[Finding], everything: bool) -> Iterator[str]:
    yield f"{counted(len(findings), findings[0].severity)}: {name}"
    shown = findings if everything else findings[:SOME]
    for cure, group in groupby(shown, key=lambda finding: finding.cure):
        yield from (f"  {finding.where}: {finding.what}" for finding in group)
        yield f"  cure: {cure}"
    if len(shown) < len(findings):
        yield f"  … and {len(findings) - len(shown):,} more (--all)"
    yield ""
