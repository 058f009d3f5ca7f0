"""The neutral stream that every log system is read into: one interaction is one search or question, and what came of it.

These are structs of msgspec, no data classes: logs make millions of them, and they are made and replaced five times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace


class Place(Struct, frozen=True, array_like=True):
    """Where something stands. file: position in the list of files that were read together. line: 1-based."""

    file: int
    line: int


class Shown(Struct, frozen=True):
    """A chunk that the retriever returned.

    chunk: None where the log names none; its text then tells which it is. rank: 1-based whatever the log counts from, None where
    the log does not tell. text: where the log has it. place: None where it stands with the interaction.
    document: the file it is from, where the log says. cited: whether the answer points at it. matched: how the chunk was found
    in the corpus by the text, None where the log's own id stands. quoted: whether a sentence of the answer stands in it.
    """

    chunk: str | None
    rank: int | None = None
    text: str | None = None
    place: Place | None = None
    document: str | None = None
    cited: bool = False
    matched: str | None = None
    quoted: bool = False


class Click(Struct, frozen=True):
    """A chunk that the user took up, once an interaction and kind however often. place: None where it stands with the interaction.

    kind: `click` (opened, bought, downloaded) or `copy` (its text was copied). dwell: seconds spent on it, None where not known.
    """

    chunk: str
    place: Place | None = None
    kind: Literal["click", "copy"] = "click"
    dwell: float | None = None


class Rating(Struct, frozen=True):
    """A thumb up or down on the answer, by a person. place: None where it stands with the interaction."""

    up: bool
    place: Place | None = None


class Interaction(Struct, frozen=True, kw_only=True):
    """One asked question with what was shown and what the user did.

    record: with the query, names this interaction wherever it appears again: the log's own id, or one made of its content.
    context: the turn before, where the log tells it. time: ISO 8601 in UTC. shown: best first; what the answer cites is among
    them. rewritten: the question as it went to the retriever, where a model made it stand alone. previous: the question before it
    on its branch, where a conversation branches and the order of its records does not tell.
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
    answer: str | None = None
    rating: Rating | None = None
    rewritten: str | None = None
    previous: str | None = None

    @property
    def cited(self) -> tuple[str, ...]:
        """The ids that the answer cites."""
        return tuple([one.chunk for one in self.shown if one.cited and one.chunk is not None])

    @property
    def quoted(self) -> tuple[str, ...]:
        """The ids that the answer quotes."""
        return tuple([one.chunk for one in self.shown if one.quoted and one.chunk is not None])

    @property
    def used(self) -> tuple[str, ...]:
        """The ids that the answer rests on: those it cites, all that were shown where it cites nothing."""
        for one in self.shown:
            if one.cited:
                return self.cited
        return tuple([one.chunk for one in self.shown if one.chunk is not None])


def with_cited(shown: Iterable[Shown], ids: Iterable[str]) -> tuple[Shown, ...]:
    """What was shown, with the cited ids marked. A cited one that was not listed stood before the model too: it comes last."""
    cited = dict.fromkeys(ids)
    if not cited:
        return tuple(shown)
    marked = tuple(replace(one, cited=True) if one.chunk in cited else one for one in shown)
    listed = {one.chunk for one in marked}
    return marked + tuple(Shown(chunk, cited=True) for chunk in cited if chunk not in listed)
