"""A change for the worse that the mean hides: some slice went one way while the rest of the queries went the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.phrases import counted, signed
from goldkit.results.score import Delta, Slice, SliceDelta
from goldkit.scoring.terms import Terms
from goldkit.statistics.power import LEAST_BLOCKS

LEAST = 5
"""Queries that a slice and the rest each must have before a sentence is made of them."""
LABELS = {"origin": "", "tag": "tag "}
"""What stands before a slice's name; of a metadata field it is the field."""


@dataclass(frozen=True, slots=True)
class Opposite:
    """A slice whose delta and that of all other queries have opposite signs. rest: their mean delta; others: how many."""

    part: Slice
    delta: SliceDelta
    rest: float
    others: int

    @property
    def label(self) -> str:
        """The slice by name, its kind before it where the name alone would not say."""
        return f"{LABELS.get(self.part.by, f'{self.part.by} ')}{self.part.name}"

    @property
    def rank(self) -> tuple[bool, float, float, str, str]:
        """Losses first, then the clearest, then the largest."""
        clear = 1.0 if self.delta.p_adjusted is None else self.delta.p_adjusted
        return (self.delta.delta > 0, clear, -abs(self.delta.delta), self.part.by, self.part.name)


def hidden(deltas: Sequence[Delta], slices: Sequence[Slice], terms: Terms) -> str:
    """The sentence on the clearest slice that got worse while the rest got better, or else the other way round; "" for none.

    deltas: one run's. Beyond chance in the primary measure, or else in the first that shows one; where none is, the clearest in
    the primary measure, as perhaps hidden: slices differ by chance too, and in some measure one nearly always does. Beyond chance
    is by Benjamini and Hochberg's adjustment.
    """
    found = _clearest(deltas, slices, terms)
    if found is None:
        return ""
    beyond, why = _believable(found, slices, terms)
    return f"{'Hidden' if beyond else 'Perhaps hidden'} by the mean: {_moves(found)}: {why}."


def hides_loss(deltas: Sequence[Delta], slices: Sequence[Slice], terms: Terms) -> bool:
    """Whether that slice got worse, and beyond chance."""
    found = _clearest(deltas, slices, terms)
    return found is not None and found.delta.delta < 0 and _believable(found, slices, terms)[0]


def _clearest(deltas: Sequence[Delta], slices: Sequence[Slice], terms: Terms) -> Opposite | None:
    in_order = sorted(deltas, key=lambda delta: delta.measure != terms.primary)
    clearest = [
        min(found, key=lambda one: one.rank) for delta in in_order if (found := opposites(delta, slices, terms.margin))
    ]
    beyond = (one for one in clearest if _believable(one, slices, terms)[0])
    of_primary = (one for one in clearest if one.delta.measure == terms.primary)
    return next(beyond, None) or next(of_primary, None)


def opposites(delta: Delta, slices: Sequence[Slice], margin: float) -> list[Opposite]:
    """The slices that moved by at least the margin against the rest of the queries, and not as the mean itself says."""
    queries = delta.wins + delta.ties + delta.losses
    found: list[Opposite] = []
    for part in slices:
        own = next((one for one in part.deltas if (one.run, one.measure) == (delta.run, delta.measure)), None)
        others = queries - part.n
        if own is None or min(part.n, others) < LEAST:
            continue
        rest = (delta.delta * queries - own.delta * part.n) / others
        told = own.delta * delta.delta > 0 and abs(delta.delta) >= margin
        if own.delta * rest < 0 and abs(own.delta) >= max(margin, 1e-9) and abs(rest) > 1e-9 and not told:
            found.append(Opposite(part, own, rest, others))
    return found


def _moves(found: Opposite) -> str:
    way, back = ("worse", "better") if found.delta.delta < 0 else ("better", "worse")
    own = f"{signed(found.delta.delta)}, {counted(found.part.n, 'query')}"
    rest = f"while the other {found.others} got {back} ({signed(found.rest)})"
    return f"{found.label} got {way} in {found.delta.measure} ({own}) {rest}"


def _believable(found: Opposite, slices: Sequence[Slice], terms: Terms) -> tuple[bool, str]:
    """Whether the slice is beyond chance, and how far it can be believed."""
    if terms.spent:
        return False, "the looks are spent, so nothing says whether it is more than chance"
    if found.part.blocks < LEAST_BLOCKS or found.delta.p_adjusted is None:
        return False, f"only {counted(found.part.blocks, 'independent group')}, too few to test"
    tested = sum(any(one.p_adjusted is not None for one in part.deltas) for part in slices)
    adjusted = f"p {found.delta.p_adjusted:.2g} after adjustment for {counted(tested, 'slice')}"
    if found.delta.p_adjusted <= terms.options.alpha:
        return True, f"beyond chance, {adjusted}"
    return False, f"it may be chance, {adjusted}"
