"""What widening found: pairs with their verdicts, and the figures that say how far to trust the search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from goldkit.phrases import counted
from goldkit.records import Copy
from goldkit.results.plain_record import plain_record
from goldkit.results.tables import Row, Tabular


@dataclass(frozen=True, slots=True, kw_only=True)
class WidenParameters:
    """What decides which chunks are near-duplicates; recorded with the result, since other values give other pairs.

    jaccard, containment: least similarity in (0, 1] for a pair. words: words in a shingle. characters: characters in a
    shingle where a script has no spaces between words. least_words: a shorter text is the same only as an identical one.
    recall: the target probability in (0, 1) of finding a pair at exactly the threshold. permutations, seed: of MinHash.
    stop_share, stop_documents: a shingle in more than this share of documents, and in at least so many, is boilerplate.
    least_shingles: with fewer shingles left beside boilerplate, nothing is the same. bucket: most members of a bucket.
    """

    jaccard: float = 0.8
    containment: float = 0.9
    words: int = 3
    characters: int = 5
    least_words: int = 12
    recall: float = 0.999
    permutations: int = 128
    seed: int = 1
    stop_share: float = 0.001
    stop_documents: int = 100
    least_shingles: int = 5
    bucket: int = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class CappedBucket:
    """A set of texts too alike to join them all: only the first `kept` of `members` were, in the order of their ids.

    route: "exact" (chunks of one text), "bands" or "containment". first: the smallest chunk id in it.
    """

    route: str
    first: str
    members: int
    kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WidenResult:
    """Near-duplicate pairs, sorted by (a, b), and how they were found.

    rules: verdict → rule → pairs; the rule of a `same` pair without one is "none". bands, rows: of the MinHash search.
    expected_recall: the probability of finding a pair at exactly the Jaccard threshold. labelled, corpus: chunks read;
    texts: distinct ones among them that hold a word. candidates: pairs of texts that were verified. changed: labelled ids
    whose corpus text is another one than was judged, sorted. stop_shingles: how many are boilerplate. index: a digest of
    the parameters and the stop list, as in the pairs. below: of a corpus with itself, the most similar of the texts that are
    just not similar enough to be pairs, as pairs would be.
    """

    pairs: tuple[Copy, ...]
    rules: dict[str, dict[str, int]]
    bands: int
    rows: int
    expected_recall: float
    labelled: int
    corpus: int
    texts: int
    candidates: int
    stop_shingles: int
    index: str
    parameters: WidenParameters
    capped: tuple[CappedBucket, ...] = ()
    changed: tuple[str, ...] = ()
    below: tuple[Copy, ...] = ()

    @property
    def verdicts(self) -> dict[str, int]:
        """Verdict → pairs."""
        return {verdict: sum(counts.values()) for verdict, counts in self.rules.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A label that follows from a copy and why: the query's `chunk` has this grade because it says the same as `copy_of`.

    jaccard: of the pair. rule: of its verdict, None where nothing but form differs. settled: the pair differs, but outside the
    words that answer the query. person: who overruled goldkit about the pair, None where nobody did.
    """

    query: str
    chunk: str
    grade: int | None
    copy_of: str
    jaccard: float
    rule: str | None
    settled: bool = False
    person: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Widened(Tabular):
    """What a search means for a golden directory.

    new: pair lines to append, sorted, retractions among them. known: pairs that stand already. people: pairs on which a
    person's verdict stands, so that none is added. hidden: chunks decided only for queries outside of `dev`, which are not named,
    nor the pairs that they are in. retracted: earlier pairs of goldkit's own that the texts of today no longer
    make. derived_before, derived_after: labels that follow from copies. followed: those that were not there before, sorted by
    query and chunk. conflicts: copies judged to opposite sides, as (query, chunk, chunk). Both name queries of `dev` only: a
    frozen set shows nothing but counts. missing: decided chunks whose text is nowhere, sorted.
    """

    found: WidenResult
    new: tuple[Copy, ...]
    known: int
    people: int
    retracted: int
    derived_before: int
    derived_after: int
    followed: tuple[Followed, ...] = ()
    conflicts: tuple[tuple[str, str, str], ...] = ()
    missing: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()

    def named(self, pairs: Iterable[Copy]) -> tuple[Copy, ...]:
        """Of some pairs those that may be named."""
        return tuple(pair for pair in pairs if self.hidden.isdisjoint((pair.a, pair.b)))

    def named_ids(self, chunks: Iterable[str]) -> tuple[str, ...]:
        """Of some chunks those that may be named."""
        return tuple(chunk for chunk in chunks if chunk not in self.hidden)

    @property
    def caption(self) -> str:
        """What the table is of."""
        return f"{counted(len(self.new), 'new pair')}, {self.known:,} known, {self.people:,} that people decided"

    def to_rows(self) -> list[Row]:
        """A row a new pair that may be named."""
        return [pair_row(pair) for pair in self.named(self.new)]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `widen --json`, format 1; `new` holds the pair lines themselves, those that may be named."""
        value = {key: item for key, item in asdict(self.found).items() if key not in ("pairs", "below")}
        counts = {
            key: getattr(self, key) for key in ("known", "people", "retracted", "derived_before", "derived_after")
        }
        new = self.named(self.new)
        lists = {
            "new": [*map(plain_record, new)],
            "followed": [*map(plain_record, self.followed)],
            "conflicts": self.conflicts,
            "changed": self.named_ids(self.found.changed),
            "missing": self.named_ids(self.missing),
        }
        unnamed = len(self.new) - len(new)
        return {"format": 1, "pairs": len(self.found.pairs), **value, **counts, **lists, "unnamed": unnamed}


def pair_row(pair: Copy) -> Row:
    """A pair in a table: its ends, how alike they are, the verdict, and what differs as "this → that"."""
    differs = [f"{one} → {other}" for one, other in pair.differs]
    found = {"a": pair.a, "b": pair.b, "jaccard": pair.jaccard, "verdict": pair.verdict}
    return {**found, "rule": pair.rule, "differs": differs}
