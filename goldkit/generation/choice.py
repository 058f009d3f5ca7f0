"""Which chunks a person wants to be asked about: by document, title and metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

from goldkit.errors import UsageError
from goldkit.files.canonical import encode
from goldkit.phrases import some
from goldkit.records import Chunk

MOST_KEYS = 1000
"""Different keys of metadata that are remembered, to be named where one is wrong."""
SHOWN = 20
FIELDS = ("doc_id", "title", "id")
"""Fields of a chunk that go by their own names, beside the keys of its metadata."""


class Choice:
    """only: KEY=VALUE; a chunk has to fit one value of each key that is named. without: a chunk that fits any of them is left out.

    A value may have * and ? (every character but them is itself), and stands for any element where the metadata has a list.
    ask_all: also chunks that look as if nothing could be asked about them. Raises UsageError for what is no KEY=VALUE.
    """

    def __init__(self, only: Iterable[str] = (), without: Iterable[str] = (), ask_all: bool = False) -> None:
        self.ask_all = ask_all
        self._only: dict[str, list[str]] = {}
        for key, pattern in map(_parsed, only):
            self._only.setdefault(key, []).append(pattern)
        self._without = [_parsed(text) for text in without]
        self._wanted = {*self._only, *(key for key, _ in self._without)}
        self._seen: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def admits(self, chunk: Chunk) -> bool:
        """Whether a chunk may be asked about."""
        if len(self._seen) < MOST_KEYS or not self._wanted <= self._seen:
            self._seen.update(_keys(chunk))
        if any(_fits(chunk, key, [pattern]) for key, pattern in self._without):
            return False
        return all(_fits(chunk, key, patterns) for key, patterns in self._only.items())

    def check(self) -> None:
        """After the last chunk: raises UsageError for keys that no chunk has, and names those there are."""
        if unknown := sorted(self._wanted - self._seen):
            there = some(sorted(self._seen), SHOWN)
            raise UsageError(f"no chunk of the corpus has {' or '.join(unknown)}; the keys there are: {there}")


def _parsed(text: str) -> tuple[str, str]:
    key, equals, pattern = text.partition("=")
    if not key or not equals:
        raise UsageError(f"{text!r} is no KEY=VALUE, as in doc_id=ops/* or team=storage")
    return key, pattern.replace("[", "[[]")


def _keys(chunk: Chunk) -> Iterator[str]:
    yield from (name for name in FIELDS if getattr(chunk, name) is not None)
    yield from chunk.metadata


def _fits(chunk: Chunk, key: str, patterns: Sequence[str]) -> bool:
    value: Any = chunk.metadata[key] if key in chunk.metadata else getattr(chunk, key) if key in FIELDS else None
    values = value if isinstance(value, list) else [] if value is None else [value]
    return any(fnmatchcase(_as_text(one), pattern) for one in values for pattern in patterns)


def _as_text(value: Any) -> str:
    """A text is itself; true, 3 and {"a":1} are as in JSON."""
    return value if isinstance(value, str) else encode(value).decode("utf-8").strip()
