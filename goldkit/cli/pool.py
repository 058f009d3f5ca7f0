"""`goldkit pool`: what runs found and nobody judged, into the review queue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say, say_all

if TYPE_CHECKING:
    from goldkit.results.pool import Pooled

DEFAULT_DEPTH = 10


Runs = Annotated[
    list[str], typer.Argument(metavar="RUN…", help="Run files, as path or name=path; the first is the baseline.")
]
Depth = Annotated[
    int | None,
    typer.Option("--depth", metavar="K", help="Results to take of each run; the set's k by default, else 10."),
]
Set = Annotated[str, typer.Option("--set", metavar="SET", help="Whose queries: `dev`, or the name of a frozen set.")]
WordSearch = Annotated[bool, typer.Option("--bm25/--no-bm25", help="Let a word search over the corpus join the runs.")]


def pool(
    runs: Runs,
    corpus: options.Corpus,
    depth: Depth = None,
    pooled_set: Set = "dev",
    bm25: WordSearch = True,
    match_text: options.MatchText = False,
    seed: options.Seed = 0,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Put what runs found and nobody judged into the review queue, without telling which run found it.

    Labels mined from one system favour it: what only another finds has no label and counts as wrong. Pool several runs before
    you freeze, judge what they found in `goldkit review`, and pool again to see what is left.

    Nothing printed names a query; pooling for a frozen set neither burns one nor counts as a look, and its labels stay as sealed.
    """
    from goldkit.scoring.pool import pool as pool_runs
    from goldkit.scoring.pool import save_pooled
    from goldkit.sets.matched_run import MatchedRun, text_corpus
    from goldkit.sets.pool_subject import pool_subject
    from goldkit.sets.runs import open_runs
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    subject = pool_subject(directory, pooled_set)
    known = subject.scoreset.k or DEFAULT_DEPTH
    opened = open_runs(runs)
    texts = text_corpus(corpus)
    matched = [MatchedRun(run, texts) for run in opened] if match_text else []
    found = pool_runs(
        subject,
        matched or opened,
        texts.chunks.values(),
        depth=known if depth is None else depth,
        at=clock.now(),
        bm25=bm25,
        seed=seed,
    )
    if not dry_run:
        save_pooled(directory, found)
    say_all([*directory.notices, *(run.matched.note() for run in matched)])
    _print(found, as_json)
    if dry_run:
        say("dry run: nothing was changed")
    elif found.pairs.open:
        say(f"next: goldkit review{options.same(golden)}")


def _print(found: Pooled, as_json: bool) -> None:
    from goldkit.reports.pool_text import pool_text

    if as_json:
        out_json(found.to_dict())
    else:
        out(pool_text(found))
