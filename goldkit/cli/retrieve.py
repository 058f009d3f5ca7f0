"""`goldkit retrieve`: a pipeline asked every question of a set, its answers kept as a run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import clock, options
from goldkit.cli.output import say, say_all
from goldkit.cli.progress import Counter
from goldkit.errors import EndpointError, IncompleteError
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.results.retrieve import Retrieved
    from goldkit.retrieval.pipeline import Pipeline
    from goldkit.retrieval.retrieve import Progress, RetrieveRequest
    from goldkit.sets.questions import QuestionSet

DEFAULT_K = 10

PipelineName = Annotated[
    str,
    typer.Argument(
        metavar="PIPELINE",
        help="package.module:function, found from the current folder: retrieve(query, k, **input) -> ids or (id, score) pairs.",
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


def retrieve(
    pipeline: PipelineName,
    asked_set: Set,
    out: Out,
    k: Cut = None,
    queries: Queries = None,
    name: Name = None,
    model: Models = None,
    concurrency: Concurrency = 4,
    timeout: Timeout = 30.0,
    retries: Retries = 2,
    restart: Restart = False,
    golden: options.Golden = options.GOLDEN,
) -> None:
    """Ask a pipeline every question of a set and write what it finds as a run.

    A query whose retrieval fails is written as failed, never as an empty ranking, and asked again by the same command. What was
    interrupted goes on where it ended. It is no look at a frozen set.
    """
    from goldkit.files.checkout import commit_of
    from goldkit.retrieval.ask import Manner
    from goldkit.retrieval.function import load_function
    from goldkit.retrieval.retrieve import RetrieveRequest
    from goldkit.sets.questions import questions_of
    from goldkit.sets.runs import run_name

    asked = questions_of(asked_set, golden, queries)
    say_all(asked.notices)
    manner = Manner(k=k or asked.k or DEFAULT_K, concurrency=concurrency, timeout=timeout, retries=retries)
    request = RetrieveRequest(
        name=name or run_name(out),
        at=clock.now(),
        manner=manner,
        models=model or [],
        commit=commit_of(Path.cwd()),
        restart=restart,
        timed=not os.environ.get("GOLDKIT_NOW"),  # a fixed clock asks for the same bytes
    )
    _report(_run(load_function(pipeline, Path.cwd()), asked, out, request))


def _run(pipeline: Pipeline, asked: QuestionSet, out: Path, request: RetrieveRequest) -> Retrieved:
    from goldkit.retrieval.part import SUFFIX
    from goldkit.retrieval.retrieve import retrieve as run

    shown = _Shown(asked)
    try:
        return run(pipeline, asked, out, request, shown.take)
    except KeyboardInterrupt:
        shown.counter.clear()
        if shown.done:
            say(
                f"{shown.done:,} of {counted(len(asked.questions), 'query')} in {out}{SUFFIX}; the same command goes on from there"
            )
        raise
    finally:
        shown.counter.clear()


class _Shown:
    """The progress on stderr: counts, and the first failure as soon as there is one."""

    def __init__(self, asked: QuestionSet) -> None:
        self.counter = Counter("queries")
        self.done = 0
        self._failed = 0
        self._where = "" if asked.digest is None else " (the words of a frozen set are in the run file)"

    def take(self, progress: Progress) -> None:
        self.done = progress.done
        if progress.failed:
            self._failed += 1
            if self._failed == 1:
                self.counter.clear()
                say(f"first failure: {progress.failed}{self._where}")
        failed = f", {self._failed:,} failed" if self._failed else ""
        self.counter.show(progress.done, progress.queries, failed)


def _report(result: Retrieved) -> None:
    from goldkit.reports.retrieve_text import retrieve_text

    say(retrieve_text(result))
    if result.failed:
        if len(result.failed) == result.queries:
            raise EndpointError(f"every query failed, the first with: {result.reason}")
        raise IncompleteError(
            f"{counted(len(result.failed), 'query')} failed, written as failed; the first: {result.reason}\n"
            "the same command asks only these again; --restart asks all, as after a change of the pipeline"
        )
