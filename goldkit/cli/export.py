"""`goldkit export`: labelled questions in another tool's form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say_all
from goldkit.cli.score_llm import MinKappa
from goldkit.formats.catalogue import listed, writable
from goldkit.results.model_agreement import LEAST_KAPPA
from goldkit.store.counting import Counting

FORMAT_HELP = listed(writable())

Set = Annotated[
    str, typer.Option("--set", metavar="SET", help="`dev`, a frozen name, or a path: such a set, BEIR, TREC, JSON.")
]
Labels = Annotated[Counting, typer.Option("--labels", help="Which labels count: each choice adds to the one before.")]
Scale = Annotated[
    Literal["from-1", "as-is"],
    typer.Option(
        "--scale", help="from-1: 1 and more is relevant, as other tools take it; as-is: the set's own grades."
    ),
]
Queries = Annotated[
    Path | None,
    typer.Option("--queries", metavar="FILE", readable=False, help="Texts by query id, of a SET that has only ids."),
]
Split = Annotated[str, typer.Option("--split", metavar="NAME", help="What the judgments of a BEIR folder are called.")]
Run = Annotated[
    str | None,
    typer.Option("--run", metavar="RUN", help="Write this run, path or name=path, in place of a set."),
]
Escape = Annotated[
    bool, typer.Option("--escape", help="Write white space in ids as %20 where TREC has no room for it.")
]
RankScores = Annotated[
    bool, typer.Option("--rank-scores", help="Write scores of a run that fall with the rank, whatever it has.")
]
Burn = Annotated[bool, typer.Option("--burn", help="Show the queries of a frozen set all the same; it is recorded.")]
Force = Annotated[bool, typer.Option("--force", help="Write over what is there.")]


def export(
    format_name: Annotated[str, typer.Argument(metavar="FORMAT", help=FORMAT_HELP)],
    path: Annotated[Path, typer.Argument(metavar="PLACE", help="The file to write, or the folder of a BEIR set.")],
    exported_set: Set = "dev",
    labels: Labels = "derived",
    min_kappa: MinKappa = LEAST_KAPPA,
    scale: Scale = "from-1",
    corpus: options.OptionalCorpus = None,
    queries: Queries = None,
    split: Split = "test",
    run: Run = None,
    escape: Escape = False,
    rank_scores: RankScores = False,
    burn: Burn = False,
    force: Force = False,
    golden: options.Golden = options.GOLDEN,
    as_json: options.Json = False,
) -> None:
    """Write labelled questions, or a run, in another tool's form, and say what that form could not carry.

    A SET from another tool goes from its form to FORMAT as it is, relevant from 1; what reading it lost is said too.
    Without --corpus only the texts of labelled chunks are written, which is not what a retriever searches.
    """
    from goldkit.library.export import export as write
    from goldkit.reports.export_text import export_notes, export_text

    report = write(
        format_name,
        path,
        exported_set,
        golden,
        run=run,
        labels=labels,
        min_kappa=min_kappa,
        scale=scale,
        corpus=corpus,
        queries=queries,
        split=split,
        escape=escape,
        rank_scores=rank_scores,
        burn=burn,
        at=clock.now(),
        force=force,
    )
    if as_json:
        out_json(report.to_dict())
    else:
        out(export_text(report, str(path)))
        say_all(export_notes(report))
