"""What a filter says about a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from goldkit.llm.reply import Reply
from goldkit.records import Chunk

Figure = int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """Another chunk that answers the question too. quote: the words that do, in its own characters. grade: 2 partly, 3 fully.

    judged: a model says so; else the same words stand there.
    """

    chunk: Chunk
    quote: str
    grade: int
    judged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """objection: what is wrong with the draft, for people; None where it passes. figures: what was measured, by name.

    others: chunks that answer it too, to be proposed. replies: of a model that was asked. stopped: why it could not be asked any
    more, so that nothing is known about the draft; "" where it could. filtered_by: the retriever that chose it, "" for none.
    """

    objection: str | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)
    others: tuple[Other, ...] = ()
    replies: tuple[Reply, ...] = ()
    stopped: str = ""
    filtered_by: str = ""


PASSED = Verdict()
"""Nothing to object, nothing measured."""


def objection(detail: str | None) -> Verdict:
    """A verdict on what is wrong with a draft, or with None that it passes."""
    return PASSED if detail is None else Verdict(objection=detail)
