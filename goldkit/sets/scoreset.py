"""What every kind of set becomes before runs are scored against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from goldkit.measures.truth import is_relevant
from goldkit.records import JSON, Chunk, Fact, Label, Origin, Scale
from goldkit.results.model_agreement import ModelAgreement
from goldkit.sets.unanswerable import by_model_alone
from goldkit.store.texts import Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuery:
    """One query of a set, with the labels that count and the facts they make.

    block: the name of the group of queries it depends on; its own id where it depends on none.
    labels: chunk id → label, only those that the labels knob lets count (a disputed or ungraded one never counts).
    facts: chunks without a relevant label here are no members, and a fact without members is no fact (see measures.truth).
    unanswerable: said to have no answer in the corpus; never part of a mean unless asked for. by_hand: a person said so.
    metadata: what slices can be made by. sampling: `prob` is the chance with which it was picked for labelling, above 0.
    generator: what wrote a synthetic query, its `model` above all.
    """

    id: str
    text: str
    origin: Origin
    block: str
    tags: tuple[str, ...] = ()
    weight: float | None = None
    facts: tuple[Fact, ...] = ()
    labels: Mapping[str, Label] = field(default_factory=dict)
    unanswerable: bool = False
    metadata: JSON = field(default_factory=dict)
    sampling: JSON = field(default_factory=dict)
    generator: JSON = field(default_factory=dict)
    by_hand: bool = False

    @property
    def unconfirmed(self) -> bool:
        """Whether only a model says that it has no answer."""
        return self.unanswerable and by_model_alone(self.origin, self.labels, self.by_hand)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSet:
    """A set ready for scoring, wherever it came from.

    digest: of a frozen set, None for any other. frozen: sealed, so only aggregates may be shown and every look is paid for.
    k: the set's own cut, None where it names none. primary: the measure declared to carry the verdict, with or without its cut,
    None where none is (see `deciding`).
    margin: differences within ±margin do not matter, in units of the primary measure. look_budget: looks a frozen set allows.
    path: the directory that a frozen set was read from, None for any other. notices: what was skipped in reading.
    texts: what was judged, by chunk id and sha256, where it is kept.
    documents: chunk id → document id of the judged chunks that have one.
    burned: the ids of queries of a frozen set that were shown. shown_only: the ids of mined queries without a judged pair that was
    pooled, so that their labels can only name what the logged retriever showed (presentation bias).
    home: the golden directory of a frozen set or of `dev`. elsewhere: of `dev` the ids of queries held out, embargoed or set aside.
    shared: name of another version of a frozen set → the ids of queries that both hold with the same labels.
    ancestors: the digests of the sets that a frozen one is a version of, its parent first.
    llm_judges: how far the LLM judges whose labels count agree with people, where such labels count.
    """

    name: str
    queries: tuple[ScoreQuery, ...]
    scale: Scale = field(default_factory=Scale)
    digest: str | None = None
    frozen: bool = False
    k: int | None = None
    primary: str | None = None
    margin: float = 0.02
    look_budget: int = 10
    path: str | None = None
    notices: tuple[str, ...] = ()
    texts: Texts = field(default_factory=dict)
    burned: frozenset[str] = frozenset()
    documents: Mapping[str, str] = field(default_factory=dict)
    shown_only: frozenset[str] = frozenset()
    home: str | None = None
    elsewhere: frozenset[str] = frozenset()
    shared: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ancestors: tuple[str, ...] = ()
    llm_judges: tuple[ModelAgreement, ...] = ()

    def deciding(self, measures: Sequence[str] = ()) -> str:
        """The measure that carries the verdict: the declared one, or else the first of those asked for, or else recall."""
        return self.primary or next(iter(measures), "recall")


def documents_of(chunks: Iterable[Chunk]) -> dict[str, str]:
    """Chunk id → document id, of the chunks that name one; of several texts of one id the last stands."""
    return {chunk.id: chunk.doc_id for chunk in chunks if chunk.doc_id is not None}


def facts_of_labels(labels: Mapping[str, Label], scale: Scale) -> tuple[Fact, ...]:
    """Each relevant chunk as a fact of its own, by chunk id: what `--count chunks` and sets without copies mean."""
    return tuple(Fact(any=(chunk,)) for chunk in sorted(labels) if is_relevant(labels[chunk], scale))
