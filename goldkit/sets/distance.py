"""Synthetic questions beside those of the log: what `status --synthetic` and score's note about circularity both say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from goldkit.results.distance import Distance, bounded
from goldkit.statistics.gap import gap_blocks
from goldkit.statistics.interval import shifts
from goldkit.text.identifiers import identifiers
from goldkit.text.question_words import holds_question_word, usual_language
from goldkit.text.shared import shared_words
from goldkit.text.tokens import words
from goldkit.text.wording import near_identical_pairs

ALPHA = 0.05
ORIGINS = ("log", "synthetic")
FEWEST = 2
"""Questions of either origin of which a figure must be known to be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of one of the two origins. block: what it depends on. near: the texts of its relevant chunks that are known.

    found: whether the word search has one of its relevant chunks among the best; None where that is not known.
    """

    origin: str
    block: str
    text: str
    near: Sequence[str] = ()
    found: bool | None = None


def distances(
    asked: Iterable[Asked], *, fewest: int = FEWEST, replicates: int = 10_000, seed: int = 0
) -> list[Distance]:
    """Each figure that is known of at least `fewest` questions of both origins. Their order is no matter.

    The interval is that of the difference of two means where blocks may span both (statistics.gap).
    """
    questions = sorted(
        (one for one in asked if one.origin in ORIGINS), key=lambda one: (one.origin, one.text, one.block)
    )
    found = (_distance(name, questions, row, fewest, replicates, seed) for name, row in _figures(questions))
    return [one for one in found if one is not None]


def _figures(questions: Sequence[Asked]) -> Iterator[tuple[str, list[float | None]]]:
    """Name → one value a question, None where it is not known."""
    yield "words", [len(words(one.text)) for one in questions]
    yield "shared words", [_shared(one) for one in questions]
    yield "identifier", [bool(identifiers(one.text)) for one in questions]
    usual = usual_language(one.text for one in questions)
    yield "question word", [holds_question_word(one.text, usual) for one in questions]
    yield "repeated", _repeated(questions)
    yield "found by words", [one.found for one in questions]


def _shared(one: Asked) -> float | None:
    """The mean over the relevant chunks, so that having many of them makes no difference."""
    return fsum(shared_words(one.text, text) for text in one.near) / len(one.near) if one.near else None


def _repeated(questions: Sequence[Asked]) -> list[float | None]:
    """Whether a question is near-identical to another one of its own origin."""
    pairs = near_identical_pairs([one.text for one in questions])
    alike = {
        place for one, other in pairs if questions[one].origin == questions[other].origin for place in (one, other)
    }
    return [place in alike for place in range(len(questions))]


def _distance(
    name: str, questions: Sequence[Asked], row: Sequence[float | None], fewest: int, replicates: int, seed: int
) -> Distance | None:
    known = [(one, float(value)) for one, value in zip(questions, row, strict=True) if value is not None]
    own = {origin: [value for one, value in known if one.origin == origin] for origin in ORIGINS}
    if min(map(len, own.values())) < fewest:
        return None
    synthetic = [one.origin == "synthetic" for one, _ in known]
    blocks = gap_blocks([one.block for one, _ in known], [[value for _, value in known]], synthetic)
    means = {origin: fsum(values) / len(values) for origin, values in own.items()}
    return Distance(
        name=name,
        log=means["log"],
        synthetic=means["synthetic"],
        log_n=len(own["log"]),
        synthetic_n=len(own["synthetic"]),
        difference=means["synthetic"] - means["log"],
        interval=bounded(shifts(blocks, replicates, seed)[0].interval(ALPHA)),
        blocks=min(_blocks(known).values()),
    )


def _blocks(known: Iterable[tuple[Asked, float]]) -> Mapping[str, int]:
    names: dict[str, set[str]] = {origin: set() for origin in ORIGINS}
    for one, _ in known:
        names[one.origin].add(one.block)
    return {origin: len(blocks) for origin, blocks in names.items()}
