"""One (query, chunk) pair that a model is to grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from goldkit.files import canonical
from goldkit.records import Chunk, Query

Kind = Literal["check", "proposal", "hole"]
"""Why it is graded: people decided it and the model is compared with them; it is proposed; a run found it and nobody judged it."""


class Key(NamedTuple):
    """What names a pair."""

    query: str
    chunk: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """query: what is asked. chunk: the text that is graded."""

    query: Query
    chunk: Chunk
    kind: Kind

    @property
    def key(self) -> Key:
        """The two ids."""
        return Key(self.query.id, self.chunk.id)

    @property
    def question(self) -> str:
        """What is asked, after the turn before where it is a follow-up."""
        return f"{self.query.context}\n{self.query.text}" if self.query.context else self.query.text


def lot(seed: int, key: Key) -> str:
    """A hex string by the seed and the pair alone, to draw by."""
    return canonical.sha256_bytes(canonical.encode([seed, *key]))
