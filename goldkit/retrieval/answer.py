"""What a pipeline gives back for one question, checked: a ranking, or the reason why it is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldkit.formats.fields import as_id, described, reads_like_text
from goldkit.formats.ranking import as_score, ranking_of


@dataclass(frozen=True, slots=True)
class Answer:
    """A ranking, best first, without an id twice. scores: beside the ids, None where none were given. cut: results beyond k."""

    ids: tuple[str, ...]
    scores: tuple[float, ...] | None
    cut: int = 0


def answer_of(value: Any, k: int) -> Answer:
    """The first k results in what a pipeline gave: ids, (id, score) pairs, or records that hold an id and perhaps a score.

    Numpy's arrays and numbers count as lists and numbers. Raises ValueError with what was found instead: anything else than a list,
    pairs among plain ids, an id twice within k, a score that is no finite number, passages in place of ids.
    """
    found = _plain(value)
    if not isinstance(found, list | tuple):
        raise ValueError(f"{described(found)} in place of a list of ids")
    ids, scores = _pairs(found) if any(isinstance(item, list | tuple) for item in found) else _singles(found)
    answer = Answer(ids[:k], None if scores is None else scores[:k], max(0, len(ids) - k))
    _refuse(answer)
    return answer


def _plain(value: Any) -> Any:
    """Arrays as lists and numpy's numbers as Python's own; everything else as it is."""
    if isinstance(value, list | tuple):
        return [tuple(map(_plain, item)) if isinstance(item, list | tuple) else _plain(item) for item in value]
    convert = getattr(value, "tolist", None)
    return convert() if callable(convert) else value


def _singles(items: Sequence[Any]) -> tuple[tuple[str, ...], tuple[float, ...] | None]:
    ranking = ranking_of(items)
    return ranking.ids, ranking.scores


def _pairs(items: Sequence[Any]) -> tuple[tuple[str, ...], tuple[float, ...]]:
    for rank, item in enumerate(items, 1):
        if not isinstance(item, list | tuple) or len(item) != 2:
            raise ValueError(f"{described(item)} at rank {rank}, among (id, score) pairs")
    return tuple(as_id(item[0]) for item in items), tuple(as_score(item[1]) for item in items)


def _refuse(answer: Answer) -> None:
    first: dict[str, int] = {}
    for rank, name in enumerate(answer.ids, 1):
        if name in first:
            raise ValueError(f"the id {name!r} twice, at ranks {first[name]} and {rank}")
        first[name] = rank
        _refuse_surrogates(name)
    texts = [name for name in answer.ids if reads_like_text(name)]
    if 2 * len(texts) > len(answer.ids):
        raise ValueError(f"texts in place of chunk ids: {described(texts[0])}")


def _refuse_surrogates(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError:
        raise ValueError(f"an id that is no Unicode text: {name!a}") from None
