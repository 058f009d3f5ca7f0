"""Verdicts on pairs of chunks from a file: which of them say something new, and with which time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.files import canonical
from goldkit.records import Copy
from goldkit.review.pair_verdict import turned
from goldkit.store.later import dated
from goldkit.store.newest import newest
from goldkit.store.pairs import ends

Voice = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class GivenPair:
    """A pair line that was understood. timed: it came with its own `at`."""

    copy: Copy
    timed: bool


def last_of_each_pair(given: Sequence[GivenPair]) -> list[GivenPair]:
    """Without what the same judge says otherwise further down, where no times tell which came last."""
    last = {_voice(one.copy): place for place, one in enumerate(given) if not one.timed}
    return [one for place, one in enumerate(given) if one.timed or last[_voice(one.copy)] == place]


def fresh_pairs(given: Sequence[GivenPair], before: Sequence[Copy]) -> list[Copy]:
    """The lines that say something new: those with a time as they are, the others later than what they replace."""
    said = set(map(canonical.encode, before))
    history: dict[Voice, list[Copy]] = defaultdict(list)
    for line in before:
        history[_voice(line)].append(line)
    timed = [one.copy for one in given if one.timed and canonical.encode(one.copy) not in said]
    for line in timed:
        history[_voice(line)].append(line)
    untimed = [one.copy for one in given if not one.timed and not _repeats(one.copy, history[_voice(one.copy)])]
    return [*timed, *dated(untimed, [*before, *timed])]


def _voice(line: Copy) -> Voice:
    return (*ends(line), line.by)


def _repeats(line: Copy, earlier: Sequence[Copy]) -> bool:
    """Whether a line says what its judge said last, and of the same texts. To take back what was never said is nothing new."""
    if not earlier:
        return line.verdict == "retracted"
    last = newest(earlier)
    return _says(last if last.a == line.a else turned(last)) == _says(line)


def _says(line: Copy) -> tuple[object, ...]:
    return (line.verdict, line.direction, line.a_sha256, line.b_sha256)
