"""What carrying the labels over to another corpus came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One label and where it went. query, chunk: what was judged. text: its beginning. to: the chunks. why: in a few words."""

    query: str
    chunk: str
    text: str
    to: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reused:
    """An id under which the corpus has another text than was judged. alike: the Jaccard similarity of the two, in [0, 1].

    chunk: the id, empty where only queries outside of `dev` have labels on it.
    quotes: quotes of labels on it, and kept: those that stand in the new text all the same.
    """

    chunk: str
    alike: float
    quotes: int = 0
    kept: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebased:
    """The labels of a golden directory in another corpus.

    chunks: of the corpus. texts: what became of the judged texts: kind → how many. without_text: judgments whose text is not
    stored. labels: outcome → how many: `kept` (the text is unchanged), `carried`, `review` (a person must look), `left` (no answer,
    or an open proposal, whose text does not stand by itself any more), `lost` (no chunk holds what answered).
    lines: judgments that are new. withdrawn: lines about a text that its id no longer has. proposals: lines for the review queue;
    held_out: frozen set → how many of them are about its questions, which only a sitting for that set offers.
    known: lines that were there already. pairs: copies that were taken back, because an end has another text now.
    facts: of all questions before; reached: those with a chunk in the new corpus; split: those in parts. unreached: questions with
    facts none of which is reached. merged: where several labels met on one chunk, of merged_count. Of frozen questions nothing but
    counts is told.
    """

    chunks: int
    texts: Mapping[str, int]
    labels: Mapping[str, int]
    lines: int
    withdrawn: int
    proposals: int
    known: int
    pairs: int
    facts: int
    reached: int
    split: int
    unreached: int
    without_text: int = 0
    reused: tuple[Reused, ...] = ()
    merged: tuple[Example, ...] = ()
    merged_count: int = 0
    held_out: Mapping[str, int] = field(default_factory=dict)
    examples: Mapping[str, tuple[Example, ...]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `rebase --json`, format 1."""
        return {"format": 1, **asdict(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedSet:
    """A frozen set in another corpus, in numbers alone. parent: the set that it is a version of.

    chunks: of the corpus. texts, labels: as in Rebased. queries: all; answered: those with facts; reached: those of them with a
    chunk in the corpus; changed: those whose facts are worth less in all than before. without_text: labels without a stored text.
    """

    name: str
    parent: str
    digest: str
    chunks: int
    texts: Mapping[str, int]
    labels: Mapping[str, int]
    queries: int
    answered: int
    reached: int
    changed: int
    without_text: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `rebase --set --json`, format 1."""
        return {"format": 1, **asdict(self)}
