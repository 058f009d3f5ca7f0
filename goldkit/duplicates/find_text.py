"""From the text of a passage to its chunk in the corpus: exact, then normalised, then a part of one, then near-duplicate.

Nothing is guessed: a text that is several chunks' equally well finds them all, and one that differs from every chunk in a number,
a negation or a name finds none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from goldkit.duplicates.may_be import FORMS, may_be, written
from goldkit.phrases import excerpt
from goldkit.records import Chunk
from goldkit.text.passage import plain, recognised_by, uncut

if TYPE_CHECKING:
    from goldkit.duplicates.text_index import TextIndex

Key = TypeVar("Key", str, bytes)

LEAST = 30
"""Characters of a passage that may be recognised as a part of a chunk; it also has twelve words."""
MOST = 100_000
"""Texts whose finding is remembered; one more costs time, not memory."""


class Found(NamedTuple):
    """kind: of KINDS, None where no chunk was found. chunks: all that fit equally well. why: what kept a near one out, and how
    the two read there.
    """

    kind: str | None
    chunks: tuple[str, ...]
    why: str = "no chunk has this text"
    readings: str = ""


NOTHING = Found(None, ())


class TextFinder:
    """Finds the chunks of a corpus by their text. Each index is built when a text needs it."""

    def __init__(self, corpus: Mapping[str, Chunk]) -> None:
        self._corpus = corpus
        self._exact: dict[str, tuple[str, ...]] | None = None
        self._normal: dict[bytes, tuple[str, ...]] | None = None
        self._index: TextIndex | None = None
        self._known: dict[bytes, Found] = {}
        self._shown: dict[bytes, bool] = {}

    def find(self, text: str) -> Found:
        """The chunks that have this text."""
        if self._exact is None:
            self._exact = _by((chunk.text, chunk.id) for chunk in self._corpus.values())
        names = self._exact.get(text)
        if names is not None:
            return Found("exact", names)
        key = digest(text)
        found = self._known.get(key)
        if found is None:
            found = self._search(text)
            if len(self._known) < MOST:
                self._known[key] = found
        return found

    def shows(self, chunk: Chunk, text: str) -> bool:
        """Whether a text that a log shows under the id of a chunk may be that chunk's: nothing in it says something else."""
        if text == chunk.text or not text.strip():
            return True
        key = digest(f"{chunk.id}\x1f{text}")
        known = self._shown.get(key)
        if known is None:
            known = may_be(chunk, text)
            if len(self._shown) < MOST:
                self._shown[key] = known
        return known

    def _search(self, text: str) -> Found:
        if not any(sign.isalnum() for sign in text):
            return Found(None, (), "a text without a word")
        return self._normalised(text) or self._part(text) or self._alike(text)

    def _normalised(self, text: str) -> Found | None:
        if self._normal is None:
            self._normal = _by(
                (digest(recognised_by(own)), chunk.id) for chunk in self._corpus.values() for own in written(chunk)
            )
        names = dict.fromkeys(
            name for form in (text, uncut(text)) for name in self._normal.get(digest(recognised_by(form)), ())
        )
        for form in FORMS:
            equal = [name for name in names if any(form(own) == form(text) for own in written(self._corpus[name]))]
            if equal:
                return Found("normalised", tuple(equal))
        same = [name for name in names if _folds_alike(text, self._corpus[name].text)]
        return Found("normalised", tuple(same)) if same else None

    def _part(self, text: str) -> Found | None:
        passage = plain(uncut(text)).lstrip("….").lstrip()
        if len(passage) < LEAST:
            return None
        holders = [one for one in self._texts().holders(passage) if passage in plain(one.text)]
        begins = all(plain(one.text).startswith(passage) for one in holders)
        names = tuple(name for one in holders for name in one.ids)
        return Found("cut" if begins else "contained", names) if names else None

    def _alike(self, text: str) -> Found:
        alike = self._texts().alike(plain(uncut(text)))
        same = [one for one in alike if one.finding.verdict == "same"]
        if same:
            best = [one for one in same if one.jaccard == same[0].jaccard]
            return Found("near-duplicate", tuple(name for one in best for name in one.text.ids))
        if not alike:
            return NOTHING
        nearest = alike[0]
        read = "; ".join(f"{excerpt(a, 30)} / {excerpt(b, 30)}" for a, b in nearest.finding.differs[:2])
        return Found(None, (), f"differs from {nearest.text.ids[0]} ({nearest.finding.rule})", read)

    def _texts(self) -> TextIndex:
        from goldkit.duplicates.text_index import TextIndex

        if self._index is None:
            self._index = TextIndex(self._corpus)
        return self._index


def digest(text: str) -> bytes:
    """128 bits that stand for a text: two of a billion share them with a probability below 10⁻²⁰."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _folds_alike(a: str, b: str) -> bool:
    """Whether two texts of one folded form say the same: folding may have removed meaning (10² and 102, MB and mb)."""
    from goldkit.duplicates.guard import guard

    return guard(plain(a), plain(b), lambda _: False).verdict == "same"


def _by(pairs: Iterable[tuple[Key, str]]) -> dict[Key, tuple[str, ...]]:
    found: dict[Key, dict[str, None]] = defaultdict(dict)
    for key, name in pairs:
        found[key][name] = None
    return {key: tuple(names) for key, names in found.items()}
