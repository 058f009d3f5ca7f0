"""A run whose results are texts, or records without ids, as a run of the corpus' chunk ids.

The id of a known chunk stands. Any other result is looked for by its text, as mining looks for passages. What fits several chunks
or none is never guessed: it keeps its place in the ranking under a name that is no chunk's, so that what stands below it keeps its
rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldkit.duplicates.find_text import TextFinder, digest
from goldkit.duplicates.of_document import of_document
from goldkit.errors import UsageError, bad
from goldkit.formats.corpus import read_corpus
from goldkit.formats.fields import reads_like_text
from goldkit.formats.ranking import CURE
from goldkit.formats.result_record import Passage
from goldkit.formats.run_source import RunSource
from goldkit.phrases import excerpt
from goldkit.records import JSON, Chunk, Results
from goldkit.results.matched import MatchedTexts
from goldkit.sets.runs import RunFile

Alike = Callable[[str, Sequence[str]], bool]
"""A query id and several chunks → whether it makes no difference for the query which of them was retrieved."""

NAMES = {
    "exact": "exact",
    "normalised": "normalised",
    "cut": "parts",
    "contained": "parts",
    "near-duplicate": "near_duplicates",
}
"""How a text was found → the count of MatchedTexts."""


@dataclass(frozen=True, slots=True)
class TextCorpus:
    """What results are matched to. chunks: id → chunk. ids: further ids that stand, such as those with a label."""

    chunks: Mapping[str, Chunk]
    ids: Collection[str] = ()
    finder: TextFinder = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "finder", TextFinder(self.chunks))

    def knows(self, name: str | None) -> bool:
        """Whether a name is an id that stands."""
        return name is not None and (name in self.chunks or name in self.ids)


def text_corpus(corpus: str | Path | None, ids: Collection[str] = ()) -> TextCorpus:
    """The corpus at a path, to match results to. Raises UsageError where none is named, and as formats.corpus.read_corpus."""
    if corpus is None:
        raise UsageError("--match-text needs the texts of the chunks: name them with --corpus")
    return TextCorpus({chunk.id: chunk for chunk in read_corpus(corpus)}, ids)


class MatchedRun:
    """A run (see RunSource) with its results matched to a corpus. alike: see Alike; by default no two chunks are."""

    def __init__(self, run: RunSource, corpus: TextCorpus, alike: Alike = lambda _, __: False) -> None:
        self._run = replace(run, texts=True) if isinstance(run, RunFile) else run
        self._corpus, self._alike = corpus, alike
        self._counts: Counter[str] = Counter()
        self._stray = ""

    @property
    def name(self) -> str:
        """The run's own."""
        return self._run.name

    @property
    def header(self) -> JSON:
        """The run's own."""
        return self._run.header

    @property
    def matched(self) -> MatchedTexts:
        """The counts of the last time that the run was gone through."""
        kinds = ("ids", *dict.fromkeys(NAMES.values()), "copies", "several", "none")
        counts = {kind: self._counts[kind] for kind in kinds}
        return MatchedTexts(run=self.name, results=sum(counts.values()), **counts)

    def results(self) -> Iterator[Results]:
        """Each query's results in turn. Raises DataError also where most of all results fit no chunk."""
        self._counts.clear()
        self._stray = ""
        for found in self._run.results():
            times: Counter[str] = Counter()
            yield found._replace(chunks=[self._named(found.query, chunk, times) for chunk in found.chunks])
        self._refuse_strays()

    def _named(self, query: str, result: str, times: Counter[str]) -> str:
        own = result.id if isinstance(result, Passage) else result
        if own is not None and self._corpus.knows(own):
            self._counts["ids"] += 1
            return own
        found = self._corpus.finder.find(result)
        document = result.document if isinstance(result, Passage) else None
        chunks = of_document(found.chunks, self._corpus.chunks, document)
        if len(chunks) == 1 and found.kind is not None:
            self._counts[NAMES[found.kind]] += 1
            return chunks[0]
        times[result] += 1
        if len(chunks) > 1 and self._alike(query, chunks):
            self._counts["copies"] += 1
            return chunks[min(times[result], len(chunks)) - 1]  # shown twice, it is two of the copies
        self._counts["several" if chunks else "none"] += 1
        if not chunks:
            self._stray = self._stray or result
            if own is not None and not reads_like_text(own):
                return own
        return slot(result, min(times[result], max(1, len(chunks))))

    def _refuse_strays(self) -> None:
        """Answers in place of passages fit no chunk, and every measure would be 0 without a word."""
        found = self.matched
        if 2 * found.none > found.results:
            path = self._run.path if isinstance(self._run, RunFile) else self.name
            stray = repr(excerpt(self._stray, 60))
            what = f"{found.none:,} of {found.results:,} results that are neither id nor text of the corpus, such as {stray}"
            raise bad(path, None, what, "passages of the corpus, not answers", CURE)


def slot(text: str, time: int) -> str:
    """The name in a ranking of a text that is given to no chunk: the same for the same text, and no chunk's.

    time: how often the ranking showed it so far, if several chunks have it: they may be two of them, and so no repeat.
    """
    again = f" ({time})" if time > 1 else ""
    start = excerpt(text, 40).encode("utf-8", "backslashreplace").decode().replace("#", " ")
    return f"text {digest(text).hex()[:16]}{again}: {start}"
