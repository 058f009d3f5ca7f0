"""What a search for near-duplicates within a corpus found, and which chunks would do without the others."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from goldkit.phrases import counted
from goldkit.records import Copy
from goldkit.results.tables import Row, Tabular
from goldkit.results.widen import WidenResult, pair_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Chunks that hang together by `same` pairs, sorted; not all of them need be alike.

    least: the pair with the smallest Jaccard similarity among those that hold it together; it shows whether the threshold is
    right.
    """

    members: tuple[str, ...]
    least: Copy


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A chunk that a kept one says the same as: directly, or because it has the text of one that does.

    jaccard: of the two texts. rule: of the verdict `same`, None where nothing but form differs.
    """

    id: str
    kept: str
    jaccard: float
    rule: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deduped(Tabular):
    """The near-duplicates of a corpus.

    found: the pairs; equal texts are paired with the smallest id among them only. clusters: largest first, then by their first
    member. dropped: what the deduplicated corpus leaves out, sorted by id. curve: (Jaccard similarity, probability in [0, 1] that
    the MinHash search proposes such a pair), rising.
    """

    found: WidenResult
    clusters: tuple[Cluster, ...]
    dropped: tuple[Dropped, ...]
    curve: tuple[tuple[float, float], ...]

    @property
    def caption(self) -> str:
        """What the table is of."""
        return f"{counted(len(self.found.pairs), 'pair')} in {counted(self.found.corpus, 'chunk')}"

    def to_rows(self) -> list[Row]:
        """A row a pair of near-duplicates."""
        return [pair_row(pair) for pair in self.found.pairs]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `dedupe --json`, format 1; `pairs` is their number, `found` the pair lines themselves."""
        known = asdict(replace(self.found, pairs=(), below=()))
        for key in ("labelled", "changed", "pairs"):
            del known[key]
        known["below"] = [*map(_values, self.found.below)]
        found = [*map(_values, self.found.pairs)]
        lists = {"curve": self.curve, "clusters": self.clusters, "dropped": self.dropped, "found": found}
        return {"format": 1, "pairs": len(found), "kept": self.found.corpus - len(self.dropped), **known, **lists}


def _values(pair: Copy) -> dict[str, Any]:
    """Field → value of a pair. `asdict` copies each value as well, which takes longer than many a search."""
    return {one.name: getattr(pair, one.name) for one in fields(pair)}
