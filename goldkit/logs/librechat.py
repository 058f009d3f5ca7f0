"""LibreChat: exported conversations, or messages one a line as its database holds them.

A conversation is a tree; every answer on every branch is read. A file search names files, not chunks, best first;
"\\ue202turn0file1" in an answer is the second passage of the first search, with the private-use sign itself or its escape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.cite import OUTSIDE, cite_positions
from goldkit.logs.feedback import given, thumb
from goldkit.logs.fields import first_text, made_id, object_of, objects, text_of
from goldkit.logs.gather import gather, own_name
from goldkit.logs.groups import Part
from goldkit.logs.interactions import Interaction, Rating, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.message_tree import AGAIN, UNANSWERED, Message, Turn, turns, without_question
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

CONVERSATION, MESSAGE = "conversation", "message"
MARK = re.compile(r"turn(\d{1,3})file(\d{1,3})")
PASSAGE = re.compile(r"(?:\A|\n)File: ([^\n]*)\n(?:Anchor: [^\n]*\n)?Relevance: [^\n]*\n(?:Content: )?")
"""How a passage begins in the output of the tool, which is all there is where citations are turned off."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a conversation or a message of LibreChat."""
    return any(_kind(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction an answer, or a question that got none; conversations in the order in which they are met."""
    for key, parts in gather(files, _kind, _conversation_id, "neither a conversation nor a message of one"):
        yield from _conversation(own_name(key), parts, files)


def _kind(record: JSON) -> str | None:
    if "messageId" in record and "isCreatedByUser" in record:
        return MESSAGE
    several = objects(record.get("messages"))
    return CONVERSATION if any("messageId" in one and "isCreatedByUser" in one for one in several) else None


def _conversation_id(kind: str, record: JSON) -> str | None:
    return as_id(record.get("conversationId"))


def _conversation(name: str | None, parts: list[Part], files: Sequence[LogFile]) -> Iterator[Interaction]:
    """The turns of a conversation; of a message that was exported twice the newest stands."""
    messages: dict[str, Message] = {}
    home: dict[str, Part] = {}
    for part in parts:
        for record in _nested(part.record["messages"]) if part.kind == CONVERSATION else [part.record]:
            message = _message(record)
            old = messages.get(message.id)
            if old is None or (utc(old.record.get("updatedAt")) or "") <= (utc(record.get("updatedAt")) or ""):
                messages[message.id], home[message.id] = message, part
    used: set[int] = set()
    for turn in turns(dict(sorted(messages.items(), key=lambda item: utc(item[1].record.get("createdAt")) or ""))):
        part = home[(turn.answer or turn.question).id]
        used |= {id(part), id(home[turn.question.id])}
        yield _interaction(name, turn, part, files[part.place.file].tally)
    _count_unused(parts, used, files)
    for _ in range(without_question(messages)):
        files[parts[0].place.file].tally.note("answer without a question before it", parts[0].place.line)


def _count_unused(parts: list[Part], used: set[int], files: Sequence[LogFile]) -> None:
    for part in parts:
        if id(part) not in used:
            why = "conversation without a question" if part.kind == CONVERSATION else "message that is part of no turn"
            files[part.place.file].tally.drop(why, part.place.line)


def _nested(messages: Any) -> Iterator[JSON]:
    """The messages of a conversation, whether in a row or each inside the one before, as `children`."""
    waiting = objects(messages)[::-1]
    while waiting:
        message = waiting.pop()
        waiting += [
            {"parentMessageId": message.get("messageId"), **one} for one in objects(message.get("children"))[::-1]
        ]
        yield {key: value for key, value in message.items() if key != "children"}


def _message(record: JSON) -> Message:
    asks = str(record.get("isCreatedByUser")).casefold() in ("true", "1")  # tables hold words and numbers
    parts = objects(record.get("content"))
    texts = [_part_text(part) for part in parts if part.get("type") == "text"]
    text = text_of(record.get("text")) or "\n".join(filter(None, texts)) or None
    name = as_id(record.get("messageId")) or made_id(asks, text, as_id(record.get("createdAt")))
    return Message(name, as_id(record.get("parentMessageId")), asks, text, record)


def _part_text(part: JSON) -> str | None:
    return text_of(part.get("text")) or text_of(object_of(part.get("text")).get("value"))


def _interaction(name: str | None, turn: Turn, part: Part, tally: Tally) -> Interaction:
    line, asked = part.place.line, turn.question.record
    if turn.again or turn.answer is None:
        tally.note(AGAIN if turn.again else UNANSWERED, line)
    record: JSON = turn.answer.record if turn.answer else {}
    answer = turn.answer.text if turn.answer else None
    feedback = decoded(record.get("feedback"))
    up = thumb(feedback)
    if up is None and given(feedback):
        tally.note("feedback that is neither up nor down", line)
    return Interaction(
        record=f"{name}/{(turn.answer or turn.question).id}" if name else (turn.answer or turn.question).id,
        query=turn.question.text or "",
        place=part.place,
        time=utc(asked.get("createdAt")) or utc(record.get("createdAt")),
        session=name,
        conversation=name,
        user=as_id(asked.get("user")) or as_id(record.get("user")) or as_id(part.record.get("user")),
        shown=_shown(record, answer or "", tally, line),
        answer=answer,
        rating=None if up is None else Rating(up),
        rewritten=_rewritten(record, turn.question.text),
        previous=turn.before,
    )


def _shown(record: JSON, answer: str, tally: Tally, line: int) -> tuple[Shown, ...]:
    """The passages of every search of an answer, one search after the other."""
    searches = [
        [_source(one) for one in objects(object_of(attachment.get("file_search")).get("sources"))]
        for attachment in objects(record.get("attachments"))
        if attachment.get("type") == "file_search"
    ] or [_printed(call.get("output")) for call in _calls(record)]
    found = [passage for search in searches for passage in search]
    shown = [Shown(None, at, text, document=file) for at, (text, file) in enumerate(found, 1)]
    cited = []
    for turn, at in dict.fromkeys((int(turn), int(at)) for turn, at in MARK.findall(answer)) if shown else ():
        if turn < len(searches) and at < len(searches[turn]):
            cited.append(sum(map(len, searches[:turn])) + at + 1)
        else:
            tally.note(OUTSIDE, line)
    return cite_positions(shown, cited, tally, line)


def _source(source: JSON) -> tuple[str | None, str | None]:
    """(text, file) of a passage."""
    return text_of(source.get("content")), first_text(source, "fileName", "fileId")


def _calls(record: JSON) -> list[JSON]:
    calls = (
        object_of(part.get("tool_call")) for part in objects(record.get("content")) if part.get("type") == "tool_call"
    )
    return [call for call in calls if call.get("name") == "file_search"]


def _printed(output: Any) -> list[tuple[str | None, str | None]]:
    """(text, file) of the passages in a tool's output."""
    text = output if isinstance(output, str) else ""
    heads = list(PASSAGE.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    bodies = (text[head.end() : end] for head, end in zip(heads, ends, strict=False))
    return [
        (text_of(re.sub(r"\n+---\s*\Z", "", body)), text_of(head[1])) for head, body in zip(heads, bodies, strict=True)
    ]


def _rewritten(record: JSON, query: str | None) -> str | None:
    """The first query that the model sent to the file search, where it is another text than the question."""
    made = next(filter(None, (text_of(object_of(call.get("args")).get("query")) for call in _calls(record))), None)
    return made if made != query else None


READER = LogReader(
    "librechat",
    "LibreChat conversations and messages",
    recognises,
    read,
    bare="No answer has a file search with results: export the messages with their attachments and tool calls.",
)
