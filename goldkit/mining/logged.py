"""The passages that only a log has, as chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk


class LoggedChunks(Mapping[str, Chunk]):
    """Chunk id → chunk, made when it is asked for: of what a log shows only the proposed few are kept.

    texts: id → the text as logged. clean: takes out what is private; a text that changes is a text of its own, with its own sha256.
    """

    def __init__(self, texts: Mapping[str, str], clean: Callable[[str], str]) -> None:
        self._texts, self._clean = texts, clean
        self._made: dict[str, Chunk] = {}

    def __getitem__(self, name: str) -> Chunk:
        if name not in self._made:
            text = self._clean(self._texts[name])
            self._made[name] = Chunk(id=name, text=text, sha256=sha256_text(text))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
