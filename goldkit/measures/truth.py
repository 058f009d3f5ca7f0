"""One query's labels and facts made ready, so that any number of rankings can be looked at through them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import compress, count
from math import fsum
from typing import NamedTuple

from goldkit.measures.ideal import ideal
from goldkit.measures.view import Reach, View
from goldkit.records import Fact, Label, Scale

STEEPEST = 512
"""The largest gain that is raised exponentially as it is: a foreign grade in the thousands would leave the floats."""

FEW = 3
"""So many chunks are found one by one sooner than by asking of each rank whether it is one of them."""


class Truth(NamedTuple):
    """What is true about one query. members: chunk id → the positions of the facts it belongs to.

    gains, exp_gains and shares: one a fact; a fact's gain is its best member's (or 2^gain − 1), times its share. judged: the
    chunks with a label that counts. ideal_gains, ideal_shares, ideal_exp: see View.
    """

    members: Mapping[str, tuple[int, ...]]
    gains: tuple[float, ...]
    shares: tuple[float, ...]
    judged: frozenset[str]
    ideal_gains: tuple[float, ...]
    ideal_shares: tuple[float, ...]
    exp_gains: tuple[float, ...] = ()
    ideal_exp: tuple[float, ...] = ()


def counts(label: Label) -> bool:
    """Whether a label says anything about its pair: a disputed or ungraded one leaves a hole."""
    return label.grade is not None and not label.disputed


def is_relevant(label: Label | None, scale: Scale) -> bool:
    """Whether a label counts and its grade reaches the scale's `relevant_from`."""
    return label is not None and counts(label) and scale.is_relevant(label.grade)


def truth(facts: Iterable[Fact], labels: Mapping[str, Label], scale: Scale) -> Truth:
    """Facts and labels of one query as a Truth. A member without a relevant label is none; a fact without members is none.

    Two facts may share a chunk; its slot then earns both.
    """
    grades = {chunk: label.grade for chunk, label in labels.items() if label.grade is not None and not label.disputed}
    worth = {chunk: gain for chunk, grade in grades.items() if (gain := scale.gain(grade))}
    gains: list[float] = []
    exp_gains: list[float] = []
    shares: list[float] = []
    members: dict[str, tuple[int, ...]] = {}
    for fact in facts:
        relevant = [chunk for chunk in dict.fromkeys(fact.any) if chunk in worth]
        if not relevant:
            continue
        for chunk in relevant:
            members[chunk] = (*members.get(chunk, ()), len(gains))
        gain = max(map(worth.__getitem__, relevant))
        gains.append(fact.share * gain)
        exp_gains.append(fact.share * (2.0 ** min(gain, STEEPEST) - 1.0))
        shares.append(fact.share)
    kinds = set(members.values())
    return Truth(
        members=members,
        gains=tuple(gains),
        shares=tuple(shares),
        judged=frozenset(grades),
        ideal_gains=ideal(kinds, gains),
        ideal_shares=ideal(kinds, shares),
        exp_gains=tuple(exp_gains),
        ideal_exp=ideal(kinds, exp_gains),
    )


def see(truth: Truth, ranking: Sequence[str], ids: Set[str] | None = None) -> View:
    """A ranking of chunk ids, best first, seen through a query's facts. A repeated id keeps its slot and earns nothing.

    ids: those of the ranking, where the caller has them as a set.
    """
    reaches: list[Reach] = []
    judged: list[int] = []
    nonrelevant: dict[str, int] = {}
    seen: set[int] = set()
    for rank in _ranks(truth.judged, ranking, set(ranking) if ids is None else ids):
        chunk = ranking[rank - 1]
        judged.append(rank)
        places = truth.members.get(chunk)
        if places is None:
            nonrelevant.setdefault(chunk, rank)
            continue
        if len(places) == 1:  # nearly always
            (place,) = places
            if place not in seen:
                seen.add(place)
                reaches.append(Reach(rank, 1, truth.shares[place], truth.gains[place], places, truth.exp_gains[place]))
            continue
        new = tuple(place for place in places if place not in seen)
        if new:
            seen.update(new)
            share, gain, exp_gain = (_sum(worth, new) for worth in (truth.shares, truth.gains, truth.exp_gains))
            reaches.append(Reach(rank, len(new), share, gain, new, exp_gain))
    return View(
        reaches=tuple(reaches),
        facts=len(truth.shares),
        shares=fsum(truth.shares),
        ideal_gains=truth.ideal_gains,
        ideal_shares=truth.ideal_shares,
        judged=tuple(judged),
        depth=len(ranking),
        ideal_exp=truth.ideal_exp,
        nonrelevant=tuple(nonrelevant.values()),
        all_nonrelevant=len(truth.judged) - len(truth.members),
    )


def _ranks(judged: frozenset[str], ranking: Sequence[str], ids: Set[str]) -> Sequence[int]:
    """The ranks of the judged chunks, 1-based. ids: those of the ranking."""
    met = judged & ids  # goes through the smaller one: labels are few
    if len(met) <= FEW and len(ids) == len(ranking):
        return sorted(ranking.index(chunk) + 1 for chunk in met)
    return list(compress(count(1), map(judged.__contains__, ranking)))


def _sum(worth: Sequence[float], places: Sequence[int]) -> float:
    return worth[places[0]] if len(places) == 1 else fsum(worth[place] for place in places)
