"""What a scoring call may be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from goldkit.text.tokenizers import WORDS

if TYPE_CHECKING:
    from goldkit.scoring.gate_grammar import Gate
    from goldkit.store.counting import Counting

NoRelevant = Literal["exclude", "zero"]
Missing = Literal["zero", "skip", "error"]
Failed = Literal["error", "skip", "zero"]
Repeats = Literal["keep", "error"]
Ties = Literal["default", "trec"]
GateOn = Literal["interval", "point"]
Count = Literal["facts", "chunks"]
Level = Literal["chunk", "document"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOptions:
    """The choices of a scoring call.

    no_relevant: a query without a relevant label is left out, or scores 0 as in trec_eval. missing: a query that a run lacks
    scores 0, leaves the table for every run, or is an error. failed: likewise where a retrieval failed. repeats: a repeated id
    keeps its slot and earns nothing, or is an error. ties: `trec` orders by score and id even where the run has an order.
    count: facts once each, or every relevant chunk. labels: which labels the loader let count; it only words the notes.
    per_query: keep what every run did with every query. burn: allow that of a frozen set, whose shown queries must be recorded.
    limit: how many wins and losses of each run to list from these, None for no list.
    corpus: the path of the chunks, for measures with a budget of tokens and for documents. tokenizer: what tokens they are, see
    text.tokenizers. level: what is ranked and counted, chunks or the documents they are of.
    stages: names of runs that are the stages of one pipeline, first to last.
    gates: what must hold; of the interval or of the figure itself (gate_on), for these runs (gate_runs; all but the baseline).
    explain: queries to lay open, by id, its start or the text.
    alpha: the level of tests and intervals. replicates: flips and resamples. seed: of both.
    by: metadata fields to slice by, besides origin and tag. average: runs of one name are runs of one pipeline, and no mistake.
    means_only: no intervals, tests and slices are wanted.
    weighted: traffic-weighted means as well. match_text: results without an id of the corpus are matched to it by their text.
    """

    no_relevant: NoRelevant = "exclude"
    missing: Missing = "zero"
    failed: Failed = "error"
    repeats: Repeats = "keep"
    ties: Ties = "default"
    count: Count = "facts"
    labels: Counting = "derived"
    alpha: float = 0.05
    replicates: int = 10_000
    seed: int = 0
    per_query: bool = False
    burn: bool = False
    limit: int | None = None
    gates: tuple[Gate, ...] = ()
    gate_on: GateOn = "interval"
    gate_runs: tuple[str, ...] = ()
    explain: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    average: bool = False
    weighted: bool = False
    corpus: str | None = None
    tokenizer: str = WORDS
    level: Level = "chunk"
    stages: tuple[str, ...] = ()
    means_only: bool = False
    match_text: bool = False
