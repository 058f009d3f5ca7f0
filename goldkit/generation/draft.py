"""What a model proposed about one or more chunks: not yet a question of the set."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.generation.rewrites import REWRITES
from goldkit.generation.variables import sent
from goldkit.llm.prompt import Prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A reply with where it came from. style: the prompt's name, which becomes the question's tag."""

    chunks: tuple[Chunk, ...]
    style: str
    prompt: Prompt
    request: Request
    reply: Reply

    @property
    def chunk(self) -> Chunk:
        """The first of the chunks, and for most styles the only one."""
        return self.chunks[0]

    @property
    def text(self) -> str:
        """What the model saw of all the chunks."""
        return "\n\n".join(self.passages)

    @property
    def passages(self) -> tuple[str, ...]:
        """What the model saw of each chunk, and all that its words can come from."""
        return tuple(sent(chunk) for chunk in self.chunks)

    @property
    def question(self) -> str:
        """The question in one line, as the model wrote it; "" where the reply has none."""
        return self._line("question")

    @property
    def asked(self) -> str:
        """The question as it goes into the set: rewritten, where its style says so."""
        rewrite = REWRITES.get(self.prompt.rewrite)
        return self.question if rewrite is None else rewrite(self.question, self.text)

    @property
    def whole(self) -> str:
        """The question as the model wrote it, with the turn before, where there is one: what it takes to search for an answer."""
        return wording(self.question, self.context)

    @property
    def wording(self) -> str:
        """What it is compared by with other questions: the turn before belongs to a follow-up."""
        return wording(self.asked, self.context)

    @property
    def context(self) -> str | None:
        """The turn before in one line, for a style that has one."""
        return self._line("context") or None if self.prompt.context else None

    @property
    def quote(self) -> str:
        """The first chunk's quote."""
        return self.quotes[0]

    @property
    def quotes(self) -> tuple[str, ...]:
        """For each chunk the words that are said to answer from it, as the model gave them, "" where it gave none."""
        given = self.reply.value.get("quotes", self.reply.value.get("quote", ""))
        found = [str(quote).strip() for quote in (given if isinstance(given, list) else [given])]
        return tuple((found + [""] * len(self.chunks))[: len(self.chunks)])

    @property
    def answer(self) -> str:
        """The short answer in one line, "" where there is none."""
        return self._line("answer")

    def _line(self, name: str) -> str:
        return " ".join(str(self.reply.value.get(name, "")).split())


def wording(question: str, context: str | None) -> str:
    """A question with the turn before, where it has one."""
    return f"{context}\n{question}" if context else question
