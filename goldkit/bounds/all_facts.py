"""complete@k: whether every fact is reached, so that a relevant hole behind k undoes it."""

from __future__ import annotations

from goldkit.bounds.situation import Situation
from goldkit.measures.view import View


def highest_complete(situation: Situation, k: float) -> float:
    """The highest delta of complete@k: 1, 0 or −1.

    Proof: 1 needs the later run to reach all judged facts, and the earlier one to lack a judged fact or one hole that the later
    run has. 0 needs the later run complete in some judgment (the earlier one cannot do better then) or the earlier one incomplete
    in some. Without judged facts both have reached all none of them, and some hole must be relevant.
    """
    facts, holes = situation.after.facts, situation.within(k)
    before, after = _reaches_all(situation.before, k), _reaches_all(situation.after, k)
    lost = any(not earlier for earlier, _ in holes)
    if after and ((facts and not before) or any(later and not earlier for earlier, later in holes)):
        return 1.0
    gained = after and (facts or any(later for _, later in holes))
    return 0.0 if gained or not before or lost else -1.0


def _reaches_all(view: View, k: float) -> bool:
    return sum(reach.facts for reach in view.reaches if reach.rank <= k) == view.facts
