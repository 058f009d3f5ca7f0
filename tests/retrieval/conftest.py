"""Question sets made in memory, and a pipeline that does what a test says."""

import asyncio

import pytest

from goldkit.retrieval.ask import Manner
from goldkit.retrieval.retrieve import RetrieveRequest
from goldkit.sets.questions import Question, QuestionSet


class Scripted:
    """answer: (question, attempt from 1) → what `ask` returns; it may be a coroutine function and may raise."""

    name, leaves = "scripted", False

    def __init__(self, answer, settings=None):
        self.answer = answer
        self.settings = settings or {}
        self.asked: list[str] = []
        self.now = self.most = 0
        self.closed = False

    def prepare(self, questions, k):
        return []

    async def ask(self, question, k):
        self.asked.append(question.id)
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(0)
            value = self.answer(question, self.asked.count(question.id))
            return await value if asyncio.iscoroutine(value) else value
        finally:
            self.now -= 1

    async def close(self):
        self.closed = True


@pytest.fixture
def scripted():
    return Scripted


@pytest.fixture
def asked():
    """Makes a set of questions q00, q01, …; words: fields of all of them."""

    def make(count=5, digest=None, k=None, **fields):
        questions = tuple(Question(id=f"q{at:02}", text=f"question {at}", **fields) for at in range(count))
        return QuestionSet(name="dev", questions=questions, digest=digest, k=k)

    return make


@pytest.fixture
def request_of():
    def make(timed=False, restart=False, commit=None, models=(), **manner):
        options = Manner(**({"k": 3, "pause": 0.0} | manner))
        return RetrieveRequest(
            name="words",
            at="2026-12-01T10:00:00Z",
            manner=options,
            commit=commit,
            models=models,
            restart=restart,
            timed=timed,
        )

    return make
