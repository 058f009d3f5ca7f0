"""The passages that logs show, given to the chunks of the corpus: by their id, or by their text where it is missing or foreign.

A foreign id (one the corpus lacks) with a text is the chunk that has the text. An id of the corpus under which a log shows a text
that says something else was given anew by another chunking: the text decides, not the id. What fits several chunks or none is
reported and given to none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from goldkit.duplicates.find_text import LEAST, NOTHING, TextFinder
from goldkit.duplicates.of_document import of_document
from goldkit.files.names import name_of
from goldkit.logs.interactions import Click, Interaction, Shown
from goldkit.logs.log_file import LogFile
from goldkit.mining.unresolved import UnresolvedTexts
from goldkit.records import Chunk
from goldkit.results.match import KINDS, MatchResult


class Matcher:
    """Resolves what interactions show. corpus: id → chunk; without one, ids stand as they are and passages without are counted.

    clean: takes what is private out of the texts that are reported.
    """

    def __init__(self, corpus: Mapping[str, Chunk] | None, clean: Callable[[str], str] = str) -> None:
        self._corpus = corpus
        self._finder = TextFinder(corpus or {})
        self._counts: Counter[str] = Counter()
        self._unresolved = UnresolvedTexts(clean)
        self._rewritten: set[str] = set()
        self._nameless = 0

    def resolve(self, one: Interaction, files: Sequence[LogFile]) -> Interaction:
        """The interaction with each passage under the id of its chunk in the corpus, once however often it is listed.

        The chunk is None where none was found. Clicks on a foreign id follow the passage shown under it.
        """
        if self._corpus is None:
            self._nameless += sum(shown.chunk is None for shown in one.shown)
            return _once(one)
        if self._as_they_are(one.shown):
            return _once(one)
        shown = tuple(self._resolved(passage, one, files) for passage in one.shown)
        return _once(replace(one, shown=shown, clicked=_follow(one, shown)))

    @property
    def result(self) -> MatchResult:
        """What was matched so far."""
        return MatchResult(
            counts={kind: self._counts[kind] for kind in KINDS if self._counts[kind]},
            ambiguous=self._unresolved.listed(ambiguous=True),
            unmatched=self._unresolved.listed(ambiguous=False),
            more=self._unresolved.more,
            rewritten=tuple(sorted(self._rewritten)),
            nameless=self._nameless,
        )

    def _as_they_are(self, passages: Sequence[Shown]) -> bool:
        """Whether all ids are the corpus's, with the texts they have there, as in most logs: then nothing else is to be done."""
        corpus = self._corpus or {}
        for shown in passages:
            known = corpus.get(shown.chunk) if shown.chunk is not None else None
            if known is None or not (shown.text is None or shown.text == known.text):
                return False
        self._counts["id"] += len(passages)
        return True

    def _resolved(self, shown: Shown, one: Interaction, files: Sequence[LogFile]) -> Shown:
        known = self._corpus.get(shown.chunk) if self._corpus and shown.chunk is not None else None
        if known is not None:
            if shown.text is None or self._finder.shows(known, shown.text):
                self._counts["id"] += 1
                return shown
            self._rewritten.add(known.id)
        if shown.text is None:
            return self._without_text(shown)
        return self._by_text(shown, one, files)

    def _without_text(self, shown: Shown) -> Shown:
        """A passage with an id alone. Some logs write the text where an id is wanted: then the corpus has a chunk of this text."""
        if shown.chunk is None:
            self._nameless += 1
            return shown
        found = self._finder.find(shown.chunk) if len(shown.chunk) >= LEAST and " " in shown.chunk else NOTHING
        if len(found.chunks) != 1 or found.kind is None:
            return shown
        self._counts[found.kind] += 1
        return _given(shown, found.chunks[0], found.kind)

    def _by_text(self, shown: Shown, one: Interaction, files: Sequence[LogFile]) -> Shown:
        found = self._finder.find(shown.text or "")
        chunks = of_document(found.chunks, self._corpus or {}, shown.document)
        if len(chunks) == 1 and found.kind:
            self._counts[found.kind] += 1
            return _given(shown, chunks[0], found.kind)
        place = shown.place or one.place
        self._unresolved.count(shown, found, chunks, name_of(files[place.file].path), place, _spoken_for(shown, one))
        return replace(shown, chunk=None)


def _given(shown: Shown, chunk: str, kind: str) -> Shown:
    """The passage as the chunk it is. Written out, since `replace` takes three times as long and logs hold millions."""
    return Shown(chunk, shown.rank, shown.text, shown.place, shown.document, shown.cited, kind, shown.quoted)


def _spoken_for(shown: Shown, one: Interaction) -> bool:
    """Whether a passage was cited or clicked, or is one of those that a liked answer rests on."""
    if shown.cited or any(click.chunk == shown.chunk for click in one.clicked):
        return True
    return one.rating is not None and one.rating.up and not any(other.cited for other in one.shown)


def _follow(one: Interaction, shown: Sequence[Shown]) -> tuple[Click, ...]:
    """The clicks, on the chunks that their ids turned out to be; none on a passage that was given to no chunk."""
    now = {old.chunk: new.chunk for old, new in zip(one.shown, shown, strict=True) if old.chunk is not None}
    clicks: dict[tuple[str, str], Click] = {}
    for click in one.clicked:
        chunk = now.get(click.chunk, click.chunk)
        if chunk is not None:
            clicks.setdefault((chunk, click.kind), replace(click, chunk=chunk))
    return tuple(clicks.values())


def _once(one: Interaction) -> Interaction:
    """The interaction with each chunk once, at its best rank, cited if any of its passages is."""
    if len({shown.chunk for shown in one.shown}) == len(one.shown):
        return one
    best: dict[tuple[str | int, int | None], Shown] = {}
    for at, shown in enumerate(one.shown):
        key = at if shown.chunk is None else shown.chunk, shown.place.file if shown.place else None
        best[key] = _better(best[key], shown) if key in best else shown
    return one if len(best) == len(one.shown) else replace(one, shown=tuple(best.values()))


def _better(a: Shown, b: Shown) -> Shown:
    first = min(a, b, key=lambda shown: float("inf") if shown.rank is None else shown.rank)
    return replace(first, cited=a.cited or b.cited)
