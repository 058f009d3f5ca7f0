"""archi: rows of its tables `conversations`, `feedback` and `conversation_metadata`, in files of their own, in one, or joined.

A user's row is a question, the row after it the answer, whose `context` holds what was retrieved. `link` names the best source
only and cites nothing. Of several verdicts on one answer the newest counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from goldkit.logs.archi_context import passages_of
from goldkit.logs.citations import cited_positions
from goldkit.logs.cite import cite_positions
from goldkit.logs.feedback import given, thumb
from goldkit.logs.fields import made_id, text_of
from goldkit.logs.groups import Groups, Part
from goldkit.logs.interactions import Interaction, Rating, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.message_tree import AGAIN, UNANSWERED
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.times import utc
from goldkit.records import JSON

BOTS = frozenset({"archi", "a2rchi"})
MESSAGE, FEEDBACK, CONVERSATION = "message row", "feedback row", "conversation row"
SOURCES = re.compile(
    r"\s*(?:<div\b(?=.{0,900}Sources)|\n-{3,}\s*\n(?=.{0,300}(?:Sources|<details)))", re.IGNORECASE | re.DOTALL
)
"""Where the list of sources that archi appends to an answer begins, as HTML or as Markdown."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a row of one of archi's tables."""
    return any(_kind(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction an answer, or a question that got none, by conversation and message id."""
    messages, conversations = Groups(), Groups()
    for file in files:
        for line, record in file.records():
            kind = _kind(record)
            file.tally.kinds[kind or "other record"] += 1
            if kind is None:
                file.tally.drop("a row of none of the tables conversations, feedback and conversation_metadata", line)
            elif kind == CONVERSATION:
                conversations.add(as_id(record.get("conversation_id")) or "", kind, record, file.place(line))
            else:
                key = as_id(record.get("message_id" if kind == MESSAGE else "mid"))
                messages.add(key or f"\x1f{file.index}/{line}", kind, record, file.place(line))
    for _, parts in messages:
        _join_feedback(parts, conversations, files)
    for name, parts in conversations:
        yield from _conversation(name, parts, files)


def _kind(record: JSON) -> str | None:
    """The table that a row is from."""
    keys = record.keys()
    if {"sender", "content", "conversation_id"} <= keys and keys & {"context", "archi_service", "a2rchi_service"}:
        return MESSAGE
    if {"mid", "feedback"} <= keys:
        return FEEDBACK
    return CONVERSATION if {"conversation_id", "client_id", "last_message_at"} <= keys else None


def _join_feedback(parts: list[Part], conversations: Groups, files: Sequence[LogFile]) -> None:
    """Hand a message with its newest verdict to its conversation. A joined row holds a message and its feedback."""
    message = next((part for part in parts if part.kind == MESSAGE), None)
    verdicts = []
    for part in parts:
        tally, line = files[part.place.file].tally, part.place.line
        up = thumb(part.record.get("feedback"))
        if message is None:
            tally.drop("feedback on a message that is in none of the files given", line)
        elif up is not None:
            verdicts.append((utc(part.record.get("feedback_ts")) or "", part.place.file, line, up))
        elif part.kind == FEEDBACK:
            tally.drop("feedback that is a comment, neither like nor dislike", line)
        elif part is not message and not given(part.record.get("feedback")):
            tally.drop("message row that was read already", line)
    if message is None:
        return
    verdicts.sort()
    for _, index, line, _ in verdicts[:-1]:
        files[index].tally.note("like or dislike that a newer one of the same answer replaces", line)
    joined = {"row": message.record, "verdict": verdicts[-1][1:] if verdicts else None}
    conversation = as_id(message.record.get("conversation_id"))
    if conversation is None:
        files[message.place.file].tally.drop("message row without a conversation", message.place.line)
    else:
        conversations.add(conversation, MESSAGE, joined, message.place)


def _conversation(name: str, parts: list[Part], files: Sequence[LogFile]) -> Iterator[Interaction]:
    user = next((found for part in parts if part.kind == CONVERSATION and (found := _user(part.record))), None)
    question: Part | None = None
    answered = False
    for part in _in_order([part for part in parts if part.kind == MESSAGE]):
        tally, line = files[part.place.file].tally, part.place.line
        if text_of(part.record["row"].get("content")) is None:
            tally.drop("message row without a text", line)
        elif not _by_bot(part.record["row"]):
            if question is not None and not answered:
                yield _interaction(name, user, question, None, files)
            question, answered = part, False
        elif question is None:
            tally.drop("answer without a question before it", line)
        else:
            if answered:
                tally.note(AGAIN, line)
            yield _interaction(name, user, question, part, files)
            answered = True
    if question is not None and not answered:
        yield _interaction(name, user, question, None, files)


def _in_order(parts: list[Part]) -> list[Part]:
    """By message id, as archi itself orders them; by time where an id is no number."""
    ids = [as_id(part.record["row"].get("message_id")) or "" for part in parts]
    if all(one.isdecimal() for one in ids):
        return [part for _, part in sorted(zip(ids, parts, strict=True), key=lambda pair: int(pair[0]))]
    return sorted(parts, key=lambda part: utc(part.record["row"].get("ts")) or "")


def _interaction(
    conversation: str, user: str | None, question: Part, answer: Part | None, files: Sequence[LogFile]
) -> Interaction:
    asked, place = question.record["row"], (answer or question).place
    row = answer.record["row"] if answer else {}
    text = _without_sources(row.get("content") or "")
    shown = _shown(row, text, files[place.file], place.line)
    if answer is None:
        files[place.file].tally.note(UNANSWERED, place.line)
    verdict = answer.record["verdict"] if answer else None
    query = text_of(asked.get("content")) or ""
    own = as_id(row.get("message_id") if answer else asked.get("message_id"))
    return Interaction(
        record=f"{conversation}/{own or made_id(query, text, asked.get('ts'))}",
        query=query,
        place=place,
        time=utc(asked.get("ts")) or utc(row.get("ts")),
        session=conversation,
        conversation=conversation,
        user=user,
        shown=shown,
        answer=text or None,
        rating=None if verdict is None else Rating(verdict[2], files[verdict[0]].place(verdict[1])),
    )


def _shown(row: JSON, answer: str, file: LogFile, line: int) -> tuple[Shown, ...]:
    context = text_of(row.get("context"))
    shown = passages_of(context) if context else ()
    if context and not shown:
        file.tally.note("answer whose context lists no SOURCE", line)
    return cite_positions(shown, cited_positions(answer) if shown else (), file.tally, line)


def _without_sources(answer: str) -> str:
    """The answer before the list of sources that archi appends to it."""
    found = SOURCES.search(answer)
    return (answer[: found.start()] if found else answer).strip()


def _by_bot(row: JSON) -> bool:
    return str(row.get("sender")).casefold() in BOTS or text_of(row.get("context")) is not None


def _user(row: JSON) -> str | None:
    return as_id(row.get("user_id")) or as_id(row.get("client_id"))


READER = LogReader(
    "archi",
    "archi's tables conversations and feedback, as rows",
    recognises,
    read,
    bare="No answer has a context: export the table conversations with its column context.",
)
