"""The facts of each question before labels are carried, by name, and which of them a judged text holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from goldkit.records import Judgment
from goldkit.sets.golden import GoldenSet
from goldkit.store.carried import Carried, facts_in, name_of
from goldkit.store.facts import stretches_of

DIGITS = 6
"""Of the ends of stretches: the same cut, met twice, is one."""
Key = tuple[str, str, str]
"""Query, chunk and the sha256 of the text."""


class Held:
    """What each judged text holds of the facts of its question, by name.

    golden: as it is folded. current: the texts that the labels are about now. A text whose id has another one now has the facts
    that earlier lines say it had.
    """

    def __init__(self, golden: GoldenSet, judgments: Iterable[Judgment], current: Collection[Key]) -> None:
        self._current = current
        self._shares: dict[str, dict[str, float]] = defaultdict(dict)
        self._now: dict[tuple[str, str], list[Carried]] = defaultdict(list)
        self._before: dict[Key, set[str]] = defaultdict(set)
        scale, pairs = golden.settings.scale, golden.folded.pairs
        for name, query in golden.queries.items():
            carried = golden.folded.carried.get(name, {})
            for fact in stretches_of(query, golden.labels(name), pairs, scale, carried):
                self._shares[name][fact.name] = fact.share
                for chunk, stretches in fact.covers.items():
                    self._now[name, chunk] += [Carried(fact.name, *one) for one in stretches]
        for line in judgments:
            for one in facts_in(line):
                if one.chunk is not None and one.text_sha256 is not None:
                    self._before[line.query, one.chunk, one.text_sha256].add(one.fact)

    def held(self, key: Key, among: Collection[str] = ()) -> list[Carried]:
        """What a text which answers holds of facts, sorted; all of one of its own where none is known.

        among: the names of those that are meant, where the text has several; all where none of them is among its own.
        """
        query, chunk, sha256 = key
        found = self._now.get((query, chunk), []) if key in self._current else []
        found = found or [Carried(name) for name in self._before.get(key, ())] or [Carried(name_of([chunk, sha256]))]
        for one in found:
            self._shares[query].setdefault(one.fact, 1.0)
        meant = [one for one in found if one.fact in among] or found
        return sorted(set(meant), key=lambda one: (one.fact, one.start, one.end))

    def facts(self) -> dict[str, Mapping[str, float]]:
        """Query id → its facts by name, with what each is worth; for those that were asked about, and all that there are now."""
        return {query: shares for query, shares in sorted(self._shares.items()) if shares}

    def stake(self, key: Key, reached: Collection[str]) -> float:
        """The part of the question's recall that hangs on a text: that of its facts which nothing else reaches, in [0, 1]."""
        shares = self._shares[key[0]]
        lone = sum(shares[one.fact] * (one.end - one.start) for one in self.held(key) if one.fact not in reached)
        return min(1.0, lone / sum(shares.values()))


def passed_on(held: Sequence[Carried], key: Key, start: float = 0.0, end: float = 1.0) -> list[Carried]:
    """What the holder of [start, end) of a text's answer holds of that text's facts."""
    return [
        Carried(
            one.fact,
            round(one.start + (one.end - one.start) * start, DIGITS),
            round(one.start + (one.end - one.start) * end, DIGITS),
            key[1],
            key[2],
        )
        for one in held
    ]
