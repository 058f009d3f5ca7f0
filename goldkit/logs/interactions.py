"""The neutral stream that every log system is read into: one interaction is one search or question, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands. file: position in the list of files that were read together. line: 1-based."""

    file: int
    line: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A chunk that the retriever returned.

    rank: 1-based whatever the log counts from, None where the log does not tell. text: where the log has it.
    place: None where it stands with the interaction.
    """

    chunk: str
    rank: int | None = None
    text: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Click:
    """A chunk that the user opened, once an interaction however often. place: None where it stands with the interaction."""

    chunk: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    """A thumb up or down on the answer, by a person. place: None where it stands with the interaction."""

    up: bool
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """One asked question with what was shown and what the user did.

    record: with the query, names this interaction wherever it appears again: the log's own id, or one made of its content.
    context: the turn before, where the log tells it. time: ISO 8601 in UTC. shown: best first. cited: ids that the answer cites.
    """

    record: str
    query: str
    place: Place
    context: str | None = None
    time: str | None = None
    session: str | None = None
    conversation: str | None = None
    user: str | None = None
    shown: tuple[Shown, ...] = ()
    clicked: tuple[Click, ...] = ()
    cited: tuple[str, ...] = ()
    answer: str | None = None
    rating: Rating | None = None
