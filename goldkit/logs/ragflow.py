"""RAGFlow: chat and agent sessions.

`reference[k]` belongs to the k-th answer; the greeting that opens a session is none. The chunks of a reference are a list, or an
object keyed by numbers. `##1$$` and `[ID:1]` in an answer count from 0, or name the key of such an object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.cite import OUTSIDE, cite_positions
from goldkit.logs.feedback import thumb
from goldkit.logs.fields import made_id, message_text, objects, text_of
from goldkit.logs.interactions import Interaction, Place, Rating, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.message_tree import AGAIN, UNANSWERED
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

MARK = re.compile(r"##(\d{1,4})\$\$|\[ID:\s*(\d{1,4}(?:\s*,\s*(?:ID:\s*)?\d{1,4})*)\s*\]")
OWN = frozenset({"reference", "dialog_id", "chat_id", "chat", "agent_id"})
"""Fields of which a session of RAGFlow has at least one."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a session of RAGFlow or an answer of its API that holds some."""
    return any(_is_session(one) for record in records for one in _opened(record))


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction an answer, or a question that got none, session by session as they stand."""
    for file in files:
        for line, record in file.records():
            for session in _opened(record) or [{}]:
                if not _is_session(session):
                    file.tally.kinds["other record"] += 1
                    file.tally.drop("no session with messages", line)
                    continue
                file.tally.kinds["session"] += 1
                found = list(_session(session, file.place(line), file.tally))
                if not found:
                    file.tally.drop("session without a question", line)
                yield from found


def _opened(record: JSON) -> list[JSON]:
    """The sessions inside an answer of the API; any other record alone."""
    if "code" not in record and "data" not in record:
        return [record]
    data = record.get("data")
    return [data] if isinstance(data, dict) else objects(data)


def _messages(session: JSON) -> list[JSON]:
    return objects(session.get("messages")) or objects(session.get("message"))


def _is_session(record: JSON) -> bool:
    return bool(OWN & record.keys()) and any("role" in one and "content" in one for one in _messages(record))


def _session(session: JSON, place: Place, tally: Tally) -> Iterator[Interaction]:
    messages = _messages(session)
    references = _references(session, messages, tally, place.line)
    name = as_id(session.get("id")) or made_id(*(message_text(one.get("content")) for one in messages))
    question: JSON | None = None
    answers = 0
    for at, message in enumerate(messages):
        if message_text(message.get("content")) is None:
            tally.note("message without a text", place.line)
        elif message.get("role") == "user":
            if question is not None and answers == 0:
                yield _interaction(session, name, question, None, None, place, tally)
            question, answers = message, 0
        elif message.get("role") == "assistant" and question is not None:
            if answers:
                tally.note(AGAIN, place.line)
            answers += 1
            yield _interaction(session, name, question, message, references.get(at), place, tally)
    if question is not None and answers == 0:
        yield _interaction(session, name, question, None, None, place, tally)


def _references(session: JSON, messages: list[JSON], tally: Tally, line: int) -> dict[int, Any]:
    """Position of an answer among the messages → its reference: its own field, or by its number in the session's list.

    Some versions add an empty one for the greeting.
    """
    first = next((at for at, one in enumerate(messages) if one.get("role") == "user"), len(messages))
    answers = [at for at, one in enumerate(messages) if at > first and one.get("role") == "assistant"]
    inline = {at: messages[at]["reference"] for at in answers if messages[at].get("reference")}
    listed = decoded(session.get("reference"))
    if inline or not listed:
        return inline
    if isinstance(listed, dict):
        if len(answers) > 1:
            tally.note("one reference for several answers: taken for the last one", line)
        return {answers[-1]: listed} if answers else {}
    listed = listed if isinstance(listed, list) else []
    extra = len(listed) - len(answers)
    if 0 < extra <= first and not any(_chunks(one) for one in listed[:extra]):
        listed = listed[extra:]
    elif extra > 0:
        tally.note("session with more references than answers", line)
    return dict(zip(answers, listed, strict=False))


def _interaction(
    session: JSON, name: str, question: JSON, answer: JSON | None, reference: Any, place: Place, tally: Tally
) -> Interaction:
    if answer is None:
        tally.note(UNANSWERED, place.line)
    said = answer or {}
    text = message_text(said.get("content"))
    up = thumb(said.get("thumbup"), zero_is_down=True)
    query = message_text(question.get("content")) or ""
    conversation = as_id(session.get("id"))
    own = as_id(said.get("id")) or as_id(question.get("id")) or made_id(query, text)
    return Interaction(
        record=f"{name}/{own}",
        query=query,
        place=place,
        time=utc(question.get("created_at")) or utc(session.get("create_time")) or utc(session.get("create_date")),
        session=conversation,
        conversation=conversation,
        user=as_id(session.get("user_id")),
        shown=_shown(reference, text or "", tally, place.line),
        answer=text,
        rating=None if up is None else Rating(up),
    )


def _shown(reference: Any, answer: str, tally: Tally, line: int) -> tuple[Shown, ...]:
    chunks = _chunks(reference)
    shown = [
        Shown(
            as_id(chunk.get("id")) or as_id(chunk.get("chunk_id")),
            rank,
            text_of(chunk.get("content")) or text_of(chunk.get("content_with_weight")),
            document=as_id(chunk.get("document_name"))
            or as_id(chunk.get("docnm_kwd"))
            or as_id(chunk.get("document_id")),
        )
        for rank, chunk in enumerate(chunks.values(), 1)
    ]
    keys = list(chunks)
    cited = []
    for number in _marks(answer) if shown else ():
        if number in keys:
            cited.append(keys.index(number) + 1)
        elif int(number) < len(keys):
            cited.append(int(number) + 1)
        else:
            tally.note(OUTSIDE, line)
    return cite_positions(shown, cited, tally, line)


def _chunks(reference: Any) -> dict[str, JSON]:
    """Number → chunk, in the order of the list or of the object keyed by numbers."""
    value = decoded(reference)
    if isinstance(value, dict) and "chunks" in value:
        value = decoded(value["chunks"])
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {str(key): chunk for key, chunk in items if isinstance(chunk, dict)}


def _marks(answer: str) -> list[str]:
    """The numbers that an answer points at, each once, in its order."""
    found = (old or new for old, new in MARK.findall(answer))
    return list(dict.fromkeys(str(int(number)) for mark in found for number in re.findall(r"\d+", mark)))


READER = LogReader(
    "ragflow",
    "RAGFlow sessions",
    recognises,
    read,
    bare="No answer has a reference with chunks: export the sessions with their reference, of an assistant that shows quotes.",
)
