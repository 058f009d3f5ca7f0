"""One query's results as JSON files hold them: ids, ids with scores, or records in which an id has to be looked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

from goldkit.formats.fields import described
from goldkit.formats.result_record import NO_ID, NO_TEXT, listed_in, name_of, result_in

GRADED = "retrieval is graded on chunk ids, before the LLM"
"""Why texts and answers are no results."""
CURE = f"Give the id of each chunk that was retrieved: {GRADED}."
ANSWERS = frozenset({"answer", "output", "response"})
"""Keys and columns that hold what an LLM made of the chunks."""
OFFER = "Or have the texts matched to the corpus: --match-text --corpus C."


FINITE = "a finite number for every score, not null, NaN or an infinity"
"""What was expected where a score is none."""
FINITE_CURE = "Leave that result out, or give it a score."
"""The cure for a score that is none."""
FIELDS = {
    " as a score": FINITE,
    " as a rank": "a whole number for every rank",
    " as an id": "an id: a text or a whole number",
}
"""How a message ends that is about one field → what was expected of it."""


def expected_for(found: str, expected: str) -> str:
    """What was expected instead of `found`: of the field that it is about, else what the form of the file asks for."""
    return next((wanted for end, wanted in FIELDS.items() if found.endswith(end)), expected)


def cure_for(found: str) -> str:
    """The cure for what `ranking_of` found, "" where the message says enough."""
    if found.endswith(" as a score"):
        return FINITE_CURE
    if NO_ID in found:
        return f"{CURE} {OFFER}"
    return CURE if NO_TEXT in found or found.endswith(" as results") else ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ids of one query's results in file order, and their scores, None where the file has none.

    ordered: the order is the ranking (a list); False for a mapping from id to score, which has none. mixed: some ids were numbers
    and others strings.
    """

    ids: tuple[str, ...]
    scores: tuple[float, ...] | None
    ordered: bool
    mixed: bool = False


def ranking_of(value: Any, texts: bool = False) -> Ranking:
    """The results in a value: a list of ids, of records that hold ids, or of pairs of either with a score; an object that holds
    such a list; or a mapping from id to score. texts: a record with a text is a Passage, be it without an id.

    Raises ValueError with what was found instead.
    """
    listed = listed_in(value) if isinstance(value, dict) else None
    value = value if listed is None else listed
    if isinstance(value, dict):
        if nested := [within for within in value.values() if isinstance(within, dict | list)]:
            raise ValueError(f"an object that holds {described(nested[0])} as results")
        scores = tuple(as_score(score) for score in value.values())
        return Ranking(tuple(name_of(name, texts) for name in value), scores, ordered=False)
    if not isinstance(value, list | tuple):
        raise ValueError(f"{described(value)} as results")
    if value and all(isinstance(item, dict | list | tuple) for item in value):
        return _of_records(value, texts)
    return Ranking(
        tuple(name_of(item, texts) for item in value), None, ordered=True, mixed=len(set(map(type, value))) > 1
    )


def as_score(value: Any) -> float:
    """A score as a float. Raises ValueError for what is no number, for NaN and for an infinity."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{described(value)} as a score")
    if value != value:
        raise ValueError("NaN as a score")
    try:
        score = float(value)
    except OverflowError:
        raise ValueError("a score beyond the range of a float") from None
    if isinf(score):
        raise ValueError(f"{score} as a score")
    return score


def _of_records(items: Sequence[Any], texts: bool) -> Ranking:
    found = [result_in(item, texts) for item in items]
    scores = [score for _, score in found if score is not None]
    whole = len(scores) == len(items)
    return Ranking(tuple(name for name, _ in found), tuple(map(as_score, scores)) if whole else None, ordered=True)
