"""Asking a model whether a chunk answers a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goldkit.generation.variables import sent
from goldkit.llm.prompt import Prompt, Value
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request, request_for
from goldkit.records import Chunk
from goldkit.text.quote import locate, says_something

MAX_TOKENS = 200
GRADES = {"fully": 3, "partly": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """grade: 3 answers, 2 partly, 0 no, None where the reply is no verdict. quote: the words that answer, as the chunk has them."""

    grade: int | None
    quote: str
    reply: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """prompt: with the variables question and text, and a reply of quote and answers. model: its name. ask: sends one request."""

    prompt: Prompt
    model: str
    ask: Callable[[Request], Reply]
    seed: int = 0

    def request(self, question: str, chunk: Chunk) -> Request:
        """What is asked about one chunk."""
        values: dict[str, Value] = {"question": question, "text": sent(chunk)}
        parameters = {"temperature": 0.0, "max_tokens": MAX_TOKENS, "seed": self.seed}
        return request_for(self.prompt, values, model=self.model, parameters=parameters, about=chunk.id)

    def __call__(self, question: str, chunk: Chunk) -> Judged:
        """The model's verdict. A yes whose quote does not stand in the chunk, word for word, is no verdict."""
        reply = self.ask(self.request(question, chunk))
        if not reply.ok:
            return Judged(grade=None, quote="", reply=reply)
        grade = GRADES.get(str(reply.value.get("answers")), 0)
        if not grade:
            return Judged(grade=0, quote="", reply=reply)
        quote = str(reply.value.get("quote", ""))
        span = locate(quote, sent(chunk)) if says_something(quote) else None
        return Judged(grade=grade if span else None, quote=chunk.text[slice(*span)] if span else "", reply=reply)
