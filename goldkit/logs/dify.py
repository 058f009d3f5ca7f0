"""Dify: messages of its service API, its console's logs or its tables, in pages or one a line, the newest first.

What was retrieved stands in `retriever_resources`, at the top or in the message's metadata, ordered by `position`. Dify hands its
passages to the model without numbers, so that `[1]` in an answer cites nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.citations import cited_positions
from goldkit.logs.feedback import given, thumb
from goldkit.logs.fields import made_id, object_of, objects, text_of
from goldkit.logs.groups import Groups, Part
from goldkit.logs.interactions import Interaction, Rating, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.records import JSON

MESSAGE = "message"
OWN = frozenset(
    {
        "retriever_resources",
        "message_files",
        "agent_thoughts",
        "feedbacks",
        "from_end_user_id",
        "parent_message_id",
        "metadata",
    }
)
"""Fields of which a message of Dify has at least one."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a message of Dify or a page of these."""
    return any(_is_message(one) for record in records for one in _opened(record))


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a message, by conversation and time."""
    conversations = Groups()
    for file in files:
        for line, record in file.records():
            for message in _opened(record) or [{}]:
                file.tally.kinds[MESSAGE if _is_message(message) else "other record"] += 1
                if not _is_message(message):
                    file.tally.drop("no message with a query and an answer", line)
                elif text_of(message["query"]) is None:
                    file.tally.drop("message whose query is no text", line)
                else:
                    key = as_id(message["conversation_id"]) or f"\x1f{file.index}/{line}/{as_id(message.get('id'))}"
                    conversations.add(key, MESSAGE, message, file.place(line))
    for _, parts in conversations:
        yield from _conversation(parts, files)


def _opened(record: JSON) -> list[JSON]:
    """The messages of a page; any other record alone."""
    return objects(record["data"]) if isinstance(record.get("data"), list) else [record]


def _is_message(record: JSON) -> bool:
    return {"query", "answer", "conversation_id"} <= record.keys() and bool(OWN & record.keys())


def _conversation(parts: list[Part], files: Sequence[LogFile]) -> Iterator[Interaction]:
    """The messages of a conversation by time. Of one that stands in two pages or exports, that with a verdict is read."""
    unique: dict[str, Part] = {}
    for at, part in enumerate(parts):
        key = as_id(part.record.get("id")) or f"\x1f{at}"
        before = unique.setdefault(key, part)
        if before is not part:
            again = part if _verdict(part.record) is None or _verdict(before.record) is not None else before
            unique[key] = before if again is part else part
            files[again.place.file].tally.drop("message that was read already", again.place.line)
    for part in sorted(unique.values(), key=lambda part: utc(part.record.get("created_at")) or ""):
        parent = unique.get(as_id(part.record.get("parent_message_id")) or "")
        previous = text_of(parent.record["query"]) if parent is not None and parent is not part else None
        yield _interaction(part, previous, files[part.place.file].tally)


def _interaction(part: Part, previous: str | None, tally: Tally) -> Interaction:
    record, line = part.record, part.place.line
    query, answer = text_of(record["query"]) or "", text_of(record["answer"])
    conversation, user = as_id(record["conversation_id"]), as_id(record.get("from_end_user_id"))
    up = _verdict(record)
    if up is None and any(given(one.get("rating")) for one in _feedback(record)):
        tally.note("feedback that is neither up nor down", line)
    shown = _shown(record, tally, line)
    if shown and cited_positions(answer or ""):
        tally.note("answer with numbers in brackets: Dify does not number its passages, so they cite nothing", line)
    return Interaction(
        record=as_id(record.get("id")) or made_id(conversation, query, answer, as_id(record.get("created_at"))),
        query=query,
        place=part.place,
        time=utc(record.get("created_at")),
        session=conversation,
        conversation=conversation,
        user=user or as_id(record.get("from_account_id")),
        shown=shown,
        answer=answer,
        rating=None if up is None else Rating(up),
        previous=previous,
    )


def _shown(record: JSON, tally: Tally, line: int) -> tuple[Shown, ...]:
    shown: dict[Any, Shown] = {}
    for rank, resource in enumerate(sorted(_resources(record), key=_position), 1):
        chunk = as_id(resource.get("segment_id"))
        if chunk is None:
            tally.note("retrieved passage without a segment id", line)
        file = as_id(resource.get("document_name")) or as_id(resource.get("document_id"))
        shown.setdefault(chunk or rank, Shown(chunk, rank, text_of(resource.get("content")), document=file))
    return tuple(shown.values())


def _resources(record: JSON) -> list[JSON]:
    """What was retrieved: at the top of a message, or in its metadata, which tables hold as a JSON string."""
    places = (record, object_of(record.get("metadata")), object_of(record.get("message_metadata")))
    return next(filter(None, (objects(place.get("retriever_resources")) for place in places)), [])


def _position(resource: JSON) -> float:
    """By the position logged; what has none comes last."""
    try:
        return float(resource.get("position") or "inf")
    except (TypeError, ValueError):
        return float("inf")


def _feedback(record: JSON) -> list[JSON]:
    """What the team said of the answer, then what users did, each oldest first."""
    own = object_of(record.get("feedback"))
    several = sorted(objects(record.get("feedbacks")), key=lambda one: utc(one.get("created_at")) or "")
    team = [one for one in several if one.get("from_source") == "admin"]
    return [*team, *(one for one in several if one not in team), *([own] if own else [])]


def _verdict(record: JSON) -> bool | None:
    """The newest verdict of a user, else of the team; None where there is none."""
    verdicts = (thumb(one.get("rating")) for one in reversed(_feedback(record)))
    return next((up for up in verdicts if up is not None), None)


READER = LogReader(
    "dify",
    "Dify messages",
    recognises,
    read,
    bare="No message has retriever_resources: turn on citations in the app, then export its messages.",
)
