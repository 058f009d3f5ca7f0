"""A model that needs no server: it answers from a function, and remembers what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from goldkit.llm.reply import Reply, classify
from goldkit.llm.request import Request
from goldkit.records import Chunk


class FakeModel:
    """answer: from the passage and the style to the reply's text, or to a Reply."""

    name, endpoint, picks = "fake", "nowhere", False

    def __init__(self, answer: Callable[[str, str], str | Reply], concurrency: int = 1) -> None:
        self.answer, self.concurrency = answer, concurrency
        self.asked: list[Request] = []

    def stop(self, words: str) -> None:
        self.stopped = words

    def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        made = self.answer(passage_of(request.messages), request.prompt.partition(".")[0])
        if isinstance(made, Reply):
            return made
        body = json.dumps(
            {"choices": [{"message": {"content": made}}], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}
        )
        reply = classify(body, request.schema)
        return Reply(
            outcome=reply.outcome,
            value=reply.value,
            text=reply.text,
            detail=reply.detail,
            usage=reply.usage,
            key=request.key,
        )


def passage_of(messages: list[dict[str, str]]) -> str:
    return messages[-1]["content"].removeprefix("<passage>\n").removesuffix("\n</passage>")


def good(passage: str, style: str = "direct") -> str:
    """A good reply: a question of its own for every passage, and its first sentence as the quote."""
    from hashlib import sha256

    quote = passage.splitlines()[-1].split(". ")[0]
    digest = sha256(f"{style} {passage}".encode()).hexdigest()
    return json.dumps({"quote": quote, "question": f"Where do {digest[:12]} and {digest[12:24]} meet?", "answer": "so"})


def corpus(**documents: int) -> list[Chunk]:
    """Chunks of that many documents' lengths: corpus(big=900, small=3)."""
    return [
        Chunk(id=f"{name}#{at}", doc_id=name, text=f"The {name} valve number {at} is opened at {at} o'clock each day.")
        for name, count in documents.items()
        for at in range(count)
    ]


@pytest.fixture(scope="session")
def fake():
    """The FakeModel class; `fake.good` makes good replies, `fake.corpus` makes chunks."""
    FakeModel.good, FakeModel.corpus, FakeModel.passage_of = (
        staticmethod(good),
        staticmethod(corpus),
        staticmethod(passage_of),
    )
    return FakeModel
