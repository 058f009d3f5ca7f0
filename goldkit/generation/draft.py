"""What a model proposed about one chunk: not yet a question of the set."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.llm.prompt import Prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A reply with where it came from. style: the prompt's name, which becomes the question's tag."""

    chunk: Chunk
    style: str
    prompt: Prompt
    request: Request
    reply: Reply

    @property
    def question(self) -> str:
        """The question in one line, "" where the reply has none."""
        return " ".join(str(self.reply.value.get("question", "")).split())

    @property
    def quote(self) -> str:
        """The words that are said to answer it, as the model gave them."""
        return str(self.reply.value.get("quote", "")).strip()

    @property
    def answer(self) -> str:
        """The short answer in one line, "" where there is none."""
        return " ".join(str(self.reply.value.get("answer", "")).split())
