"""OpenAI Responses with file search, one a line.

Results and citations name files, not chunks: a citation tells its passage only where one passage of the file was shown. Responses
that follow each other by `previous_response_id` are a conversation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.cite import cite_documents
from goldkit.logs.fields import first_text, list_of, made_id, message_text, object_of, objects, text_of
from goldkit.logs.groups import Groups, Part
from goldkit.logs.interactions import Interaction, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.records import JSON

RESPONSE = "response"
NO_RESULTS = (
    "These responses were made without their search results: ask for them with include=file_search_call.results."
)
NO_INPUT = (
    "A response does not hold the question: log its `input` beside it; the query sent to the search stands for it here."
)


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a response."""
    return any(_is_response(_source(record)) for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a response that answers a question, by conversation and time."""
    responses, conversations = Groups(), Groups()
    before: dict[str, str] = {}  # only of responses that have one before them
    for file in files:
        for line, whole in file.records():
            record = _source(whole)
            file.tally.kinds[RESPONSE if _is_response(record) else "other record"] += 1
            if not _is_response(record):
                file.tally.drop("no response", line)
                continue
            name, previous = as_id(record.get("id")), as_id(record.get("previous_response_id"))
            if name is not None and previous is not None:
                before[name] = previous
            responses.add(name or f"\x1f{file.index}/{line}", RESPONSE, record, file.place(line))
    for name, parts in responses:
        for part in parts[1:]:
            files[part.place.file].tally.drop("response that was read already", part.place.line)
        conversations.add(_first_of(name, before), RESPONSE, parts[0].record, parts[0].place)
    for name, parts in conversations:
        yield from _conversation(name, parts, files)


def _source(record: JSON) -> JSON:
    """The response of a record that holds the request beside it, with the request's input; other records as they are."""
    inner = object_of(record.get("response"))
    if not _is_response(inner):
        return record
    request = object_of(record.get("request")) or record
    return {"input": request.get("input"), **inner}


def _is_response(record: JSON) -> bool:
    kinds = {str(one.get("type")) for one in objects(record.get("output"))}
    return record.get("object") == "response" or ("file_search_call" in kinds and "message" in kinds)


def _first_of(name: str, before: Mapping[str, str]) -> str:
    """The first response of a chain; a circle ends where it closes."""
    seen = {name}
    while name in before and before[name] not in seen:
        name = before[name]
        seen.add(name)
    return name


def _conversation(name: str, parts: list[Part], files: Sequence[LogFile]) -> Iterator[Interaction]:
    asked: dict[str | None, str] = {}
    for part in sorted(parts, key=lambda part: utc(part.record.get("created_at")) or ""):
        tally, line = files[part.place.file].tally, part.place.line
        query = _question(part.record)
        if query is None and (query := next(iter(_queries(part.record)), None)) is not None:
            tally.note("response without its question: the query sent to the search stands for it", line)
            tally.advise(NO_INPUT)
        if query is None:
            tally.drop("response to no question", line)
            continue
        asked[as_id(part.record.get("id"))] = query
        chained = not name.startswith("\x1f")
        previous = asked.get(as_id(part.record.get("previous_response_id")) or "")
        yield _interaction(query, name if chained else None, previous, part, tally)


def _interaction(query: str, conversation: str | None, previous: str | None, part: Part, tally: Tally) -> Interaction:
    record = part.record
    own = object_of(record.get("metadata"))
    texts = [one for content in _contents(record) if (one := text_of(content.get("text")))]
    named = as_id(record.get("conversation")) or as_id(object_of(record.get("conversation")).get("id")) or conversation
    queries = [one for one in _queries(record) if one != query]
    answer = "\n".join(texts) or None
    return Interaction(
        record=as_id(record.get("id")) or made_id(query, answer, as_id(record.get("created_at"))),
        query=query,
        place=part.place,
        time=utc(record.get("created_at")),
        session=first_text(own, "session", "session_id") or named,
        conversation=named,
        user=first_text(record, "user", "safety_identifier") or first_text(own, "user", "user_id"),
        shown=_shown(record, tally, part.place.line),
        answer=answer,
        rewritten=queries[0] if queries else None,
        previous=previous,
    )


def _question(record: JSON) -> str | None:
    """The text of the user's last message in the input."""
    given = record.get("input")
    if not isinstance(given, list):
        return text_of(given)
    said = [message_text(one.get("content")) for one in objects(given) if one.get("role") == "user"]
    return next((one for one in reversed(said) if one), None)


def _searches(record: JSON) -> list[JSON]:
    return [one for one in objects(record.get("output")) if one.get("type") == "file_search_call"]


def _queries(record: JSON) -> list[str]:
    """What the model sent to the file search."""
    found = (one for search in _searches(record) for one in list_of(search.get("queries")))
    return [text for one in found if (text := text_of(one))]


def _contents(record: JSON) -> list[JSON]:
    messages = (one for one in objects(record.get("output")) if one.get("type") == "message")
    return [content for message in messages for content in objects(message.get("content"))]


def _shown(record: JSON, tally: Tally, line: int) -> tuple[Shown, ...]:
    searches = _searches(record)
    if any(search.get("results") is None for search in searches):
        tally.note("file search whose results were not asked for", line)
        tally.advise(NO_RESULTS)
    shown: dict[tuple[Any, ...], Shown] = {}
    for result in (one for search in searches for one in objects(search.get("results"))):
        file, text = as_id(result.get("file_id")), text_of(result.get("text"))
        document = text_of(result.get("filename")) or file
        shown.setdefault((file, text), Shown(None, len(shown) + 1, text, document=document))
    notes = (one for content in _contents(record) for one in objects(content.get("annotations")))
    cited = [as_id(one.get("file_id")) for one in notes if one.get("type") == "file_citation"]
    return cite_documents(list(shown.values()), cited if shown else (), tally, line, [file for file, _ in shown])


READER = LogReader("openai-responses", "OpenAI Responses with file search", recognises, read)
