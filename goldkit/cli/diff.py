"""`goldkit diff`: how far a pipeline's results moved, told without a label."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import options
from goldkit.cli.diff_versions import are_versions, diff_versions
from goldkit.cli.output import out, out_json, say_all
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.results.drift import Drift
    from goldkit.sets.runs import RunFile

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
    from goldkit.formats.corpus import read_corpus
    from goldkit.reports.drift_text import drift_text
    from goldkit.scoring.drift import drift

    if are_versions((before, after), golden):
        diff_versions((before, after), golden, burn, as_json)
        return
    if burn:
        raise UsageError("--burn is for two frozen sets; nothing of two runs is held out")
    runs = _run(before), _run(after)
    if match_text:
        result = _matched_drift(runs, k, corpus)
    else:
        result = drift(*runs, k, None if corpus is None else {chunk.id for chunk in read_corpus(corpus)})
    if as_json:
        out_json(result.to_dict())
    else:
        out(drift_text(result))


def _matched_drift(runs: tuple[RunFile, RunFile], k: int, corpus: Path | None) -> Drift:
    """The drift of two runs whose results are matched by text; says how that went."""
    from goldkit.scoring.drift import drift
    from goldkit.sets.matched_run import MatchedRun, text_corpus

    texts = text_corpus(corpus)
    old, new = (MatchedRun(run, texts) for run in runs)
    result = drift(old, new, k, texts.chunks.keys())
    say_all(found.matched.note() for found in (old, new))
    return result


def _run(spec: str) -> RunFile:
    """The run that was named. Raises UsageError, saying so, for a set in its place."""
    from goldkit.sets.resolve import DEV
    from goldkit.sets.runs import open_run

    if Path(spec).is_dir() or (spec == DEV and not Path(spec).exists()):
        raise UsageError(f"{spec}: a set or a folder, not a run; goldkit diff compares two run files")
    return open_run(spec)
