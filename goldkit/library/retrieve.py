"""`goldkit.retrieve`: a pipeline asked every question of a set, its answers kept as a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from goldkit.errors import UsageError
from goldkit.files.checkout import commit_of
from goldkit.library.given import Place, Time, at_least, path_of, texts_of, time_text
from goldkit.results.retrieve import Retrieved
from goldkit.retrieval.ask import Manner
from goldkit.retrieval.pipeline import Pipeline
from goldkit.retrieval.retrieve import Progress, RetrieveRequest
from goldkit.retrieval.retrieve import retrieve as ask_all
from goldkit.sets.questions import questions_of
from goldkit.sets.runs import run_name

DEFAULT_K = 10


def retrieve(
    pipeline: Callable[..., Any] | str | None,
    set: Place,
    out: Place,
    golden: Place = "golden",
    *,
    at: Time,
    http: str | None = None,
    body: str | None = None,
    ids: str = "",
    scores: str | None = None,
    header: Sequence[str] = (),
    cmd: str | None = None,
    k: int | None = None,
    queries: Place | None = None,
    name: str | None = None,
    model: str | Sequence[str] = (),
    concurrency: int = 4,
    timeout: float = 30.0,
    retries: int = 2,
    restart: bool = False,
    timed: bool = True,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Retrieved:
    """Ask a pipeline every question of a set and write what it finds to `out` as a run. It is no look at a frozen set.

    pipeline: a function of (query, k) that returns ids or (id, score) pairs, plain or async, or its package.module:function;
    None with http (a URL, with body, ids, scores and header as `goldkit retrieve --help` has them) or cmd (a program to start).
    set: `dev`, a frozen name of the directory `golden`, or a place. at: the time in the run's header. k: results a query, the
    set's or 10 if left out. queries: the texts of the queries of a set of ids only. name: of the run, its file's if left out.
    model: those in the pipeline, for the record. concurrency: queries at the same time, at least 1. timeout: seconds an
    attempt, above 0. retries: further attempts, at least 0. restart: forget what an interrupted call left. timed: write the
    latency into the header. progress: told after each query.

    A query whose retrieval failed is in `failed` of the result and in the run as failed; the same call asks only these again.
    Raises UsageError for a pipeline that cannot take the questions, and for a place that holds no run.
    """
    chosen = _pipeline(pipeline, http, cmd, Exchange(body, ids, scores, tuple(header)))
    asked = questions_of(str(set), Path(golden), path_of(queries))
    cut = at_least("k", asked.k or DEFAULT_K if k is None else k)
    manner = Manner(
        k=cut,
        concurrency=at_least("concurrency", concurrency),
        timeout=timeout,
        retries=at_least("retries", retries, 0),
    )
    request = RetrieveRequest(
        name=name or run_name(out),
        at=time_text(at),
        manner=manner,
        models=texts_of(model),
        commit=commit_of(Path.cwd()),
        restart=restart,
        timed=timed,
    )
    result = ask_all(chosen, asked, Path(out), request, progress)
    short = asked.k is not None and cut < asked.k
    few = [f"k {cut} is less than the set's own, {asked.k}, to which it will be scored"] if short else []
    return replace(result, notes=(*asked.notices, *few, *result.notes))


class Exchange(NamedTuple):
    """What says how an endpoint is spoken to."""

    body: str | None
    ids: str
    scores: str | None
    headers: tuple[str, ...]


def _pipeline(
    given: Callable[..., Any] | str | None, http: str | None, cmd: str | None, exchange: Exchange
) -> Pipeline:
    """The one pipeline that was named. Raises UsageError for none, for several, and for options that go with another kind."""
    if sum(one is not None for one in (given, http, cmd)) != 1:
        raise UsageError("name one pipeline: package.module:function, or http (--http URL), or cmd (--cmd LINE)")
    if http is not None:
        from goldkit.retrieval.endpoint import EndpointPipeline

        body, ids, scores, headers = exchange
        return EndpointPipeline(http, _text_of(body), ids=ids, scores=scores, headers=headers, variables=os.environ)
    if any(exchange):
        raise UsageError("--body, --ids, --scores and --header go with --http")
    if cmd is not None:
        from goldkit.retrieval.command import CommandPipeline

        return CommandPipeline(cmd)
    from goldkit.retrieval.function import FunctionPipeline, load_function

    if given is None or isinstance(given, str):
        return load_function(given or "", Path.cwd())
    return FunctionPipeline(_name_of(given), given)


def _name_of(function: Callable[..., Any]) -> str:
    """What the run says was run."""
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}:{named.__qualname__}"


def _text_of(body: str | None) -> str | None:
    """A body as it was given, or the text of the file that it names."""
    if body is None or not body.startswith("@"):
        return body
    try:
        return Path(body[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--body {body}: {error}") from None
