"""A model to ask: the journal first, then the endpoint; replies are on disk before they are read.

A Model is what rooms take as an argument; tests give them one of their own with the same attributes and one method.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Protocol

from goldkit.errors import IncompleteError
from goldkit.llm.budget import Budget
from goldkit.llm.client import STOPPED, Answer, Client
from goldkit.llm.journal import Entry, Journal
from goldkit.llm.reply import Reply, Usage, classify
from goldkit.llm.request import Request
from goldkit.llm.tokens import usage_of

HOPELESS = frozenset({"http_401", "http_402", "http_403", "http_404", "http_405"})
"""Failures that no further question will be spared. (A 400 may be about one passage: too long for the model, say.) An endpoint
that cannot be reached is one only as long as it has never answered: a busy one loses a connection now and then."""
FILTER_WORDS = ("content_filter", "content filter", "content management policy")
"""In a 400: the endpoint will not pass on this passage, and says nothing about the next one."""
TOO_LONG = ("context length", "context_length", "context size", "context window", "prompt is too long")
"""In a 400 of servers that do not say 413: the prompt is too large for the model, which says nothing about the next one either."""
TOLERATED = 3
"""Failures in a row, each after its own retries, after which the endpoint counts as failed."""


class Model(Protocol):
    """Anything that answers requests. name: the model's. endpoint: where it answers, as it may be shown."""

    @property
    def name(self) -> str:
        """The model's name, part of every journal key."""

    @property
    def endpoint(self) -> str:
        """The base URL without secrets, or what stands for it."""

    @property
    def picks(self) -> bool:
        """Whether it is too small to copy words, so that a schema should let it pick them."""

    @property
    def concurrency(self) -> int:
        """How many requests it may be asked at the same time."""

    def ask(self, request: Request) -> Reply:
        """The reply to a request. Any number of threads may ask."""

    def stop(self, words: str) -> None:
        """Send nothing any more: further replies are `stopped`, with these words. What was sent is waited for and kept."""


class JournaledModel:
    """A model behind a client, with everything it says kept in a journal.

    concurrency: how many threads should ask at the same time. budget: once it is used up (replayed replies cost nothing) no
    more is asked. After failures that will not go away the rest is not asked
    either: such replies have the outcome `stopped`, and `failure` holds the endpoint's own words.
    """

    def __init__(
        self,
        name: str,
        client: Client,
        journal: Journal,
        *,
        concurrency: int = 4,
        budget: Budget | None = None,
        picks: bool = False,
    ) -> None:
        self.name, self.endpoint = name, client.endpoint.label or client.endpoint.shown
        self.picks = picks
        self._client, self._journal = client, journal
        self.concurrency, self._budget = concurrency, budget or Budget()
        self._lock = threading.Lock()
        self._failures = 0
        self._reached = False
        self.failure = ""
        if words := self._budget.used_up():
            self.stop(words)

    def ask(self, request: Request) -> Reply:
        """The kept reply, or a new one. Raises only for a disk or a journal that cannot be used. Any number of threads may ask."""
        kept = self._journal.get(request)
        if kept is not None:
            reply = classify(kept.body, request.schema)
            if reply.settled:
                return replace(reply, key=request.key, endpoint=kept.endpoint, replayed=True)
        answer = self._client.send(request)
        if answer.outcome == STOPPED:
            return Reply(outcome=STOPPED, detail=self.failure, key=request.key, settled=False, failed=answer.failed)
        if answer.outcome:
            return self._failed(request, answer)
        entry = Entry(
            request=request.content(),
            endpoint=self.endpoint,
            prompt=request.prompt,
            body=answer.body,
            sent=answer.sent,
        )
        self._journal.put(entry, request.key)
        reply = classify(answer.body, request.schema)
        guessed = not reply.usage.total
        reply = replace(reply, usage=usage_of(request, reply), guessed=guessed, key=request.key, endpoint=self.endpoint)
        self._counted(request, reply.usage)
        return replace(reply, failed=answer.failed)

    def stop(self, words: str) -> None:
        """Ask nothing any more; those who ask are told these words, or those of the first who said so."""
        self.failure = self.failure or words
        self._client.stop()

    def _counted(self, request: Request, usage: Usage) -> None:
        self._client.used(request, usage.total)
        with self._lock:
            self._failures, self._reached = 0, True
            if words := self._budget.add(usage):
                self.stop(words)

    def _failed(self, request: Request, answer: Answer) -> Reply:
        if _said(answer, FILTER_WORDS):
            return Reply(outcome="filtered", detail=answer.words, key=request.key, settled=False, failed=answer.failed)
        too_long = answer.outcome == "http_413" or _said(answer, TOO_LONG)
        if not too_long:
            self._count_failure(answer)
        return Reply(outcome=answer.outcome, detail=answer.words, key=request.key, settled=False, failed=answer.failed)

    def _count_failure(self, answer: Answer) -> None:
        with self._lock:
            self._failures += 1
            hopeless = answer.outcome in HOPELESS or (answer.outcome == "unreachable" and not self._reached)
            if hopeless or self._failures >= TOLERATED:
                self.stop(f"{self.endpoint} failed ({answer.outcome}): {answer.words}")


def _said(answer: Answer, words: tuple[str, ...]) -> bool:
    """Whether it is a 400 with any of the words."""
    return answer.outcome == "http_400" and any(word in answer.words.lower() for word in words)


class ReplayedModel:
    """A model that is never called: every reply comes from a journal, and is kept in the journal's own folder too."""

    def __init__(self, name: str, journal: Journal, *, picks: bool = False) -> None:
        self.name, self.endpoint, self.picks, self.concurrency = name, "replay", picks, 1
        self._journal = journal
        self.failure = ""

    def stop(self, words: str) -> None:
        """Nothing is sent anyway."""

    def ask(self, request: Request) -> Reply:
        """The kept reply. Raises IncompleteError, naming the prompt, when the journal lacks it."""
        kept = self._journal.get(request)
        if kept is None:
            raise IncompleteError(_missing(self.name, request, self._journal))
        self._journal.adopt(kept)
        return replace(classify(kept.body, request.schema), key=request.key, endpoint=kept.endpoint, replayed=True)


def _missing(model: str, request: Request, journal: Journal) -> str:
    places = ", ".join(str(place) for place in journal.places)
    return (
        f"no recorded reply of {model} to prompt {request.prompt} about {request.about} (key {request.key}) in {places}; a replay "
        "needs the same corpus, model, seed, styles and prompts as the recording. Leave --replay out to ask the model"
    )
