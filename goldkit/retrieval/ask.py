"""Asking: one question with its deadline and further attempts, and many of them at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from goldkit.retrieval.answer import Answer, answer_of
from goldkit.retrieval.failure import Failure
from goldkit.retrieval.pipeline import Pipeline
from goldkit.sets.questions import Question

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before the second attempt, doubled before each further one; and the most."""
LONGEST_WAIT = 60.0
"""Seconds: a pipeline that asks for a longer pause has failed for now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a pipeline is asked. k: results wanted. concurrency: questions at the same time.

    timeout: seconds for one attempt. retries: attempts after the first, where another may end otherwise. pause: seconds before
    the second attempt, doubled before each further one.
    """

    k: int
    concurrency: int = 4
    timeout: float = 30.0
    retries: int = 2
    pause: float = FIRST_PAUSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one question: an answer, or the reason why there is none.

    kind: the part of the reason that holds nothing of the question. milliseconds: how long the attempt took that gave the answer,
    0 for a failure.
    """

    query: str
    answer: Answer | None = None
    failed: str = ""
    kind: str = ""
    milliseconds: float = 0.0


async def ask_all(
    pipeline: Pipeline, questions: Iterable[Question], manner: Manner, done: Callable[[Outcome], None]
) -> None:
    """Ask every question, at most `manner.concurrency` at the same time; `done` is told each outcome as it comes.

    Raises what `done` raises, and what the pipeline raises beside Failure; no question is asked after that.
    """
    waiting = iter(questions)

    async def lane() -> None:
        for question in waiting:
            done(await ask(pipeline, question, manner))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(manner.concurrency):
                group.create_task(lane())
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None
    finally:
        await pipeline.close()


async def ask(pipeline: Pipeline, question: Question, manner: Manner) -> Outcome:
    """Ask one question until there is an answer, a final failure, or no attempt left."""
    pause, left = manner.pause, manner.retries
    while True:
        started = time.perf_counter()
        try:
            answer = await _attempt(pipeline, question, manner)
            return Outcome(query=question.id, answer=answer, milliseconds=(time.perf_counter() - started) * 1000)
        except Failure as failure:
            wait = pause if failure.wait is None else failure.wait
            if not failure.again or not left or wait > LONGEST_WAIT:
                return Outcome(query=question.id, failed=failure.reason, kind=failure.kind)
        await asyncio.sleep(wait)
        pause, left = min(2 * pause, LONGEST_PAUSE), left - 1


async def _attempt(pipeline: Pipeline, question: Question, manner: Manner) -> Answer:
    """One attempt. Raises Failure."""
    try:
        async with asyncio.timeout(manner.timeout):
            value = await pipeline.ask(question, manner.k)
    except TimeoutError:
        raise Failure(f"no answer within {manner.timeout:g} s", again=not pipeline.leaves) from None
    try:
        return answer_of(value, manner.k)
    except ValueError as error:
        raise Failure("no ranking", str(error)) from None
