"""Which pairs a model is asked about: a sample of what people decided, proposals, and holes of runs. Only queries of `dev`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from goldkit.formats.run_source import RunSource
from goldkit.judging.pair import Key, Kind, Pair, lot
from goldkit.records import Chunk, Query
from goldkit.sets.golden import GoldenSet
from goldkit.sets.model_judges import ModelGrades, decided_by_people
from goldkit.store.texts import text_sha256

LONGEST = 20_000
"""Characters of a chunk: about 5,000 tokens of English. A longer one is for a person, who need not read all of it."""
TOO_LONG = f"chunks longer than {LONGEST:,} characters"
NO_TEXT, BROKEN, KNOWN, ELSEWHERE = (
    "chunks without a known text",
    "texts with a lone surrogate",
    "graded by this judge before",
    "queries of the runs that are not in dev",
)
SEEN = "decided when people could have seen this judge's grade"


@dataclass(slots=True)
class Chosen:
    """pairs: to ask about. drawn: of a sample all pairs, those that this judge graded before too. left_out: reason → how many."""

    pairs: list[Pair] = field(default_factory=list)
    drawn: list[Pair] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Holes:
    """elsewhere: how many queries of the runs are not in `dev`: of a frozen set, embargoed, set aside or unknown."""

    keys: frozenset[Key]
    elsewhere: int


@dataclass(frozen=True, slots=True)
class Texts:
    """Where a pair's text is found: what was judged, by id and sha256, and the corpus, by id."""

    stored: Mapping[str, Mapping[str, Chunk]]
    corpus: Mapping[str, Chunk]

    def judged(self, chunk: str, sha256: str | None) -> Chunk | None:
        """The text that a label is about; where it names none, the only one that is stored, else the corpus'."""
        own = self.stored.get(chunk, {})
        if sha256 is not None and sha256 in own:
            return own[sha256]
        found = next(iter(own.values())) if len(own) == 1 and sha256 is None else self.corpus.get(chunk)
        return found if found is not None and sha256 in (None, text_sha256(found)) else None

    def now(self, chunk: str) -> Chunk | None:
        """The text that a run found: the corpus', else the only one that is stored."""
        return self.corpus.get(chunk) or self.judged(chunk, None)


def texts_for(golden: GoldenSet, corpus: Iterable[Chunk], wanted: Collection[str] | None = None) -> Texts:
    """The texts of a set and of a corpus, of which only the wanted ids are held."""
    stored: dict[str, dict[str, Chunk]] = {}
    for chunk in golden.chunks:
        stored.setdefault(chunk.id, {})[text_sha256(chunk)] = chunk
    return Texts(stored, {chunk.id: chunk for chunk in corpus if wanted is None or chunk.id in wanted})


def sample(
    golden: GoldenSet, grades: ModelGrades, texts: Texts, judge: str, n: int, seed: int, whole: bool = False
) -> Chosen:
    """n of the pairs that people decided, all where there are fewer, drawn by lot.

    whole: questions are drawn, each with all its pairs, up to n pairs but at least one question: only of such can runs be compared.

    The model is shown none of what people said. A pair that people decided after this judge had graded it is never drawn: they may
    have seen its grade.
    """
    found = Chosen()
    queries = {query.id: query for query in golden.dev()}
    seen = grades.seen(judge)
    drawable: dict[Key, Pair] = {}
    for label in decided_by_people(golden):
        key = Key(label.query, label.chunk)
        if key in seen:
            found.left_out[SEEN] += 1
            continue
        pair = _pair(queries[label.query], texts.judged(label.chunk, label.text_sha256), "check", found.left_out)
        if pair is not None:
            drawable[key] = pair
    drawn = _drawn_whole(drawable, n, seed) if whole else sorted(drawable, key=lambda key: lot(seed, key))[:n]
    before = grades.graded(judge)
    found.drawn = [drawable[key] for key in drawn]
    found.pairs = [pair for pair in found.drawn if before.get(pair.key) != text_sha256(pair.chunk)]
    return found


def _drawn_whole(keys: Iterable[Key], n: int, seed: int) -> list[Key]:
    by_query: dict[str, list[Key]] = {}
    for key in keys:
        by_query.setdefault(key.query, []).append(key)
    drawn: list[Key] = []
    for query in sorted(by_query, key=lambda query: lot(seed, Key(query, ""))) if n else ():
        if drawn and len(drawn) + len(by_query[query]) > n:
            break
        drawn += by_query[query]
    return drawn


def proposals(golden: GoldenSet, grades: ModelGrades, texts: Texts, judge: str) -> Chosen:
    """What is proposed and nobody decided, by query and chunk."""
    keys = (
        (query, label.chunk, texts.judged(label.chunk, label.text_sha256))
        for query in golden.dev()
        if query.answerable != "no"
        for _, label in sorted(golden.folded.labels.get(query.id, {}).items())
        if label.status == "proposed"
    )
    return _new(keys, "proposal", grades, judge)


def holes(golden: GoldenSet, grades: ModelGrades, texts: Texts, judge: str, found_by_runs: Holes) -> Chosen:
    """The holes that this judge has not graded yet."""
    queries = {query.id: query for query in golden.dev()}
    keys = ((queries[key.query], key.chunk, texts.now(key.chunk)) for key in sorted(found_by_runs.keys))
    found = _new(keys, "hole", grades, judge)
    found.left_out[ELSEWHERE] += found_by_runs.elsewhere
    return found


def holes_in(golden: GoldenSet, runs: Iterable[RunSource], depth: int) -> Holes:
    """What any run has in its first `depth` results without a label that counts. Disputed pairs are left to people."""
    asked = {query.id for query in golden.dev() if query.answerable != "no"}
    dev = {query.id for query in golden.dev()}
    pairs: set[Key] = set()
    elsewhere: set[str] = set()
    for run in runs:
        for result in run.results():
            if result.query not in dev:
                elsewhere.add(result.query)
            elif result.query in asked:
                labels = golden.folded.labels.get(result.query, {})
                pairs |= {
                    Key(result.query, chunk)
                    for chunk in _top(result.chunks, depth)
                    if chunk not in labels or labels[chunk].status == "proposed"
                }
    return Holes(frozenset(pairs), len(elsewhere))


def _top(chunks: Iterable[str], depth: int) -> Iterator[str]:
    return (chunk for _, chunk in zip(range(depth), chunks, strict=False))


def _new(keys: Iterable[tuple[Query, str, Chunk | None]], kind: Kind, grades: ModelGrades, judge: str) -> Chosen:
    found = Chosen()
    before = grades.graded(judge)
    for query, chunk, text in keys:
        if text is not None and before.get(Key(query.id, chunk)) == text_sha256(text):
            found.left_out[KNOWN] += 1
        elif (pair := _pair(query, text, kind, found.left_out)) is not None:
            found.pairs.append(pair)
    return found


def _pair(query: Query, chunk: Chunk | None, kind: Kind, left_out: Counter[str]) -> Pair | None:
    if chunk is None or not chunk.text.strip():
        left_out[NO_TEXT] += 1
    elif len(chunk.text) + len(chunk.title or "") > LONGEST:
        left_out[TOO_LONG] += 1
    elif _broken(query, chunk):
        left_out[BROKEN] += 1
    else:
        return Pair(query=query, chunk=chunk, kind=kind)
    return None


def _broken(query: Query, chunk: Chunk) -> bool:
    said = (query.text, query.context or "", chunk.text, chunk.title or "")
    return any("\ud800" <= sign <= "\udfff" for text in said for sign in text if not text.isascii())
