"""What scoring returns: the table, the deltas with their verdicts, the slices and the holes."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from goldkit.records import Scale
from goldkit.results.tables import html_table, pandas_frame, polars_frame

if TYPE_CHECKING:
    from goldkit.results.circularity import Circularity
    from goldkit.results.explain import Explained
    from goldkit.results.gates import GateResult
    from goldkit.results.holes import HolesDelta
    from goldkit.results.leave_out import LeftOut
    from goldkit.results.matched import MatchedTexts
    from goldkit.results.model_agreement import ModelAgreement
    from goldkit.results.moves import Moves
    from goldkit.results.optimism import Optimism
    from goldkit.results.per_query import QueryScore
    from goldkit.results.replicates import Replicates
    from goldkit.results.rows import Part
    from goldkit.results.stages import Stages
    from goldkit.results.weighted import Weighted
    from goldkit.results.widening import Widening

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""

ASKED = (
    "per_query",
    "deeper",
    "stages",
    "llm_judges",
    "gates",
    "explain",
    "replicates",
    "weighted",
    "look",
    "matched",
    "looks_elsewhere",
    "interval_caution",
)
"""Keys of the JSON that are there only where they were asked for, or hold anything."""

Interval = tuple[float, float]
"""Lower and upper end."""
Verdict = Literal["better", "worse", "equivalent", "too_small", "none"]
Values = dict[str, float]
"""Measure name → value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoRelevant:
    """Queries without a relevant label: no answer by design, not judged yet, judged and all irrelevant."""

    unanswerable: int = 0
    unjudged: int = 0
    irrelevant: int = 0

    @property
    def total(self) -> int:
        """All three together."""
        return self.unanswerable + self.unjudged + self.irrelevant


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLine:
    """The set that was scored against. queries: all it holds, whether or not they are in the means."""

    name: str
    digest: str | None
    queries: int
    k: int
    scale: Scale


