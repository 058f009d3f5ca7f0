"""`goldkit retrieve`: a pipeline asked every question of a set, its answers kept as a run."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.cli import clock, options
from goldkit.cli import retrieve_options as given
from goldkit.cli.output import say
from goldkit.cli.progress import Counter
from goldkit.errors import EndpointError, IncompleteError
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.results.retrieve import Retrieved
    from goldkit.retrieval.retrieve import Progress


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
    from goldkit.library.retrieve import retrieve as ask

    with _shown(out) as shown:
        result = ask(
            pipeline,
            asked_set,
            out,
            golden,
            at=clock.now(),
            http=http,
            body=body,
            ids=ids,
            scores=scores,
            header=header or (),
            cmd=cmd,
            k=k,
            queries=queries,
            name=name,
            model=model or (),
            concurrency=concurrency,
            timeout=timeout,
            retries=retries,
            restart=restart,
            timed=not os.environ.get("GOLDKIT_NOW"),  # a fixed clock asks for the same bytes
            progress=shown.take,
        )
    _report(result)
    say(f"next: goldkit score {shlex.quote(asked_set)} {shlex.quote(str(out))}{options.same(golden)}")


@contextmanager
def _shown(out: Path) -> Iterator[_Shown]:
    """The progress while the block asks. An interrupt says how much of the run is kept."""
    from goldkit.retrieval.part import SUFFIX

    shown = _Shown()
    try:
        yield shown
    except KeyboardInterrupt:
        shown.counter.clear()
        if shown.done:
            say(
                f"{shown.done:,} of {counted(shown.queries, 'query')} in {out}{SUFFIX}; the same command goes on from there"
            )
        raise
    finally:
        shown.counter.clear()


class _Shown:
    """The progress on stderr: counts, and the first failure as soon as there is one."""

    def __init__(self) -> None:
        self.counter = Counter("queries")
        self.done = self.queries = 0
        self._failed = 0

    def take(self, progress: Progress) -> None:
        self.done, self.queries = progress.done, progress.queries
        if progress.failed:
            self._failed += 1
            if self._failed == 1:
                self.counter.clear()
                where = " (the words of a frozen set are in the run file)" if progress.blind else ""
                say(f"first failure: {progress.failed}{where}")
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
