"""What each grade means, in words a judge can hold on to."""

from __future__ import annotations

from typing import NamedTuple

from goldkit.records import Scale


class Meaning(NamedTuple):
    """What a grade means: for the line below each item, and for the page of help."""

    short: str
    long: str


IRRELEVANT = Meaning("irrelevant", "irrelevant: it is about something else")
RELATED = Meaning("related", "related: on the topic, but it does not answer the question")
PARTLY = Meaning("answers partly", "answers the question in part, or so that one has to look for it")
ANSWERS = Meaning("answers", "answers the question: a reader needs nothing else for this part of it")


def rubric(scale: Scale) -> dict[int, Meaning]:
    """Grade → its meaning. On goldkit's own scale: 0 irrelevant, 1 related, 2 answers partly, 3 answers (TREC DL, UMBRELA)."""
    return {grade: _meaning(grade, scale) for grade in range(scale.max + 1)}


def _meaning(grade: int, scale: Scale) -> Meaning:
    if grade < scale.relevant_from:
        return IRRELEVANT if grade == 0 else RELATED
    return ANSWERS if grade == scale.max else PARTLY
