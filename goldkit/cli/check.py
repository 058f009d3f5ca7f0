"""`goldkit check`: what is wrong with the set, and what to do about it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldkit.cli import exits, options, output, redaction

Corpus = Annotated[
    Path | None,
    typer.Option(
        "--corpus", metavar="C", help="Today's chunks: finds labels and generated questions whose chunk changed."
    ),
]


def check(
    golden: options.Golden = options.GOLDEN,
    corpus: Corpus = None,
    redact_rules: redaction.RulesFile = None,
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
    from goldkit.formats.corpus import read_corpus
    from goldkit.reports.check_text import check_text
    from goldkit.store.golden import GoldenDirectory

    chunks = None if corpus is None else read_corpus(corpus)
    report = run_checks(GoldenDirectory.open(golden), redaction.rules(golden, redact_rules), chunks)
    if as_json:
        output.out_json(report.to_dict())
    else:
        output.out(check_text(report, everything))
    return exits.DATA if report.errors else exits.OK
