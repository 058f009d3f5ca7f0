"""AnythingLLM: rows of its table `workspace_chats`, or its exports of chats, which hold no chunks.

The vector database's own ids name the passages. They are handed to the model without numbers that start at 1, so that `[1]` in an
answer cites nothing. A thread is a conversation; a workspace mixes users and is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from goldkit.logs.citations import cited_positions
from goldkit.logs.feedback import given, thumb
from goldkit.logs.fields import made_id, message_text, object_of, objects, text_of
from goldkit.logs.interactions import Interaction, Rating, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.message_tree import UNANSWERED
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.records import JSON

ROW, EXPORTED, WORKSPACE = "table row", "exported chat", "workspace"
ADVICE = (
    "AnythingLLM's chat exports hold no chunks: read the rows of its table workspace_chats, with the column response."
)
HEADER = re.compile(r"\A\s*<document_metadata>.*?</document_metadata>\s*", re.DOTALL)
"""What AnythingLLM puts before the text of a passage."""
CUT = "...continued on in source document..."
"""What AnythingLLM puts after a text that it cuts."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a row of the table or of an export."""
    return any(_kind(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a question, as they stand."""
    for file in files:
        for line, record in file.records():
            kind = _kind(record)
            file.tally.kinds[kind or "other record"] += 1
            if kind in (EXPORTED, WORKSPACE):
                file.tally.advise(ADVICE)
            if kind is None:
                file.tally.drop("neither a row of workspace_chats nor of an export", line)
            elif kind == WORKSPACE:
                yield from _workspace(record, file, line)
            elif text_of(record.get("prompt")) is None:
                file.tally.drop("row whose prompt is no text", line)
            else:
                yield (_row if kind == ROW else _exported)(record, file, line)


def _kind(record: JSON) -> str | None:
    keys = record.keys()
    if {"prompt", "response"} <= keys and keys & {"workspaceId", "workspace_id", "feedbackScore"}:
        return ROW
    if {"prompt", "response", "sent_at"} <= keys:
        return EXPORTED
    alone = keys == {"messages"} and any({"role", "content"} <= one.keys() for one in objects(record["messages"]))
    return WORKSPACE if alone else None


def _row(record: JSON, file: LogFile, line: int) -> Interaction:
    response = object_of(record.get("response"))
    if not response and given(record.get("response")):
        file.tally.note("response that holds no JSON object", line)
    answer = text_of(response.get("text"))
    thread = as_id(record.get("thread_id")) or as_id(record.get("api_session_id"))
    up = thumb(record.get("feedbackScore"), zero_is_down=True)
    if up is None and given(record.get("feedbackScore")):
        file.tally.note("feedback that is neither up nor down", line)
    shown = _shown(response, file.tally, line)
    if shown and cited_positions(answer or ""):
        file.tally.note("answer with numbers in brackets: AnythingLLM tells the model none, so they cite nothing", line)
    return Interaction(
        record=as_id(record.get("id")) or made_id(record["prompt"], answer, as_id(record.get("createdAt"))),
        query=record["prompt"].strip(),
        place=file.place(line),
        time=utc(record.get("createdAt")),
        session=thread,
        conversation=thread,
        user=as_id(record.get("user_id")),
        shown=shown,
        answer=answer,
        rating=None if up is None else Rating(up),
    )


def _shown(response: JSON, tally: Tally, line: int) -> tuple[Shown, ...]:
    shown: dict[str | int, Shown] = {}
    for rank, source in enumerate(objects(response.get("sources")), 1):
        text = HEADER.sub("", source["text"]) if isinstance(source.get("text"), str) else ""
        if text.endswith(CUT):
            tally.note("passage whose text was cut when it was logged", line)
        chunk = as_id(source.get("id"))
        document = text_of(source.get("title")) or text_of(source.get("chunkSource"))
        shown.setdefault(chunk or rank, Shown(chunk, rank, text_of(text.removesuffix(CUT)), document=document))
    return tuple(shown.values())


def _exported(record: JSON, file: LogFile, line: int) -> Interaction:
    up = thumb(record.get("rating"))
    if up is None and given(record.get("rating")):
        file.tally.note("feedback that is neither up nor down", line)
    answer, sent = text_of(record.get("response")), record.get("sent_at")
    return Interaction(
        record=as_id(record.get("id")) or made_id(record["prompt"], answer, as_id(sent)),
        query=record["prompt"].strip(),
        place=file.place(line),
        time=utc(sent),
        user=as_id(record.get("username")),
        answer=answer,
        rating=None if up is None else Rating(up),
    )


def _workspace(record: JSON, file: LogFile, line: int) -> Iterator[Interaction]:
    """The questions of a workspace with their answers, of all its users."""
    messages = [(one.get("role"), message_text(one.get("content"))) for one in objects(record["messages"])]
    asked = [(at, text) for at, (role, text) in enumerate(messages) if role == "user" and text is not None]
    if not asked:
        file.tally.drop("workspace without a question", line)
    for at, query in asked:
        answer = next((text for role, text in messages[at + 1 : at + 2] if role == "assistant"), None)
        if answer is None:
            file.tally.note(UNANSWERED, line)
        yield Interaction(record=made_id(query, answer, at), query=query or "", place=file.place(line), answer=answer)


READER = LogReader(
    "anythingllm",
    "AnythingLLM's table workspace_chats and its chat exports",
    recognises,
    read,
    bare="No answer has sources: read the rows of the table workspace_chats, with the column response.",
)
