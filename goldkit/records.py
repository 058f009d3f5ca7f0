"""The records: what goldkit keeps, one frozen dataclass each. Field names are the keys on disk.

A field that holds its default is left out when a record is written. Times are ISO 8601 strings in UTC ("2026-12-01T10:00:00Z").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Origin = Literal["log", "synthetic", "manual", "import"]
Status = Literal["decided", "derived", "proposed"]
Source = Literal["human", "import", "log", "generator", "llm", "pool", "rebase"]
Verdict = Literal["same", "differs", "retracted"]
JSON = dict[str, Any]
"""A JSON object as it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A passage that a retriever returns. `id` is the caller's own and is never rewritten; an empty text is valid.

    start, end: character offsets in the document, end exclusive. unknown: fields goldkit does not know, kept as they were.
    """

    id: str
    text: str
    sha256: str = ""
    doc_id: str | None = None
    title: str | None = None
    start: int | None = None
    end: int | None = None
    metadata: JSON = field(default_factory=dict)
    unknown: JSON = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Chunks any one of which answers one part of a question.

    share: this fact's part of recall, 1 for a whole one. part_of: the name of the fact it was split from.
    """

    any: tuple[str, ...]
    share: float = 1.0
    part_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question and where it came from.

    weight: how often it was asked in the logs (a count of records, None where nothing was counted).
    input: handed to the retriever beside the text. context: the turn before, for a follow-up. aside: why the query is set aside.
    sessions, conversations: salted hashes. facts: given by an importer or a person; they stand instead of the computed ones.
    """

    id: str
    text: str
    origin: Origin = "manual"
    variants: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    weight: float | None = None
    first_seen: str | None = None
    last_seen: str | None = None
    context: str | None = None
    input: JSON = field(default_factory=dict)
    answer: str | None = None
    answerable: Literal["yes", "no", "unknown"] | None = None
    aside: str | None = None
    sessions: tuple[str, ...] = ()
    sessions_count: int | None = None
    conversations: tuple[str, ...] = ()
    conversations_count: int | None = None
    sampling: JSON = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    provenance: JSON = field(default_factory=dict)
    generator: JSON = field(default_factory=dict)
    metadata: JSON = field(default_factory=dict)
    unknown: JSON = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """One statement, by one judge at one time, about one (query, chunk) pair.

    grade: on the set's scale; None withdraws the judge's earlier grade (with a reason) or, in a proposal, names none.
    by: the judge. role: `judge`, `adjudicate` or `audit` (never folded). batch: the mined log. as_of: when it was true, else `at`.
    """

    query: str
    chunk: str
    grade: int | None
    status: Literal["decided", "proposed"]
    source: Source
    by: str
    at: str
    text_sha256: str | None = None
    role: Literal["judge", "adjudicate", "audit"] = "judge"
    reason: str | None = None
    quote: str | None = None
    note: str | None = None
    priority: float | None = None
    batch: str | None = None
    evidence: JSON = field(default_factory=dict)
    metadata: JSON = field(default_factory=dict)
    as_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """Two chunks that are nearly the same text, with exact figures and a verdict.

    jaccard: of the shingle sets, in [0, 1]. containment: of a's shingles in b, and of b's in a.
    differs: readings that differ, as [in a, in b]. rule: which rule decided. direction: "a→b" or "b→a" when safe one way only.
    spans: [start, end] character offsets of each difference in a and in b.
    """

    a: str
    b: str
    jaccard: float
    containment: tuple[float, float]
    verdict: Verdict
    by: str
    at: str
    a_sha256: str | None = None
    b_sha256: str | None = None
    differs: tuple[tuple[str, str], ...] = ()
    rule: str | None = None
    direction: Literal["a→b", "b→a"] | None = None
    spans: tuple[JSON, ...] = ()
    index: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What the set holds true about a (query, chunk) pair after folding all judgments.

    grade: None where nothing but an ungraded proposal is known. judges: whose decisions it rests on, sorted.
    derived_from: the decided chunk whose safe copy this one is. disputed: judges disagree; scored as a hole.
    """

    query: str
    chunk: str
    grade: int | None
    status: Status
    text_sha256: str | None = None
    judges: tuple[str, ...] = ()
    disputed: bool = False
    derived_from: str | None = None
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitLine:
    """Which side a query went to (a frozen name, "embargoed"), that it was burned, or which freeze left it in `dev`, and why."""

    query: str
    at: str
    why: str
    side: str | None = None
    burned: bool = False
    left: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One log file that was mined: never counted twice. batch: "sha256:" and the digest of the decompressed bytes.

    record_ids: what it counted, as sorted 64-bit hashes in base64, so that records found in two logs count once. Or a pooling.
    """

    batch: str
    file: str
    reader: str
    at: str
    counts: dict[str, int] = field(default_factory=dict)
    record_ids: str | None = None
    runs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The grades of a set: integers 0 to `max`; a grade of at least `relevant_from` is relevant."""

    max: int = 3
    relevant_from: int = 2

    def gain(self, grade: int) -> int:
        """The gain of a grade: max(0, grade − relevant_from + 1), so a grade below `relevant_from` earns nothing."""
        return max(0, grade - self.relevant_from + 1)

    def is_relevant(self, grade: int | None) -> bool:
        """Whether a grade is relevant; None, no grade, is not."""
        return grade is not None and grade >= self.relevant_from