@dataclass(frozen=True, slots=True, kw_only=True)
class RunScore:
    """One run's line of the table.

    n: queries in every mean, the same for all runs. missing: of these, not in the run or with an empty list. failed: of these,
    whose retrieval failed. repeats: ids repeated within a list. tied: queries with equal scores among or across the first k.
    means, intervals: by measure name; no interval where all queries are one block. tie_bounds: likewise the lowest and highest mean
    over all orders of equal scores, where these change anything.
    """

    name: str
    n: int
    missing: int
    failed: int
    no_relevant: NoRelevant
    repeats: int
    tied: int
    means: Values
    intervals: dict[str, Interval]
    tie_bounds: dict[str, Interval] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """One run against the baseline on one measure.

    delta: run minus baseline. interval, p: of the same test; interval is None where all queries are one block. p_adjusted: over all
    runs and looks, None for a secondary measure.
    smallest_visible: the true difference this set would find with a chance of 80%, None where no query changed.
    wins, ties, losses: queries. largest_block_share: the part of all change that stems from one block, in [0, 1].
    error: the standard error over blocks, None where no query changed or there is one block. largest_block: the queries of the
    block with the largest share, and without_largest: the verdict without it, where there is one to compare with.
    spread: half the width of what runs of one pipeline differ by, None where no pipeline was run twice. hides_loss: a slice got
    worse beyond chance while the other queries got better; said of a run's primary measure, or else its first.
    """

    baseline: str
    run: str
    measure: str
    delta: float
    interval: Interval | None
    p: float
    p_adjusted: float | None
    smallest_visible: float | None
    wins: int
    ties: int
    losses: int
    verdict: Verdict
    reason: str
    largest_block_share: float
    reading: str
    error: float | None = None
    largest_block: int = 0
    without_largest: Verdict | None = None
    spread: float | None = None
    hides_loss: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceDelta:
    """One run against the baseline on one measure within a slice.

    interval, p: of the paired test on the slice's own blocks, None where the slice is too small for one; only the primary measure,
    or else the first, has intervals. p_adjusted: Benjamini and Hochberg's, over all slices and runs of this measure and for the
    looks; None also where the slice holds every query.
    """

    baseline: str
    run: str
    measure: str
    delta: float
    interval: Interval | None = None
    p: float | None = None
    p_adjusted: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """The queries of one origin, tag or metadata value. n: queries in its means. means: run name → measure name → mean.

    by: `origin`, `tag` or the name of a metadata field. exploratory: found by looking, not a comparison that was declared.
    means, deltas: empty where no query has a relevant label, and on a frozen set where a mean would be of so few that it tells
    of single ones. blocks: independent groups among the n queries, 0 where nothing is shown.
    """

    by: str
    name: str
    n: int
    no_relevant: NoRelevant
    exploratory: bool
    means: dict[str, Values]
    deltas: tuple[SliceDelta, ...]
    blocks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHoles:
    """One run's results without a label that counts. judged: the mean of judged@k over the queries, in [0, 1].

    intervals: measure name → between which ends the mean lies, over all ways the holes could be judged (results.holes).
    """

    name: str
    judged: float
    unjudged: int
    intervals: dict[str, Interval] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holes:
    """Results within the first k, over the queries of the means, that nobody judged. unjudged: distinct (query, chunk) pairs.

    deltas: what judging them could change, run by run and measure by measure; without the measures that have no bounds.
    assumption: what these intervals rest on.
    """

    k: int
    unjudged: int
    runs: tuple[RunHoles, ...]
    deltas: tuple[HolesDelta, ...] = ()
    assumption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """How the figures came about. level: of the intervals of deltas, e.g. 0.95. blocks: independent groups of queries.

    looks: what p-values are multiplied by, 1 for a set that is not frozen. baseline: None for a single run. margin: differences
    within ±margin do not matter, in units of the primary measure.
    """

    primary: str
    count: Literal["facts", "chunks"]
    baseline: str | None
    level: float
    blocks: int
    looks: int
    replicates: int
    seed: int
    margin: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreResult:
    """All of one scoring call.

    measures: names, in the order of the table. notes: sentences about what was left out or odd. queries: every query of the means
    where `per_query` asked for them, never part of the JSON; of a frozen set only those that were burned may be shown.
    per_query: what rose and fell, a run each, where it was asked for. widening: None where no label is derived. left_out: one a
    run that alone found relevant chunks. circularity: log against synthetic queries, where there are enough of both.
    optimism: of the best of all runs that a frozen set ever showed, None on any other set. replicates: one a name of several runs.
    weighted: traffic-weighted means, where they were asked for.
    deeper: the measures cut below the set's own k. stages: of one pipeline, where they were named.
    gates: what they came to, in the order given. level: what was ranked and counted.
    explain: the queries that were asked for, laid open. look: looks at the frozen set so far, with this one and with
    looks_elsewhere: (set, looks) of the sets that it is a version of, or that are versions of it.
    shown_only: queries of the means whose labels can only name what the logged retriever showed: mined, no pooled pair judged.
    matched: how each run's results met the corpus, where they were matched by text; several of one name each have theirs.
    llm_judges: how far the LLM judges whose labels count agree with people, where such labels were asked for.
    interval_caution: that intervals over so few queries say nothing, or that there are none, "" where they mean something.
    """

    set: SetLine
    method: Method
    measures: tuple[str, ...]
    runs: tuple[RunScore, ...]
    deltas: tuple[Delta, ...]
    slices: tuple[Slice, ...]
    holes: Holes
    notes: tuple[str, ...] = ()
    queries: tuple[QueryScore, ...] = ()
    per_query: tuple[Moves, ...] = ()
    widening: Widening | None = None
    left_out: tuple[LeftOut, ...] = ()
    deeper: tuple[str, ...] = ()
    circularity: Circularity | None = None
    optimism: Optimism | None = None
    replicates: tuple[Replicates, ...] = ()
    weighted: Weighted | None = None
    stages: Stages | None = None
    gates: tuple[GateResult, ...] = ()
    level: Literal["chunk", "document"] = "chunk"
    explain: tuple[Explained, ...] = ()
    look: int | None = None
    shown_only: int = 0
    matched: tuple[MatchedTexts, ...] = ()
    looks_elsewhere: tuple[tuple[str, int], ...] = ()
    llm_judges: tuple[ModelAgreement, ...] = ()
    interval_caution: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `score --json`, format 1, keys in their documented order."""
        figures = asdict(replace(self, queries=()))
        unasked = {key for key in ASKED if not figures[key]}
        kept = {key: value for key, value in figures.items() if key not in {"method", "notes", "queries", *unasked}}
        return {"format": FORMAT, **kept}

    def to_rows(self, part: Part = "runs") -> list[dict[str, Any]]:
        """One part as flat rows: `runs`, `deltas`, `slices` or `queries` (see results.rows). Raises UsageError as there."""
        from goldkit.results.rows import rows

        return rows(self, part)

    def to_pandas(self, part: Part = "runs") -> Any:
        """One part as a pandas DataFrame. Raises UsageError as `to_rows`, and where pandas is not installed."""
        return pandas_frame(self.to_rows(part))

    def to_polars(self, part: Part = "runs") -> Any:
        """One part as a polars DataFrame. Raises UsageError as `to_rows`, and where polars is not installed."""
        return polars_frame(self.to_rows(part))

    def _repr_html_(self) -> str:
        """The runs and, where there are several, their deltas as tables, for notebooks; every name is escaped."""
        shown = ("run", "measure", "delta", "low", "high", "p_adjusted", "verdict")
        deltas = [{name: row[name] for name in shown} for row in self.to_rows("deltas")]
        tables = [html_table(f"{self.set.name}, k {self.set.k}", self.to_rows())]
        return "".join([*tables, html_table(f"against {self.method.baseline}", deltas)] if deltas else tables)
