"""Pairs to judge, a judge by goldkit's own prompt, and a model that answers from a function."""

import json

import pytest

from goldkit.judging.judge import judge_of
from goldkit.judging.pair import Pair
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.reply import Reply, classify
from goldkit.records import Chunk, Query, Scale


class FakeModel:
    """answer: from a request to the reply's text, or to a Reply. asked: all requests."""

    name, endpoint, picks = "m", "nowhere", False

    def __init__(self, answer, concurrency=1):
        self.answer, self.concurrency, self.asked, self.stopped = answer, concurrency, [], ""

    def stop(self, words):
        self.stopped = words

    def ask(self, request):
        self.asked.append(request)
        made = self.answer(request)
        if isinstance(made, Reply):
            return made
        text = made if isinstance(made, str) else json.dumps(made)
        reply = classify(json.dumps({"choices": [{"message": {"content": text}}]}), request.schema)
        return Reply(outcome=reply.outcome, value=reply.value, text=text, detail=reply.detail, key=request.key)


@pytest.fixture
def judge():
    return judge_of("m", find_prompt("judge"), Scale(), seed=7)


@pytest.fixture
def pair():
    """Makes a pair whose chunk has that text."""

    def make(text="The valve 4 is opened at noon.", number=0, **chunk):
        query = Query(id=f"q{number}", text="When is the valve opened?")
        return Pair(query=query, chunk=Chunk(id=f"c{number}", text=text, **chunk), kind="proposal")

    return make


@pytest.fixture
def model():
    """Makes a model of an answering function."""
    return FakeModel
