"""Options of `goldkit retrieve`: which pipeline, how it is spoken to, and how patiently it is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HTTP = "An endpoint"

PipelineName = Annotated[
    str | None,
    typer.Argument(
        metavar="PIPELINE",
        show_default=False,
        help="package.module:function, found from the current folder: retrieve(query, k, **input) -> ids or (id, score) pairs.",
    ),
]
Http = Annotated[
    str | None,
    typer.Option(
        "--http",
        metavar="URL",
        rich_help_panel=HTTP,
        help="An endpoint in place of PIPELINE: POST with --body, else GET; {query} and {k} stand in either. $NAME, in capitals, "
        "is taken from the environment and kept nowhere.",
    ),
]
Body = Annotated[
    str | None,
    typer.Option(
        "--body",
        metavar="JSON",
        rich_help_panel=HTTP,
        help="""The body, or @FILE: '{"q":"{query}","top_k":{k}}'. Also {context}, {input.NAME}, and {input} for all fields.""",
    ),
]
Ids = Annotated[
    str,
    typer.Option(
        "--ids",
        metavar="PATH",
        rich_help_panel=HTTP,
        help="Where the ids stand in the JSON answer: results[*].id",
        show_default=False,
    ),
]
Scores = Annotated[
    str | None,
    typer.Option("--scores", metavar="PATH", rich_help_panel=HTTP, help="Where their scores stand: results[*].score"),
]
Header = Annotated[
    list[str] | None,
    typer.Option(
        "--header",
        metavar="LINE",
        rich_help_panel=HTTP,
        help="'Authorization: Bearer $TOKEN'; may be repeated. Headers are kept nowhere.",
    ),
]
Cmd = Annotated[
    str | None,
    typer.Option(
        "--cmd",
        metavar="LINE",
        help="A program in place of PIPELINE, started for each query without a shell: 'search --top {k} -- {query}'. It prints an "
        "id a line, or id<TAB>score, or one JSON list.",
    ),
]
Set = Annotated[
    str, typer.Option("--set", metavar="SET", help="Whose questions: a frozen name, `dev`, or a path, as in score.")
]
Out = Annotated[Path, typer.Option("-o", "--out", metavar="RUN", help="The run file to write.")]
Cut = Annotated[
    int | None, typer.Option("--k", metavar="K", min=1, help="Results for each query; default the set's, else 10.")
]
Queries = Annotated[
    Path | None,
    typer.Option(
        "--queries", metavar="FILE", help="The texts of the queries, for a set of ids only such as TREC qrels."
    ),
]
Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="What the run is called; default the file's name.")
]
Models = Annotated[
    list[str] | None,
    typer.Option("--model", metavar="M", help="A model in the pipeline, for the record; may be repeated."),
]
Concurrency = Annotated[
    int, typer.Option("--concurrency", metavar="N", min=1, max=256, help="Queries at the same time.")
]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        min=0.01,
        help="For one attempt. A plain Python function cannot be stopped: its query is recorded as failed, the call itself goes "
        "on in its thread, beside the others.",
    ),
]
Retries = Annotated[
    int, typer.Option("--retries", metavar="N", min=0, help="Further attempts where another may end otherwise.")
]
Restart = Annotated[bool, typer.Option("--restart", help="Forget what an interrupted run left in RUN.part.")]
