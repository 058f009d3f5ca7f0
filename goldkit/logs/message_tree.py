"""The messages of a chat as a tree: an edited question and an answer made anew are siblings of what they replace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from goldkit.records import JSON

AGAIN = "another answer to the same question: it counts as asked again"
UNANSWERED = "question without an answer"


@dataclass(frozen=True, slots=True)
class Message:
    """One message. id: within the chat. parent: the id of the one before, which may not exist. asks: by the user. text: cleaned."""

    id: str
    parent: str | None
    asks: bool
    text: str | None
    record: JSON


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and one answer to it. answer: None where there is none. before: the question before it on its branch.

    again: whether another answer to the same question came earlier.
    """

    question: Message
    answer: Message | None
    before: str | None
    again: bool


def turns(messages: Mapping[str, Message]) -> Iterator[Turn]:
    """The turns of a chat, in the order of its messages; answers that no question leads to are left out.

    messages: id → message, in the order in which they were written. Circles and parents that do not exist end a branch.
    """
    answers: dict[str, list[Message]] = {one.id: [] for one in messages.values() if one.asks and one.text}
    for one in messages.values():
        question = None if one.asks else _question_above(one, messages)
        if question is not None and question.id in answers:
            answers[question.id].append(one)
    for name, found in answers.items():
        question = messages[name]
        above = _question_above(question, messages)
        before = above.text if above is not None else None
        for at, answer in enumerate(found or [None]):
            yield Turn(question, answer, before, at > 0)


def without_question(messages: Mapping[str, Message]) -> int:
    """How many answers no question leads to."""
    return sum(not one.asks and _question_above(one, messages) is None for one in messages.values())


def _question_above(message: Message, messages: Mapping[str, Message]) -> Message | None:
    """The nearest question towards the root."""
    seen = {message.id}
    parent = message.parent
    while parent is not None and parent in messages and parent not in seen:
        if messages[parent].asks:
            return messages[parent]
        seen.add(parent)
        parent = messages[parent].parent
    return None
