"""What won and whether to believe it, in a line a run: the words that every report puts on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from goldkit.phrases import excerpt, signed, some
from goldkit.reports.measure_heads import shown_measure

if TYPE_CHECKING:
    from goldkit.results.holes import HolesDelta
    from goldkit.results.score import Delta, Interval, ScoreResult, Verdict

VERDICTS: dict[Verdict, str] = {
    "better": "better",
    "worse": "WORSE",
    "equivalent": "equivalent",
    "too_small": "too small to call",
    "none": "no verdict",
}

SECONDARY = "secondary"
"""What the reason of a delta begins with that has no verdict because another measure carries it."""
CONCENTRATED = 0.25
"""The part of all change from one block from which on it is said."""
NAMED = 3
"""Runs that a summary names."""
SHORT = 40
"""Characters of a run's name in a summary; the verdicts have it whole."""


@dataclass(frozen=True, slots=True)
class Headline:
    """One run's verdict. delta: what it is about. belief: what it rests on, or what it lacks. holes: what they could change."""

    delta: Delta
    belief: str
    holes: HolesDelta | None = None

    @property
    def word(self) -> str:
        """The verdict in words."""
        return VERDICTS[self.delta.verdict]

    @property
    def figure(self) -> str:
        """The delta and its interval."""
        return f"{signed(self.delta.delta)} {span(self.delta.interval)}"

    @property
    def words(self) -> list[str]:
        """The line "hybrid: better in recall@5, +0.145 [+0.021, +0.263] against dense; p 0.02 …", in parts never to be broken."""
        about = self.delta
        return [
            f"{about.run}: {self.word}",
            "in",
            f"{about.measure},",
            signed(about.delta),
            span(about.interval),
            "against",
            f"{about.baseline};",
            *self.belief.split(),
        ]


def by_run(result: ScoreResult) -> list[tuple[str, list[Delta]]]:
    """Each compared run with its deltas, in the order of the table."""
    return [(run, list(own)) for run, own in groupby(result.deltas, key=lambda delta: delta.run)]


def carrier(deltas: Sequence[Delta]) -> Delta:
    """Of one run's deltas the one with the verdict, or the first where the primary measure is not in the table."""
    return next((delta for delta in deltas if delta.p_adjusted is not None), deltas[0])


def secondary(result: ScoreResult) -> str:
    """The measures that carry no verdict, since only one does; "" where there is no other."""
    names = dict.fromkeys(delta.measure for delta in result.deltas if delta.reason.startswith(SECONDARY))
    return f"secondary, p uncorrected: {', '.join(names)}" if names else ""


def headlines(result: ScoreResult) -> list[Headline]:
    """One a compared run, what was lost first and what did not move last; of one urgency in the order of the table."""
    return [_headline(result, delta) for delta in sorted((carrier(own) for _, own in by_run(result)), key=_urgency)]


def _urgency(delta: Delta) -> int:
    """0 for what a reader must not miss, and more for what matters less."""
    if delta.hides_loss:
        return 0
    unchanged = not (delta.wins or delta.losses)
    return len(URGENCY) if unchanged else URGENCY.index(delta.verdict)


URGENCY: tuple[Verdict, ...] = ("worse", "better", "too_small", "none", "equivalent")


def _headline(result: ScoreResult, delta: Delta) -> Headline:
    if delta.p_adjusted is None and delta.reason.startswith(SECONDARY):
        return Headline(delta, f"{delta.reason}: the verdict is on {result.method.primary}, which is not in the table")
    lost = "; hides a slice that got worse" if delta.hides_loss else ""
    return Headline(delta, delta.reason + lost + _holes_turn(result, delta), hole_delta(result, delta))


def hole_delta(result: ScoreResult, delta: Delta) -> HolesDelta | None:
    """What judging the holes could make of a delta; None where there are none, or no bounds."""
    found = (one for one in result.holes.deltas if (one.run, one.measure) == (delta.run, delta.measure))
    return next(found, None)


def _holes_turn(result: ScoreResult, delta: Delta) -> str:
    """What the holes do to a verdict that says a direction."""
    found = hole_delta(result, delta)
    if found is None or not result.holes.unjudged or delta.verdict not in ("better", "worse"):
        return ""
    return "; unjudged results could turn it" if found.settled == "open" else "; however the holes are judged"


def reading(delta: Delta) -> str:
    """What a delta means, without the reason for no verdict, which the headline gives."""
    return delta.reading.removeprefix(f"No verdict: {delta.reason}.").lstrip()


def concentration(delta: Delta) -> str:
    """That one block makes much of a delta, where it does and a verdict rests on it."""
    if delta.verdict == "none" or delta.largest_block_share < CONCENTRATED:
        return ""
    return f"One group of dependent queries makes {delta.largest_block_share:.0%} of all change in {delta.measure}."


def summary(result: ScoreResult) -> str:
    """What came out of all comparisons, in one sentence without a full stop; of a single run its mean.

    What was lost stands first, of one verdict the largest delta.
    """
    lines = [carrier(deltas) for _, deltas in by_run(result)]
    if not lines:
        run, name = result.runs[0], shown_measure(result)
        ends = f" [{run.intervals[name][0]:.3f}, {run.intervals[name][1]:.3f}]" if run.intervals else ""
        return f"{excerpt(run.name, SHORT)}: {name} {run.means[name]:.3f}{ends}"
    where = f"{excerpt(lines[0].baseline, SHORT)} in {lines[0].measure}"
    best_first = sorted(lines, key=lambda line: -line.delta)
    found = [
        (_are([line.run for line in best_first if line.verdict == verdict]), words, than)
        for verdict, words, than in WORDS
        if any(line.verdict == verdict for line in lines)
    ]
    hiding = [line.run for line in best_first if line.hides_loss]
    lost = [f"a slice got worse in {some([excerpt(name, SHORT) for name in hiding], NAMED)}"] if hiding else []
    if any(line.verdict in ("worse", "better", "equivalent") for line in lines):
        (who, words, than), *rest = found
        return "; ".join([f"{who} {words} {than} {where}", *lost, *(f"{who} {words}" for who, words, _ in rest)])
    undecided = f"No difference from {where} that this set can tell from noise"
    return "; ".join([undecided if found else f"No verdict on {lines[0].measure}", *lost])


WORDS: tuple[tuple[Verdict, str, str], ...] = (
    ("worse", "worse", "than"),
    ("better", "better", "than"),
    ("too_small", "undecided", "against"),
    ("equivalent", "as good", "as"),
)


def _are(names: Sequence[str]) -> str:
    short = some([excerpt(name, SHORT) for name in names], NAMED)
    return f"{short} is" if len(names) == 1 else f"{short} are"


def span(interval: Interval | None) -> str:
    """The interval of a delta, both ends with their sign; "(no interval)" where there is none."""
    if interval is None:
        return "(no interval)"
    low, high = interval
    return f"[{signed(low)}, {signed(high)}]"
