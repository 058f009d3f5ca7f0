"""`goldkit diff`: how far a pipeline's results moved, told without a label."""

from __future__ import annotations

from typing import Annotated

import typer

from goldkit.cli import options
from goldkit.cli.clock import now
from goldkit.cli.diff_versions import are_versions, print_versions
from goldkit.cli.output import out, out_json, say_all
from goldkit.errors import UsageError

DEFAULT_K = 10

Before = Annotated[str, typer.Argument(metavar="BEFORE", help="A run file, as path or name=path, or a frozen set.")]
After = Annotated[str, typer.Argument(metavar="AFTER", help="Another of the same pipeline, made later.")]
Cut = Annotated[int, typer.Option("--k", metavar="K", min=1, help="How many results of each query are compared.")]


def diff(
    before: Before,
    after: After,
    k: Cut = DEFAULT_K,
    corpus: options.OptionalCorpus = None,
    match_text: options.MatchText = False,
    burn: Annotated[
        bool,
        typer.Option(
            "--burn", help="Of two frozen sets: show which queries differ; it is recorded that they were shown."
        ),
    ] = False,
    golden: options.Golden = options.GOLDEN,
    as_json: options.Json = False,
) -> None:
    """Compare two runs of one pipeline without a label: what a new index or model changed, before anyone judges it.

    Of two frozen sets (`goldkit diff v1 v2`) it tells which queries and labels differ, who changed them and why.

    Overlap and rank-biased overlap, the queries that changed most, queries that only one run has; with --corpus also ids that are
    no longer in it. Whether a change is for the better, only `goldkit score` can tell.
    """
    from goldkit.library.diff import diff as compare
    from goldkit.reports.drift_text import drift_text

    if are_versions((before, after), golden):
        if corpus is not None or match_text:
            raise UsageError("--corpus and --match-text are for two runs, not for two frozen sets")
        found = compare(before, after, golden=golden, burn=burn, at=now() if burn else None)
        print_versions(found, as_json)
        return
    if burn:
        raise UsageError("--burn is for two frozen sets; nothing of two runs is held out")
    result = compare(before, after, k=k, corpus=corpus, match_text=match_text)
    say_all(found.note() for found in result.matched)
    if as_json:
        out_json(result.to_dict())
    else:
        out(drift_text(result))
