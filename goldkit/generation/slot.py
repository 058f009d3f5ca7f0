"""What is asked once: which chunks, with which prompt."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.llm.prompt import Prompt
from goldkit.records import Chunk


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing to ask: about one or more chunks, with a prompt, for the `attempt`-th time (from 0)."""

    chunks: tuple[Chunk, ...]
    prompt: Prompt
    attempt: int

    @property
    def chunk(self) -> Chunk:
        """The first of the chunks: the one that was drawn; the others are related to it."""
        return self.chunks[0]
