"""A golden directory read and folded: what review, freezing, status and scoring all start from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.phrases import counted
from goldkit.records import Chunk, Fact, Label, Query
from goldkit.results.model_agreement import ModelAgreement
from goldkit.sets.blocks import blocks_of, hard_ties
from goldkit.sets.embargo import EMBARGOED, is_frozen, sides_in, tied_to_frozen
from goldkit.sets.pooling import pooled_and_judged
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, documents_of
from goldkit.sets.unanswerable import unanswerable_by_hand
from goldkit.store.counting import Counting
from goldkit.store.facts import counting_labels, facts_of
from goldkit.store.fold import Folded, fold
from goldkit.store.golden import GoldenDirectory
from goldkit.store.settings import Settings
from goldkit.store.texts import texts_of


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """The records of a golden directory and what they fold to.

    queries: by id. sides: query id → frozen name or "embargoed", for those not in `dev`. burned: ids a frozen set's output showed.
    pooled: ids of queries of which a pooled pair was judged. left: ids that a freeze saw with a label and left in `dev`.
    tied: query id → the frozen set that it repeats a query of; these are embargoed although no line of the split says so yet.
    ties: ids of queries that hang together, as hard_ties gives them; None where nothing is frozen and so nobody has looked yet.
    """

    settings: Settings
    queries: Mapping[str, Query]
    folded: Folded
    chunks: tuple[Chunk, ...]
    sides: Mapping[str, str]
    burned: frozenset[str]
    pooled: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    tied: Mapping[str, str] = field(default_factory=dict)
    ties: Sequence[Sequence[str]] | None = None

    @staticmethod
    def open(path: str | Path = "golden") -> GoldenSet:
        """Read and fold the golden directory at a path. Raises UsageError where there is none, DataError for bad lines."""
        return read_golden(GoldenDirectory.open(Path(path)))

    def labels(self, query: str, counting: Counting = "derived") -> dict[str, Label]:
        """One query's labels that count, by chunk."""
        return counting_labels(self.folded.labels.get(query, {}), counting)

    def facts(self, query: str, counting: Counting = "derived") -> tuple[Fact, ...]:
        """One query's facts over the labels that count."""
        carried, pairs = self.folded.carried.get(query), self.folded.pairs
        return facts_of(self.queries[query], self.labels(query, counting), pairs, self.settings.scale, carried)

    def dev(self) -> list[Query]:
        """The queries in no frozen set, not embargoed and not set aside, sorted by id."""
        return [query for name, query in sorted(self.queries.items()) if name not in self.sides and query.aside is None]

    def shown_only(self) -> frozenset[str]:
        """The queries mined from logs without a judged pair that was pooled: labels can only name what the old retriever showed."""
        return frozenset(query.id for query in self.queries.values() if query.origin == "log") - self.pooled

    def blocks(self, among: Iterable[str] | None = None) -> dict[str, str]:
        """query id → block, over all queries of the directory, with the facts of the labels that count by default.

        among: the queries whose facts tie, all where None. A part that is scored alone is not joined by facts of what is elsewhere;
        hard ties lead through any query.
        """
        facts = {name: self.facts(name) for name in (self.queries if among is None else among)}
        return blocks_of(list(self.queries.values()), facts, self.judged_chunks(), self.hard_ties())

    def hard_ties(self) -> Sequence[Sequence[str]]:
        """Ids of queries that hang together, as goldkit.sets.blocks.hard_ties gives them."""
        return hard_ties(list(self.queries.values()), self.folded.pairs.same) if self.ties is None else self.ties

    def judged_chunks(self) -> list[Chunk]:
        """The stored texts that labels are about: of an id that had several texts only those that a label names, if any does."""
        named: dict[str, set[str]] = defaultdict(set)
        for labels in self.folded.labels.values():
            for chunk, label in labels.items():
                if label.text_sha256 is not None:
                    named[chunk].add(label.text_sha256)
        return [chunk for chunk in self.chunks if chunk.id not in named or chunk.sha256 in named[chunk.id]]


def read_golden(golden: GoldenDirectory) -> GoldenSet:
    """Read and fold a golden directory. Raises DataError with every bad line of the first file that has any."""
    settings = golden.settings
    chunks = golden.chunks()
    judgments = golden.judgments()
    split = golden.split()
    sides = sides_in(golden)
    queries = {query.id: query for query in golden.queries()}
    folded = fold(judgments, golden.copies(), settings.scale, texts_of(chunks))
    frozen = any(is_frozen(sides, query) for query in sides)
    ties = tuple(hard_ties(list(queries.values()), folded.pairs.same)) if frozen else None
    tied = tied_to_frozen(queries.values(), sides, ties or ())
    return GoldenSet(
        settings=settings,
        queries=queries,
        folded=folded,
        chunks=tuple(chunks),
        sides=sides | dict.fromkeys(tied, EMBARGOED),
        burned=frozenset(line.query for line in split if line.burned),
        pooled=frozenset(query for query, _ in pooled_and_judged(judgments)),
        left=frozenset(line.query for line in split if line.left is not None),
        tied=tied,
        ties=ties,
    )


def dev_set(golden: GoldenSet, counting: Counting = "derived", llm_judges: tuple[ModelAgreement, ...] = ()) -> ScoreSet:
    """`dev` as a set to score against; queries without a label that counts are in it too, for scoring to count and leave out.

    llm_judges: the agreement with people of the LLM judges whose labels count where `counting` is "llm", as resolve_set measures
    it. Raises UsageError where such a label would count and nobody measured.
    """
    dev = golden.dev()
    blocks = golden.blocks(query.id for query in dev)
    queries = tuple(_score_query(golden, query, blocks[query.id], counting) for query in dev)
    if counting == "llm" and not llm_judges:
        _refuse_unmeasured(queries)
    return ScoreSet(
        name="dev",
        queries=queries,
        scale=golden.settings.scale,
        k=golden.settings.k,
        primary=golden.settings.primary,
        margin=golden.settings.margin,
        look_budget=golden.settings.look_budget,
        texts=texts_of(golden.chunks),
        documents=documents_of(golden.chunks),
        shown_only=golden.shown_only(),
        llm_judges=llm_judges,
    )


def _refuse_unmeasured(queries: Iterable[ScoreQuery]) -> None:
    """Raise UsageError where labels of an LLM judge count."""
    labels = [label for query in queries for label in query.labels.values()]
    count = sum(label.status == "proposed" and label.source == "llm" for label in labels)
    if count:
        raise UsageError(
            f"{counted(count, 'label')} of LLM judges would count, and how far these agree with people was not measured: "
            "resolve_set('dev', path, 'llm') measures it and counts them where it suffices"
        )


def _score_query(golden: GoldenSet, query: Query, block: str, counting: Counting) -> ScoreQuery:
    return ScoreQuery(
        id=query.id,
        text=query.text,
        origin=query.origin,
        block=block,
        tags=query.tags,
        weight=query.weight,
        facts=golden.facts(query.id, counting),
        labels=golden.labels(query.id, counting),
        unanswerable=query.answerable == "no",
        metadata=query.metadata,
        sampling=query.sampling,
        generator=query.generator,
        by_hand=unanswerable_by_hand(query),
    )
