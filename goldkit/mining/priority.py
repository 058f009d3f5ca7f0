"""The order in which proposals are worth a person's time: one score, a sum of parts that the evidence explains.

For the chunk: what users and answers did with it (FOR), that several sessions did so, that the time spent on it was long, that
it stood high. Against it: a thumb down, a question put anew, a result passed over (AGAINST). Each count n enters as
weight · log2(1 + n), so that the tenth click says less than the first; one session alone adds nothing. The score orders a queue;
it is no grade, and none is made of it: what has more against it than for it comes last, and waits there for a person like
everything else.

An example by hand. A chunk was shown 7 times, at rank 1 at best; 3 clicks in 2 sessions, 45 seconds on it in all, known for 2 of
the clicks; one answer cites it, one thumb down; it was passed over once:

    cited                2    · log2(1 + 1)         2
    clicked              1    · log2(1 + 3)         2
    dwell                0.5  · (45 s / 2) / 30 s   0.375
    sessions             0.5  · log2(2)             0.5
    shown                0.25 · log2(1 + 7)         0.75
    best_rank            1 / (1 + 1)                0.5
    answer_thumbs_down  -0.5  · log2(1 + 1)        -0.5
    skipped             -0.25 · log2(1 + 1)        -0.25
    the score                                       5.375

Where examination could be told from relevance (see goldkit.mining.position_bias), clicks at low ranks count for more: of
`rank_correction` r, what log2(1 + clicked + r) is above log2(1 + clicked) is a part of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log2

FOR: Mapping[str, float] = {
    "cited": 2.0,
    "quoted": 1.5,
    "copied": 1.5,
    "clicked": 1.0,
    "answer_thumbs_up": 1.0,
    "shown": 0.25,
}
"""Evidence → its weight. A click opens a result by its title; a citation, a quotation and a copy are about what it says."""
AGAINST: Mapping[str, float] = {"answer_thumbs_down": -0.5, "reformulated": -0.25, "skipped": -0.25}
"""Evidence → its weight. A thumb down is about the answer, the others are guesses: each takes less away than its like gives."""
_WEIGHTS = {**FOR, **AGAINST}
DWELL, SATISFIED = 0.5, 30.0
"""What a long stay gives at most, and the mean seconds from which it does (Fox et al., TOIS 23, 2005: satisfied clicks)."""
SESSIONS = 0.5
"""The weight of log2(sessions)."""


def parts(evidence: Mapping[str, float]) -> dict[str, float]:
    """The parts of the score, each under the name of its evidence; what gives nothing is left out."""
    found = {kind: weight * log2(1 + evidence[kind]) for kind, weight in _WEIGHTS.items() if evidence.get(kind)}
    clicked, correction = evidence.get("clicked", 0), evidence.get("rank_correction", 0)
    found["rank_correction"] = FOR["clicked"] * (log2(1 + clicked + correction) - log2(1 + clicked))
    if evidence.get("dwell_clicks"):
        found["dwell"] = DWELL * min(1.0, evidence.get("dwell_seconds", 0) / evidence["dwell_clicks"] / SATISFIED)
    found["sessions"] = SESSIONS * log2(max(1, evidence.get("sessions", 0)))
    if evidence.get("best_rank"):
        found["best_rank"] = 1 / (1 + evidence["best_rank"])
    return {kind: rounded for kind, part in found.items() if (rounded := round(part, 4))}


def priority(evidence: Mapping[str, float]) -> float:
    """The score: the sum of its parts; below 0 where more is against a chunk than for it."""
    return summed(parts(evidence))


def summed(found: Mapping[str, float]) -> float:
    """The score of parts that were found already."""
    return round(sum(found.values()), 4)
