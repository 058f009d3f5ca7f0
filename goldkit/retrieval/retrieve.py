"""Retrieving: every question of a set asked of a pipeline, the answers written as a run file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldkit.errors import DataError, UsageError
from goldkit.files import atomic, canonical
from goldkit.files.jsonl import read_lines
from goldkit.formats.run_jsonl import failed_line, query_line
from goldkit.records import JSON
from goldkit.results.retrieve import Retrieved
from goldkit.retrieval.ask import Manner, Outcome, ask_all
from goldkit.retrieval.latency import latency
from goldkit.retrieval.loop import run_to_end
from goldkit.retrieval.part import open_part
from goldkit.retrieval.pipeline import Pipeline
from goldkit.sets.questions import QuestionSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """After each question: how many have an outcome, of how many; and why it failed, "" where it did not, as it may be shown.

    blind: the set is frozen, so that `failed` lacks the pipeline's own words, which may quote a question.
    """

    done: int
    queries: int
    failed: str
    blind: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrieveRequest:
    """What a run is to be called and how it comes about.

    models: in the pipeline, as its owner names them. at: the time, ISO 8601 in UTC. commit: of the pipeline's code, None where
    unknown. restart: forget what an earlier run left. timed: write the latency into the file; it is a measurement, so that the
    first line differs from run to run.
    """

    name: str
    at: str
    manner: Manner
    models: Sequence[str] = ()
    commit: str | None = None
    restart: bool = False
    timed: bool = True


def retrieve(
    pipeline: Pipeline,
    asked: QuestionSet,
    path: Path,
    request: RetrieveRequest,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Retrieved:
    """Ask the pipeline all questions and write the run, its queries sorted; an interrupted call goes on from `path`.part.

    A question that failed is in the run as failed, and asked again by the same call. Nothing is asked before the pipeline is known
    to take every question. Raises UsageError for that, for a path that holds something else than a run, and for a part of another
    run.
    """
    refuse_other_file(path)
    notes = tuple(pipeline.prepare(asked.questions, request.manner.k))
    what = _what(pipeline, asked, request)
    with open_part(path, what, request.restart) as part:
        kept = len(part.outcomes)
        missing = [question for question in asked.questions if question.id not in part.outcomes]

        def done(outcome: Outcome) -> None:
            part.add(outcome)
            done_so_far, failed = len(part.outcomes), _told(asked, outcome)
            blind = asked.digest is not None
            progress(Progress(done=done_so_far, queries=len(asked.questions), failed=failed, blind=blind))

        run_to_end(ask_all(pipeline, missing, request.manner, done))
        outcomes = [part.outcomes[question.id] for question in asked.questions]
        result = _result(pipeline, asked, path, request, outcomes, kept)
        atomic.replace(path, b"".join(_lines(result.header, outcomes)))
        if not result.failed:
            part.remove()
    return replace(result, notes=notes)


def refuse_other_file(path: Path) -> None:
    """Raise UsageError when a run cannot be written at this path: it holds something else, or its name says it is compressed."""
    if path.suffix in (".gz", ".zst"):
        raise UsageError(f"{path}: runs are written as plain JSON lines; leave {path.suffix} out")
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError(
            f"{path}: {'a folder' if path.is_dir() else f'no folder {path.parent}'}; name a file to write the run to"
        )
    if path.exists() and path.stat().st_size and not _is_run(path):
        raise UsageError(f"{path} exists and is no run of JSON lines; name another file")


def _is_run(path: Path) -> bool:
    try:
        row = next(read_lines(path)).value
    except (DataError, StopIteration):
        return False
    return isinstance(row, dict) and ("run" in row or ("query" in row and ("chunks" in row or "failed" in row)))


def _what(pipeline: Pipeline, asked: QuestionSet, request: RetrieveRequest) -> JSON:
    """Everything that the answers depend on, as far as it can be known."""
    return {
        "pipeline": pipeline.name,
        "settings": pipeline.settings,
        "set": asked.name,
        "questions": asked.fingerprint,
        "k": request.manner.k,
        "commit": request.commit,
    }


def _result(
    pipeline: Pipeline,
    asked: QuestionSet,
    path: Path,
    request: RetrieveRequest,
    outcomes: Sequence[Outcome],
    kept: int,
) -> Retrieved:
    answers = [outcome.answer for outcome in outcomes if outcome.answer is not None]
    failed = [outcome for outcome in outcomes if outcome.answer is None]
    times = latency(outcome.milliseconds for outcome in outcomes if outcome.answer is not None)
    return Retrieved(
        path=str(path),
        set=asked.name,
        k=request.manner.k,
        queries=len(outcomes),
        kept=kept,
        failed={outcome.query: outcome.failed for outcome in failed},
        reason=_told(asked, failed[0]) if failed else "",
        cut=sum(answer.cut > 0 for answer in answers),
        empty=sum(not answer.ids for answer in answers),
        latency=times,
        header=_header(pipeline, asked, request, times),
    )


def _told(asked: QuestionSet, outcome: Outcome) -> str:
    """Why a question failed, as it may be shown: of a frozen set without the pipeline's words, which may quote the question."""
    return outcome.failed if asked.digest is None else outcome.kind


def _header(pipeline: Pipeline, asked: QuestionSet, request: RetrieveRequest, times: JSON) -> JSON:
    digest = {} if asked.digest is None else {"digest": asked.digest}
    header = {
        "name": request.name,
        "pipeline": pipeline.name,
        "settings": pipeline.settings,
        "models": list(request.models),
        "k": request.manner.k,
        "commit": request.commit,
        "at": request.at,
        "set": {"name": asked.name, "questions": asked.fingerprint, **digest},
        "latency_ms": times if request.timed else {},
    }
    return {key: value for key, value in header.items() if value}


def _lines(header: JSON, outcomes: Sequence[Outcome]) -> Iterator[bytes]:
    yield canonical.line({"run": header})
    for outcome in outcomes:
        if outcome.answer is None:
            yield failed_line(outcome.query, outcome.failed)
        else:
            yield query_line(outcome.query, outcome.answer.ids, outcome.answer.scores)
