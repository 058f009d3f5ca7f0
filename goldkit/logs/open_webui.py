"""Open WebUI: exported chats, and exported feedback, which holds a snapshot of its chat.

A chat is a tree; every answer on every branch is read. `[n]` in an answer counts files, not passages. Feedback joins its chat by
chat and message id and says the same as the message's own annotation: both are one verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from goldkit.logs.citations import cited_positions
from goldkit.logs.cite import OUTSIDE, cite_documents
from goldkit.logs.feedback import thumb
from goldkit.logs.fields import list_of, message_text, object_of, objects, text_of
from goldkit.logs.gather import gather, own_name
from goldkit.logs.groups import Part
from goldkit.logs.interactions import Interaction, Rating, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.message_tree import AGAIN, UNANSWERED, Message, Turn, turns, without_question
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.records import JSON

CHAT, FEEDBACK = "chat", "feedback"
DEEPEST = 4
"""How often a chat is wrapped into an object `chat` at most, in a snapshot of it."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a chat or feedback of Open WebUI."""
    return any(_kind(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction an answer, or a question that got none; chats in the order in which they are met."""
    for key, parts in gather(files, _kind, _chat_id, "neither a chat nor feedback on one"):
        yield from _chat(own_name(key), parts, files)


def _kind(record: JSON) -> str | None:
    if {"data", "meta"} <= record.keys() and "message_id" in object_of(record["meta"]):
        return FEEDBACK
    return CHAT if _history(record) is not None else None


def _chat_id(kind: str, record: JSON) -> str | None:
    if kind == FEEDBACK:
        return as_id(object_of(record.get("meta")).get("chat_id"))
    return as_id(record.get("id")) or as_id(object_of(record.get("chat")).get("id"))


def _history(record: JSON) -> JSON | None:
    """The object that holds a chat's `history`, however often it is wrapped."""
    for _ in range(DEEPEST):
        if isinstance(object_of(record.get("history")).get("messages"), dict):
            return object_of(record["history"])
        record = object_of(record.get("chat"))
    return None


def _chat(name: str | None, parts: list[Part], files: Sequence[LogFile]) -> Iterator[Interaction]:
    """The newest export of a chat, then what only snapshots of it hold."""
    feedback = [part for part in parts if part.kind == FEEDBACK]
    chats = sorted((part for part in parts if part.kind == CHAT), key=lambda part: _time(part.record))
    for part in chats[:-1]:
        files[part.place.file].tally.drop("chat of which a newer export was read", part.place.line)
    verdicts = _verdicts(feedback, files)
    told: set[str] = set()
    for part in [*chats[-1:], *feedback]:
        tally, line = files[part.place.file].tally, part.place.line
        messages = _messages(part)
        found = [turn for turn in turns(messages) if _own_id(turn) not in told]
        told |= {_own_id(turn) for turn in found}
        for _ in range(without_question(messages)):
            tally.note("answer without a question before it", line)
        if not found and part.kind == CHAT:
            tally.drop("chat without a question", line)
        for turn in found:
            yield _interaction(name, turn, part, verdicts, tally)
    for part in feedback:
        if _message_id(part) not in told:
            files[part.place.file].tally.drop(
                "feedback on a message that is in none of the chats given", part.place.line
            )


def _verdicts(feedback: list[Part], files: Sequence[LogFile]) -> dict[str | None, Rating]:
    """Message id → its newest verdict."""
    verdicts = {}
    for part in sorted(feedback, key=lambda part: _time(part.record)):
        up = thumb(object_of(part.record.get("data")).get("rating"))
        if up is None:
            files[part.place.file].tally.note("feedback that is neither up nor down", part.place.line)
        else:
            verdicts[_message_id(part)] = Rating(up, part.place)
    return verdicts


def _messages(part: Part) -> dict[str, Message]:
    """The messages of a chat or of the snapshot in feedback, by time."""
    history = _history(object_of(part.record.get("snapshot")) if part.kind == FEEDBACK else part.record)
    records = [(name, object_of(value)) for name, value in (history or {}).get("messages", {}).items()]
    return {
        name: Message(name, as_id(record.get("parentId")), record.get("role") == "user", _text(record), record)
        for name, record in sorted(records, key=lambda item: utc(item[1].get("timestamp")) or "")
        if record.get("role") in ("user", "assistant")
    }


def _interaction(
    chat: str | None, turn: Turn, part: Part, verdicts: Mapping[str | None, Rating], tally: Tally
) -> Interaction:
    line = part.place.line
    if turn.again:
        tally.note(AGAIN, line)
    record: JSON = turn.answer.record if turn.answer else {}
    if turn.answer is None:
        tally.note(UNANSWERED, line)
    answer = turn.answer.text if turn.answer else None
    own = thumb(object_of(record.get("annotation")).get("rating"))
    return Interaction(
        record=f"{chat}/{_own_id(turn)}" if chat else _own_id(turn),
        query=turn.question.text or "",
        place=part.place,
        time=utc(turn.question.record.get("timestamp")) or utc(part.record.get("created_at")),
        session=chat,
        conversation=chat,
        user=as_id(part.record.get("user_id")),
        shown=_shown(record, answer, tally, line),
        answer=answer,
        rating=verdicts.get(_own_id(turn)) or (None if own is None else Rating(own)),
        rewritten=_rewritten(record, turn.question.text),
        previous=turn.before,
    )


def _shown(record: JSON, answer: str | None, tally: Tally, line: int) -> tuple[Shown, ...]:
    """The passages of an answer's sources, whose lists `document` and `metadata` run in parallel; cited ones marked."""
    shown: list[Shown] = []
    for source in objects(record.get("sources")) or objects(record.get("citations")):
        texts, about = (list_of(source.get(key)) for key in ("document", "metadata"))
        if len(texts) != len(about):
            tally.note("source whose lists of texts and of metadata differ in length", line)
        for text, metadata in zip_longest(texts, about):
            file = as_id(object_of(metadata).get("source")) or as_id(object_of(source.get("source")).get("id"))
            shown.append(Shown(None, len(shown) + 1, text_of(text), document=file))
    files = list(dict.fromkeys(one.document for one in shown))
    positions = cited_positions(answer or "") if shown else []
    if any(not 1 <= number <= len(files) for number in positions):
        tally.note(OUTSIDE, line)
    return cite_documents(shown, (files[number - 1] for number in positions if 1 <= number <= len(files)), tally, line)


def _rewritten(record: JSON, query: str | None) -> str | None:
    """The first query that a model made of the question, where it is another text."""
    for status in objects(record.get("statusHistory")):
        if status.get("action") == "queries_generated":
            made = next(filter(None, map(text_of, list_of(status.get("queries")))), None)
            return made if made != query else None
    return None


def _own_id(turn: Turn) -> str:
    return (turn.answer or turn.question).id


def _message_id(part: Part) -> str | None:
    return as_id(object_of(part.record.get("meta")).get("message_id"))


def _time(record: JSON) -> str:
    return utc(record.get("updated_at")) or utc(record.get("created_at")) or ""


def _text(record: JSON) -> str | None:
    return message_text(record.get("content"))


READER = LogReader(
    "open-webui",
    "Open WebUI chats and feedback",
    recognises,
    read,
    bare="No answer has sources: export the chats themselves, of a model that has knowledge.",
)
