"""`goldkit check`: what is wrong with the set, and what to do about it."""

from __future__ import annotations

import re
import shlex
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import clock, exits, options, output, redaction
from goldkit.errors import UsageError
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.results.check import Finding

Corpus = Annotated[
    Path | None,
    typer.Option(
        "--corpus", metavar="C", help="Today's chunks: finds labels and generated questions whose chunk changed."
    ),
]


def check(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="With --explain: the finding to explain.")] = "",
    golden: options.Golden = options.GOLDEN,
    corpus: Corpus = None,
    redact_rules: redaction.RulesFile = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every finding, not the first five of a kind.")
    ] = False,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Say what the finding NAME means, with an example and its cure; alone: list all."
        ),
    ] = False,
    burn: Annotated[
        bool,
        typer.Option(
            "--burn", help="Name held-out queries too, which are otherwise only counted; what is shown is recorded."
        ),
    ] = False,
    as_json: options.Json = False,
) -> int:
    """Say what is wrong with the set, each finding with its cure, and verify the seals of frozen sets.

    Exit code 3 when a finding is an error; warnings alone are fine. Every changed byte of a sealed file is noticed. A set sealed
    anew and lines removed from the ledger are not: the history in git shows those.
    """
    if explain:
        return _explain(name, as_json)
    if name:
        raise UsageError(
            f"{name!r} is the name of a finding only after --explain; the directory is named by --golden DIR"
        )
    from goldkit.checks.catalogue import run_checks
    from goldkit.formats.corpus import read_corpus
    from goldkit.library import private
    from goldkit.reports.check_text import check_text
    from goldkit.store.golden import GoldenDirectory

    chunks = None if corpus is None else read_corpus(corpus)
    directory = GoldenDirectory.open(golden)
    report = run_checks(directory, private.rules(golden, redact_rules), chunks, burn)
    report = replace(report, findings=tuple(_as_typed(finding, golden, corpus) for finding in report.findings))
    if burn:
        from goldkit.sets.burning import burn_queries

        fresh = burn_queries(directory, report.shown, clock.now(), "check --burn")
        output.say(f"burned: {counted(len(fresh), 'query')}, recorded in split.jsonl")
    if as_json:
        output.out_json(report.to_dict())
    else:
        output.out(check_text(report, everything))
    return exits.DATA if report.errors else exits.OK


def _as_typed(finding: Finding, golden: Path, corpus: Path | None) -> Finding:
    """A finding whose cure can be run as it stands: on the same golden directory, and with the corpus that was given."""
    cure = re.sub(r"`(goldkit [^`]*)`", lambda found: f"`{found[1]}{options.same(golden)}`", finding.cure)
    return replace(finding, cure=cure if corpus is None else cure.replace("CORPUS", shlex.quote(str(corpus))))


def _explain(name: str, as_json: bool) -> int:
    """One finding, or the list of all; of no directory at all."""
    from goldkit.checks.explain import explain, summaries
    from goldkit.reports.check_text import explanation_text, names_text

    if not name:
        found = summaries()
        output.out_json(found) if as_json else output.out(names_text(found))
        return exits.OK
    told = explain(name)
    output.out_json(asdict(told)) if as_json else output.out(explanation_text(told))
    return exits.OK
