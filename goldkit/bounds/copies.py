"""The ends if a hole may also be a copy: of a judged fact, or of another hole. Grades and shares of 1, one fact a chunk."""

from __future__ import annotations

from goldkit.bounds.situation import Situation
from goldkit.measures.view import View


def has_copy_ends(situation: Situation) -> bool:
    """Whether the formulas hold: every judged fact has a share of 1 and chunks of its own."""
    view = situation.after
    return view.shares == view.facts == len(view.ideal_shares) and all(share == 1 for share in view.ideal_shares)


def highest_recall_with_copies(situation: Situation, k: float) -> float:
    """The highest delta of recall@k if a hole may be a copy.

    A hole of both runs helps by copying a fact that only the earlier one reached: the later one reaches it then. A hole of the
    later run alone always adds 1, and costs no new fact while there is a fact that run lacks to be a copy of.
    """
    facts, within = situation.after.facts, situation.within(k)
    after, before = _reached(situation.after, k), _reached(situation.before, k)
    missed = len(before - after)
    shared, own, neither = (within.count(where) for where in ((True, True), (False, True), (False, False)))
    taken = min(shared, missed)
    top = len(after) - len(before) + taken + own
    free = facts - len(after | before) + missed - taken
    below = facts + (max(0, own - free) if top >= 0 else own + neither)
    if facts or own:
        return top / below
    return 0.0 if shared + neither else -1.0


def highest_precision_with_copies(situation: Situation, k: float) -> float:
    """The highest delta of precision@k, whose slots count once a fact, if a hole may be a copy: as for recall."""
    within = situation.within(k)
    after, before = _reached(situation.after, k), _reached(situation.before, k)
    shared, own, neither = (within.count(where) for where in ((True, True), (False, True), (False, False)))
    if not (situation.after.facts or own):
        return 0.0 if shared + neither else -1 / k
    return (len(after) - len(before) + min(shared, len(before - after)) + own) / k


COPIES = {"recall": highest_recall_with_copies, "precision": highest_precision_with_copies}
"""Measures that a copy moves otherwise than a new fact, with exact ends. nDCG, AP, recall_cap and complete have none here."""

UNMOVED = frozenset({"MRR", "hit"})
"""Measures to which a copy is as good as a new fact: a first hit is a hit."""


def _reached(view: View, k: float) -> set[int]:
    return {place for reach in view.reaches if reach.rank <= k for place in reach.places}
