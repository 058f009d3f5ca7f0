"""One query's results as JSON files hold them: ids, ids with scores, or records in which an id has to be looked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldkit.formats.fields import as_id, described, first_key, keys_found

ID_KEYS = ("chunk_id", "_id", "id", "docid", "doc_id")
GRADED = "retrieval is graded on chunk ids, before the LLM"
"""Why texts and answers are no results."""
SCORE_KEYS = ("score", "_score")


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


def ranking_of(value: Any) -> Ranking:
    """The results in a value: a list of ids, a list of records that hold ids, or a mapping from id to score.

    Raises ValueError with what was found instead.
    """
    if isinstance(value, dict):
        scores = tuple(as_score(score) for score in value.values())
        return Ranking(tuple(as_id(name) for name in value), scores, ordered=False)
    if not isinstance(value, list | tuple):
        raise ValueError(f"{described(value)} as results")
    if value and all(isinstance(item, dict) for item in value):
        return _of_records(value)
    return Ranking(tuple(map(as_id, value)), None, ordered=True, mixed=len(set(map(type, value))) > 1)


def as_score(value: Any) -> float:
    """A score as a float. Raises ValueError for what is no number, and for NaN."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{described(value)} as a score")
    if value != value:
        raise ValueError("NaN as a score")
    try:
        return float(value)
    except OverflowError:
        raise ValueError("a score beyond the range of a float") from None


def _of_records(items: Sequence[dict[str, Any]]) -> Ranking:
    scores = [item[key] for item in items if (key := first_key(item, SCORE_KEYS)) is not None]
    whole = len(scores) == len(items)
    return Ranking(tuple(map(_id_in, items)), tuple(map(as_score, scores)) if whole else None, ordered=True)


def _id_in(item: dict[str, Any]) -> str:
    """The id of a result record: its own, else its metadata's."""
    metadata = item.get("metadata")
    for holder in (item, metadata if isinstance(metadata, dict) else {}):
        key = first_key(holder, ID_KEYS)
        if key is not None:
            return as_id(holder[key])
    raise ValueError(f"a result without an id (keys: {keys_found(item)})")
