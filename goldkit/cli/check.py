"""`goldkit check`: what is wrong with the set, and what to do about it."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

from goldkit.cli import exits, options, output
from goldkit.phrases import counted
from goldkit.results.check import Finding, Report

SHOWN = 5
"""Findings of one kind that are printed without --all."""


def check(
    golden: options.Golden = options.GOLDEN,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every finding, not the first five of a kind.")
    ] = False,
    as_json: options.Json = False,
) -> int:
    """Say what is wrong with the set, each finding with its cure, and verify the seals of frozen sets.

    Exit code 3 when a finding is an error; warnings alone are fine. Every changed byte of a sealed file is noticed. A set sealed
    anew and lines removed from the ledger are not: the history in git shows those.
    """
    from goldkit.checks.catalogue import run_checks
    from goldkit.store.golden import GoldenDirectory

    report = run_checks(GoldenDirectory.open(golden))
    if as_json:
        output.out_json(report.to_dict())
    else:
        _tell(report, everything)
    return exits.DATA if report.errors else exits.OK


def _tell(report: Report, everything: bool) -> None:
    for name, group in groupby(report.findings, key=lambda finding: finding.name):
        _tell_kind(name, list(group), everything)
    if report.skipped:
        output.out(f"not looked for until the lines above can be read: {', '.join(report.skipped)}")
    if report.findings:
        output.out(f"{counted(report.errors, 'error')}, {counted(report.warnings, 'warning')}")
    else:
        output.out(f"nothing wrong found; looked for: {', '.join(report.checked)}")


def _tell_kind(name: str, findings: list[Finding], everything: bool) -> None:
    output.out(f"{counted(len(findings), findings[0].severity)}: {name}")
    shown = findings if everything else findings[:SHOWN]
    for cure, group in groupby(shown, key=lambda finding: finding.cure):
        for finding in group:
            output.out(f"  {finding.where}: {finding.what}")
        output.out(f"  cure: {cure}")
    if len(shown) < len(findings):
        output.out(f"  … and {len(findings) - len(shown)} more (--all)")
    output.out()