class Results(NamedTuple):
    """One query's results in a run, as the run gives them. scores: beside the chunk ids, None where it has none.

    ordered: the order is the ranking, not the scores. failed: why the retrieval failed. lines: of each chunk, or one for all.
    mixed: some of its ids were numbers and others strings.
    """

    query: str
    chunks: Sequence[str]
    scores: Sequence[float] | None = None
    ordered: bool = True
    failed: str | None = None
    lines: Sequence[int] = ()
    mixed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One pipeline's ranked chunk ids per query, in memory.

    rankings: query id → chunk ids, best first, as given. scores: query id → scores beside them, where it has any. failed: query id
    → why its retrieval failed. ranked: the order itself is the ranking; False where it is made from the scores.
    """

    name: str
    rankings: dict[str, tuple[str, ...]]
    scores: dict[str, tuple[float, ...]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    ranked: bool = True
    header: JSON = field(default_factory=dict)

    def results(self) -> Iterator[Results]:
        """Query by query what the run has."""
        for query, chunks in self.rankings.items():
            yield Results(query, chunks, self.scores.get(query), self.ranked)
        yield from (Results(query, (), None, self.ranked, why) for query, why in self.failed.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One line of the ledger: a scoring call that showed at least one new run to a frozen set (`set`: its digest).

    look: 1-based, of this set alone. runs: name, digest and models of each run that was new, its figures and verdict as they were
    shown. ancestors: the digests of the sets that this one is a version of, its parent first.
    """

    at: str
    set: str
    look: int
    runs: tuple[JSON, ...]
    k: int
    measures: tuple[str, ...] = ()
    commit: str | None = None
    ancestors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenQuery:
    """One query of a frozen set, with a Query's fields. block: those it depends on. facts: over the labels frozen beside it.

    by_hand: a person said that it has no answer.
    """

    id: str
    text: str
    origin: Origin
    tags: tuple[str, ...] = ()
    weight: float | None = None
    block: str
    facts: tuple[Fact, ...] = ()
    answerable: Literal["yes", "no", "unknown"] | None = None
    context: str | None = None
    input: JSON = field(default_factory=dict)
    sampling: JSON = field(default_factory=dict)
    generator: JSON = field(default_factory=dict)
    metadata: JSON = field(default_factory=dict)
    by_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What seals a frozen set: its digest, the sha256 of each of its files and everything a score depends on.

    digest: sha256 of the canonical manifest without this field. corpus: sha256 over the (id, sha256) of the labelled texts.
    parameters: what freeze was asked for. embargoed: query id → why it went to neither side. pool: how its labels were pooled.
    parent: the digest of the set that this one is a version of. rubric: grade → what judges were told it means.
    """

    format: int
    name: str
    digest: str
    at: str
    files: dict[str, str]
    k: int
    scale: Scale
    primary: str
    margin: float
    look_budget: int
    corpus: str
    counts: JSON = field(default_factory=dict)
    parameters: JSON = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    embargoed: dict[str, str] = field(default_factory=dict)
    pool: JSON = field(default_factory=dict)
    parent: str | None = None
    rubric: dict[str, str] = field(default_factory=dict)
    unknown: JSON = field(default_factory=dict)
