"""Runs over different chunkings of one corpus in one table: the labels are resolved in each run's own chunks.

In the table a chunk is named by its corpus and its id, since the same id may be another passage in each. A fact holds the chunks of
all corpora that have it, so every run is measured by the same facts, shares and ideal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.formats.corpus import read_corpus
from goldkit.formats.run_source import RunSource
from goldkit.rebase.claims import Texts
from goldkit.rebase.labelled import Carrier, Labelled, lay
from goldkit.records import JSON, Chunk, Results
from goldkit.scoring.lengths import Lengths
from goldkit.sets.quotes import Judged
from goldkit.sets.scoreset import ScoreQuery, ScoreSet
from goldkit.store.texts import text_sha256
from goldkit.text.tokenizers import token_counter

JUDGED = "judged"
"""What stands before the id of a judged chunk that no corpus has: it keeps its fact in the denominator."""
BUDGET = "2000tok"
"""The budget of tokens where none is asked for."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """One corpus. name: what its chunks go by. runs: that were made on it. reached: facts of the set that have a chunk in it.

    unresolved: questions with an answer that may stand in it, nobody knows in which chunk.
    """

    name: str
    path: str
    chunks: Mapping[str, Chunk]
    runs: tuple[str, ...]
    reached: int = 0
    unresolved: int = 0


@dataclass(frozen=True, slots=True)
class Chunkings:
    """The corpora of a table. facts: of the questions that it can compare. judged: the texts that were judged, by their names.

    unresolved: questions that it cannot compare, since an answer is not known to be where in some corpus. of: questions with facts.
    """

    corpora: tuple[Corpus, ...]
    facts: int
    unresolved: int
    of: int
    judged: Mapping[str, str]

    def texts(self) -> Iterator[tuple[str, str]]:
        """(name in the table, text) of every chunk."""
        yield from self.judged.items()
        for corpus in self.corpora:
            yield from ((named(corpus.name, chunk.id), chunk.text) for chunk in corpus.chunks.values())

    def lengths(self, tokenizer: str) -> Lengths:
        """The length of every chunk in tokens."""
        count = token_counter(tokenizer)
        return Lengths({name: count(text) for name, text in self.texts()})


def named(corpus: str, chunk: str) -> str:
    """What a chunk goes by in the table."""
    return f"{corpus}:{chunk}"


def resolve(
    scoreset: ScoreSet, runs: Sequence[RunSource], corpora: Mapping[str, str], known: Judged
) -> tuple[ScoreSet, list[RunSource], Chunkings]:
    """The set and the runs as one table needs them. A question whose answer has no known place in some corpus loses its labels: no
    run can be measured by it fairly. An answer that a corpus lacks for good stays, and no run on that corpus reaches it.

    corpora: run → the path of its corpus. known: what was judged, and the words that answer.

    Raises as formats.corpus.read_corpus, and UsageError for a set that keeps no texts.
    """
    if not known.chunks:
        raise UsageError(
            f"{scoreset.name} keeps no texts of what was judged, so its labels have no place in another chunking"
        )
    read = _read(corpora)
    texts = Texts(known.chunks)
    before = [Labelled(query.id, query.labels, query.facts) for query in scoreset.queries]
    laid = {corpus.name: lay(before, texts, known.quotes, scoreset.scale, corpus.chunks) for corpus in read}
    carrier = Carrier(
        corpora={corpus.name: corpus.chunks for corpus in read},
        laid=laid,
        scale=scoreset.scale,
        rename=lambda corpus, chunk: named(corpus or JUDGED, chunk),
        keeps=lambda _: True,
    )
    unresolved = {own.id for own in before if any(one.unresolved(own) for one in laid.values())}
    queries = tuple(
        replace(query, labels={}, facts=()) if own.id in unresolved else _query(query, carrier.carried(own))
        for query, own in zip(scoreset.queries, before, strict=True)
    )
    facts = [fact for query in queries for fact in query.facts]
    read = [
        replace(
            corpus,
            reached=sum(any(name.startswith(f"{corpus.name}:") for name in fact.any) for fact in facts),
            unresolved=sum(laid[corpus.name].unresolved(own) for own in before),
        )
        for corpus in read
    ]
    judged = {named(JUDGED, chunk): next(iter(own.values())) for chunk, own in scoreset.texts.items()}
    chunkings = Chunkings(tuple(read), len(facts), len(unresolved), sum(bool(own.facts) for own in before), judged)
    names = {run: corpus.name for corpus in read for run in corpus.runs}
    sources: list[RunSource] = [NamedRun(run, names[run.name]) for run in runs]
    labelled = {name for query in queries for name in query.labels}
    shown = {
        name: {text_sha256(Chunk(id=name, text=text)): text} for name, text in chunkings.texts() if name in labelled
    }
    return replace(scoreset, queries=queries, texts=shown, documents={}), sources, chunkings


def _query(query: ScoreQuery, carried: Labelled) -> ScoreQuery:
    return replace(query, labels=carried.labels, facts=carried.facts)


def _read(corpora: Mapping[str, str]) -> list[Corpus]:
    """Each corpus once, named by its file, or by its path where two files are named alike."""
    runs: dict[str, list[str]] = {}
    for run, path in corpora.items():
        runs.setdefault(path, []).append(run)
    stems = [Path(path).name.partition(".")[0] for path in runs]
    return [
        Corpus(
            stem if stems.count(stem) == 1 and stem != JUDGED else path,
            path,
            {chunk.id: chunk for chunk in read_corpus(path)},
            tuple(runs[path]),
        )
        for stem, path in zip(stems, runs, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class NamedRun:
    """A run whose chunks go by the name of its corpus and their ids (see RunSource)."""

    run: RunSource
    corpus: str

    @property
    def name(self) -> str:
        """The run's own."""
        return self.run.name

    @property
    def header(self) -> JSON:
        """The run's own."""
        return self.run.header

    def results(self) -> Iterator[Results]:
        """The run's results, each chunk under its name in the table."""
        for found in self.run.results():
            yield found._replace(chunks=tuple(named(self.corpus, chunk) for chunk in found.chunks))
