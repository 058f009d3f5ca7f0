"""`goldkit retrieve`: a pipeline asked every question of a set, its answers kept as a run."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from goldkit.cli import clock, options
from goldkit.cli import retrieve_options as given
from goldkit.cli.output import say, say_all
from goldkit.cli.progress import Counter
from goldkit.errors import EndpointError, IncompleteError, UsageError
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.results.retrieve import Retrieved
    from goldkit.retrieval.pipeline import Pipeline
    from goldkit.retrieval.retrieve import Progress, RetrieveRequest
    from goldkit.sets.questions import QuestionSet

DEFAULT_K = 10


def retrieve(
    pipeline: given.PipelineName = None,
    *,
    asked_set: given.Set,
    out: given.Out,
    http: given.Http = None,
    body: given.Body = None,
    ids: given.Ids = "",
    scores: given.Scores = None,
    header: given.Header = None,
    cmd: given.Cmd = None,
    k: given.Cut = None,
    queries: given.Queries = None,
    name: given.Name = None,
    model: given.Models = None,
    concurrency: given.Concurrency = 4,
    timeout: given.Timeout = 30.0,
    retries: given.Retries = 2,
    restart: given.Restart = False,
    golden: options.Golden = options.GOLDEN,
) -> None:
    """Ask a pipeline every question of a set and write what it finds as a run.

    A query whose retrieval fails is written as failed, never as an empty ranking, and asked again by the same command. What was
    interrupted goes on where it ended. It is no look at a frozen set.
    """
    from goldkit.files.checkout import commit_of
    from goldkit.retrieval.ask import Manner
    from goldkit.retrieval.retrieve import RetrieveRequest
    from goldkit.sets.questions import questions_of
    from goldkit.sets.runs import run_name

    chosen = _pipeline(pipeline, http, cmd, Exchange(body, ids, scores, tuple(header or ())))
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
    if k and asked.k and k < asked.k:
        say(f"note: k {k} is less than the set's own, {asked.k}, to which it will be scored")
    _report(_run(chosen, asked, out, request))
    say(f"next: goldkit score {shlex.quote(asked_set)} {shlex.quote(str(out))}{options.same(golden)}")


class Exchange(NamedTuple):
    """The options that say how an endpoint is spoken to."""

    body: str | None
    ids: str
    scores: str | None
    headers: tuple[str, ...]


def _pipeline(function: str | None, http: str | None, cmd: str | None, exchange: Exchange) -> Pipeline:
    """The one pipeline that was named. Raises UsageError for none, for several, and for options that go with another kind."""
    if sum(given is not None for given in (function, http, cmd)) != 1:
        raise UsageError("name one pipeline: package.module:function, or --http URL, or --cmd LINE")
    if http is not None:
        from goldkit.retrieval.endpoint import EndpointPipeline

        body, ids, scores, headers = exchange
        return EndpointPipeline(http, _text_of(body), ids=ids, scores=scores, headers=headers, variables=os.environ)
    if any(exchange):
        raise UsageError("--body, --ids, --scores and --header go with --http")
    if cmd is not None:
        from goldkit.retrieval.command import CommandPipeline

        return CommandPipeline(cmd)
    from goldkit.retrieval.function import load_function

    return load_function(function or "", Path.cwd())


def _text_of(body: str | None) -> str | None:
    """A body as it was given, or the text of the file that it names."""
    if body is None or not body.startswith("@"):
        return body
    try:
        return Path(body[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--body {body}: {error}") from None


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
