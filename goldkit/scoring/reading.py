"""What a comparison means, in one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from goldkit.measures.names import Measure
from goldkit.phrases import counted, signed
from goldkit.results.score import Delta, Slice, Verdict
from goldkit.scoring.hidden import hidden
from goldkit.scoring.ranks import Ranks
from goldkit.scoring.replicates import REPEATED
from goldkit.scoring.terms import Terms
from goldkit.statistics.power import further_queries

Move = Literal["up", "down", "flat"]

NO_RANKS = Ranks()

REACH = ("recall", "complete", "recall_cap", "hit", "precision")
"""Measures of what is found at all, the first in the table speaks."""
ORDER = ("MRR", "nDCG", "nDCG-exp", "AP")
"""Measures of where it stands."""

MEANINGS: dict[tuple[Move, Move], str] = {
    ("up", "up"): "new chunks reached, and the first useful one ranks higher",
    ("up", "flat"): "new chunks reached; the first useful one ranks where it did",
    ("up", "down"): "new chunks reached, but the first useful one ranks lower",
    ("flat", "up"): "reordering: what was found before now ranks higher",
    ("flat", "down"): "reordering for the worse: what was found before now ranks lower",
    ("down", "up"): "chunks lost, while the first useful one ranks higher",
    ("down", "flat"): "chunks lost; the first useful one ranks where it did",
    ("down", "down"): "chunks lost, and the first useful one ranks lower",
}
WORDS: dict[Verdict, str] = {
    "better": "better",
    "worse": "worse",
    "equivalent": "equivalent",
    "too_small": "too small to call",
    "none": "without a verdict",
}
REACHED: dict[Move, str] = {"up": "new chunks reached", "down": "chunks lost"}


def read(
    deltas: Sequence[Delta], measures: Sequence[Measure], slices: Sequence[Slice], terms: Terms, found: Ranks = NO_RANKS
) -> str:
    """The sentences on one run: what its mean hides, which way reach and order moved beyond noise, what it would take to tell.

    deltas: this run's, one a measure, in the order of measures. found: where the first useful chunk stands.
    """
    primary = next((delta for delta in deltas if delta.measure == terms.primary), deltas[0])
    moves = {delta.measure: move(delta, terms) for delta in deltas}
    sentences = [hidden(deltas, slices, terms)]
    if primary.verdict == "none" and primary.p_adjusted is not None:
        sentences.insert(0, f"No verdict: {primary.reason}.")
    else:
        figures = {delta.measure: delta.delta for delta in deltas}
        sentences.append(_moved(measures, moves, figures, terms.margin) or _still(primary, moves, terms))
    if primary.verdict == "too_small" and any(moved != "flat" for moved in moves.values()):
        sentences.append(_too_small(primary, terms))
    order = _first(measures, ORDER)
    where = (
        found.moved if order and moves[order] == found.way else ""
    )  # a mean of ranks may move by a few deep ones alone
    sentences += [_fragile(primary), where, found.beyond]
    return " ".join(sentence for sentence in sentences if sentence)


def read_one(delta: Delta, terms: Terms) -> str:
    """The sentence on one secondary measure."""
    if terms.mute:
        return f"{delta.measure}: no verdict"
    moved = move(delta, terms)
    return f"{delta.measure} within noise" if moved == "flat" else f"{delta.measure} {moved} beyond noise, uncorrected"


def move(delta: Delta, terms: Terms) -> Move:
    """Which way a measure moved beyond noise: the primary by its verdict, any other by its own p-value."""
    secondary = delta.p_adjusted is None
    beyond = delta.p <= terms.level and not inside(delta) if secondary else delta.verdict in ("better", "worse")
    return ("up" if delta.delta > 0 else "down") if beyond and not terms.mute else "flat"


def inside(delta: Delta) -> bool:
    """Whether runs of one pipeline differ by as much."""
    return delta.spread is not None and abs(delta.delta) <= delta.spread


def _moved(measures: Sequence[Measure], moves: Mapping[str, Move], figures: Mapping[str, float], margin: float) -> str:
    """What the moves of reach and order mean together, or of whichever other measure moved; "" where none did.

    A figure beyond the margin that is within noise is not called flat: what it means stays open.
    """
    reach, order = _first(measures, REACH), _first(measures, ORDER)
    if reach and order and (moves[reach], moves[order]) in MEANINGS:
        if moves[reach] == "flat" and abs(figures[reach]) > margin:
            return f"{order} {moves[order]}; {_noise(reach, figures)}, so whether other chunks are reached stays open."
        if moves[order] == "flat" and abs(figures[order]) > margin:
            meaning = REACHED[moves[reach]]
            return f"{reach} {moves[reach]}: {meaning}; {_noise(order, figures)}, so whether they rank elsewhere stays open."
        meaning = MEANINGS[moves[reach], moves[order]]
        return f"{reach} {moves[reach]}, {order} {moves[order]}: {meaning}."
    moved = [f"{name} {way}" for name, way in moves.items() if way != "flat"]
    if not moved:
        return ""
    flat = [name for name in (reach, order) if name and moves[name] == "flat"]
    return f"Only {', '.join(moved)}; {' and '.join(flat)} within noise." if flat else f"{', '.join(moved)}."


def _noise(measure: str, figures: Mapping[str, float]) -> str:
    return f"{measure} {signed(figures[measure])} is within noise"


def _first(measures: Sequence[Measure], kinds: Sequence[str]) -> str | None:
    found = [measure.name for kind in kinds for measure in measures if measure.base == kind]
    return found[0] if found else None


def _still(primary: Delta, moves: Mapping[str, Move], terms: Terms) -> str:
    if primary.smallest_visible is None:
        return f"No query changed in {primary.measure}."
    if primary.verdict == "equivalent":
        return f"No difference that matters: {primary.measure} lies within ±{terms.margin:g} of {primary.baseline}."
    return _too_small(primary, terms) if primary.verdict == "too_small" else f"{', '.join(moves)} within noise."


def _fragile(primary: Delta) -> str:
    """That the verdict hangs on one block, where it does."""
    other = primary.without_largest
    if other is None or other == primary.verdict:
        return ""
    size = counted(primary.largest_block, "query") if primary.largest_block > 1 else "one query"
    return f"Fragile: without the group that changed most ({size}) it would be {WORDS[other]}."


def _too_small(primary: Delta, terms: Terms) -> str:
    if primary.reason.startswith(REPEATED):
        return f"Too small to call: {primary.reason}; more runs would tell."
    visible, wanted = primary.smallest_visible, max(abs(primary.delta), terms.margin)
    if not visible or not wanted:
        return f"Too small to call in {primary.measure}."
    queries = primary.wins + primary.ties + primary.losses
    further = further_queries(queries, visible, wanted)
    seen = f"Too small to call: differences in {primary.measure} show from {visible:.3f}"
    if not further:
        return f"{seen}; more queries would tell."
    what = f"{wanted:.3f}, as seen here," if wanted > terms.margin else f"the set's margin of {wanted:.3f}"
    return f"{seen}; {what} needs about {counted(further, 'more query')}."
