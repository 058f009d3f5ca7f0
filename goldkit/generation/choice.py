"""Which chunks a person wants to be asked about: by document, title and metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

from goldkit.errors import UsageError
from goldkit.files.canonical import encode
from goldkit.generation.document import document_of
from goldkit.phrases import excerpt, some
from goldkit.records import Chunk

MOST_KEYS = 1000
"""Different keys of metadata that are remembered, to be named where one is wrong."""
SHOWN = 20
LONGEST = 60
"""Characters of a value that is named."""
FIELDS = ("doc_id", "title", "id")
"""Fields of a chunk that go by their own names, beside the keys of its metadata; doc_id is its document in any case."""


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
        self._unmet = {(key, pattern) for key, patterns in self._only.items() for pattern in patterns}
        self._values: dict[str, set[str]] = {key: set() for key in self._only}
        self._admitted = False

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def admits(self, chunk: Chunk) -> bool:
        """Whether a chunk may be asked about."""
        if len(self._seen) < MOST_KEYS or not self._wanted <= self._seen:
            self._seen.update(_keys(chunk))
        self._look_for_unmet(chunk)
        if any(_fits(chunk, key, [pattern]) for key, pattern in self._without):
            return False
        fits = all(_fits(chunk, key, patterns) for key, patterns in self._only.items())
        self._admitted = self._admitted or fits
        return fits

    def check(self) -> None:
        """After the last chunk: raises UsageError for keys and wanted values that no chunk has, naming those there are, and where
        no chunk fits all that is wanted.
        """
        if unknown := sorted(self._wanted - self._seen):
            there = some(sorted(self._seen), SHOWN)
            raise UsageError(f"no chunk of the corpus has {' or '.join(unknown)}; the keys there are: {there}")
        for key, pattern in sorted(self._unmet):
            wanted, there = pattern.replace("[[]", "["), some(sorted(self._values[key]), SHOWN)
            raise UsageError(f"no chunk of the corpus has {key}={wanted}; its values are {there}")
        if self._wanted and not self._admitted:
            raise UsageError("no chunk of the corpus fits all that --only and --except ask for")

    def _look_for_unmet(self, chunk: Chunk) -> None:
        """Whether the chunk has a wanted value that none had before; what it has instead is remembered, to be named."""
        for key in {key for key, _ in self._unmet}:
            found = [_as_text(value) for value in _values(chunk, key)]
            self._unmet -= {(key, one) for one in self._only[key] if any(fnmatchcase(text, one) for text in found)}
            if len(self._values[key]) < MOST_KEYS:
                self._values[key].update(excerpt(text, LONGEST) for text in found)


def _parsed(text: str) -> tuple[str, str]:
    key, equals, pattern = text.partition("=")
    if not key or not equals:
        raise UsageError(f"{text!r} is no KEY=VALUE, as in doc_id=ops/* or team=storage")
    return key, pattern.replace("[", "[[]")


def _keys(chunk: Chunk) -> Iterator[str]:
    yield from (name for name in FIELDS if name == "doc_id" or getattr(chunk, name) is not None)
    yield from chunk.metadata


def _fits(chunk: Chunk, key: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(_as_text(one), pattern) for one in _values(chunk, key) for pattern in patterns)


def _values(chunk: Chunk, key: str) -> list[Any]:
    value: Any = chunk.metadata.get(key)
    if key not in chunk.metadata and key in FIELDS:
        value = document_of(chunk) if key == "doc_id" else getattr(chunk, key)
    return value if isinstance(value, list) else [] if value is None else [value]


def _as_text(value: Any) -> str:
    """A text is itself; true, 3 and {"a":1} are as in JSON."""
    return value if isinstance(value, str) else encode(value).decode("utf-8").strip()
