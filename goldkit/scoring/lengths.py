"""The lengths of chunks in tokens, from the corpus: what a measure with a budget of tokens needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.formats.corpus import read_corpus
from goldkit.phrases import counted
from goldkit.text.tokenizers import WORDS, token_counter


class Lengths(Mapping[str, int]):
    """Chunk id → tokens. A chunk that the corpus lacks is taken to be of mean length, and counted.

    lacks: the ids that were asked for and are not in the corpus. met: whether any was.
    """

    def __init__(self, tokens: Mapping[str, int]) -> None:
        self._tokens = tokens
        self.mean = round(sum(tokens.values()) / len(tokens)) if tokens else 0
        self.lacks: set[str] = set()
        self.met = False

    def __getitem__(self, chunk: str) -> int:
        found = self._tokens.get(chunk)
        if found is None:
            self.lacks.add(chunk)
            return self.mean
        self.met = True
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._tokens)

    def __len__(self) -> int:
        return len(self._tokens)

    def note(self) -> str:
        """What a reader must know of them; "" where the corpus had every chunk."""
        if not self.lacks:
            return ""
        lacking = counted(len(self.lacks), "chunk id")
        return f"not in the corpus: {lacking}, each taken to be of its mean length, {counted(self.mean, 'token')}"


def read_lengths(corpus: str | Path | None, tokenizer: str = WORDS) -> Lengths:
    """The length of each chunk of a corpus (see formats.corpus). tokenizer: see text.tokenizers.

    Raises UsageError where no corpus is named or there is no such tokenizer, DataError for a corpus that is none.
    """
    if corpus is None:
        raise UsageError("a budget of tokens needs the texts of the chunks: name them with --corpus")
    count = token_counter(tokenizer)
    return Lengths({chunk.id: count(chunk.text) for chunk in read_corpus(corpus)})
