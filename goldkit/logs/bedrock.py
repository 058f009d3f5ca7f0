"""Amazon Bedrock knowledge bases: calls of RetrieveAndGenerate and of Retrieve, request and response in one record.

RetrieveAndGenerate tells only the passages that its answer cites, in no order. A call of Retrieve for the same question by the same
user, within a minute, tells all that was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from goldkit.logs.fields import first_text, made_id, object_of, objects, text_of
from goldkit.logs.groups import Groups, Part
from goldkit.logs.interactions import Interaction, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.times import utc
from goldkit.records import JSON

GENERATE, RETRIEVE = "RetrieveAndGenerate call", "Retrieve call"
TOGETHER = 60
"""Seconds between two calls for one question at most."""
ADVICE = "RetrieveAndGenerate tells only the passages that its answer cites: log a call of Retrieve beside it for all it found."
CHUNK_ID, SOURCE_URI = "x-amz-bedrock-kb-chunk-id", "x-amz-bedrock-kb-source-uri"


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a call of Retrieve or RetrieveAndGenerate."""
    return any(_kind(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a question asked, question by question as they are met."""
    questions = Groups()
    for file in files:
        for line, record in file.records():
            kind, query = _kind(record), _query(record)
            file.tally.kinds[kind or "other record"] += 1
            if kind is None:
                file.tally.drop("neither a call of Retrieve nor of RetrieveAndGenerate", line)
            elif query is None:
                file.tally.drop("response without the request that holds its question", line)
            else:
                questions.add(query, kind, record, file.place(line))
    for query, parts in questions:
        yield from _question(query, parts, files)


def _side(record: JSON, name: str) -> JSON:
    """The request or the response of a call, the record itself where they are not apart."""
    return object_of(record.get(name)) or record


def _kind(record: JSON) -> str | None:
    response = _side(record, "response")
    if isinstance(response.get("retrievalResults"), list):
        return RETRIEVE
    cites = objects(response.get("citations"))
    own = any("retrievedReferences" in one or "generatedResponsePart" in one for one in cites)
    empty = (
        not cites
        and "citations" in response
        and "sessionId" in response
        and "text" in object_of(response.get("output"))
    )
    return GENERATE if own or empty else None


def _query(record: JSON) -> str | None:
    request = _side(record, "request")
    return first_text(object_of(request.get("input")), "text") or first_text(
        object_of(request.get("retrievalQuery")), "text"
    )


def _question(query: str, parts: list[Part], files: Sequence[LogFile]) -> Iterator[Interaction]:
    """The calls for one question, each answer with what Retrieve found for it."""
    retrievals = [part for part in parts if part.kind == RETRIEVE]
    for part in parts:
        if part.kind == GENERATE:
            found = next((one for one in retrievals if _belongs(one.record, part.record)), None)
            if found is not None:
                retrievals = [one for one in retrievals if one is not found]
            else:
                files[part.place.file].tally.advise(ADVICE)
            yield _interaction(query, part, _shown(part, found))
    for part in retrievals:
        yield _interaction(query, part, _results(part, None))


def _belongs(retrieval: JSON, answer: JSON) -> bool:
    """Whether a retrieval may be the one that an answer rests on: by the same user and of about the same time."""
    users = {_user(one) for one in (retrieval, answer)} - {None}
    times = [datetime.fromisoformat(found) for one in (retrieval, answer) if (found := _time(one)) is not None]
    return len(users) < 2 and (len(times) < 2 or abs((times[0] - times[1]).total_seconds()) <= TOGETHER)


def _interaction(query: str, part: Part, shown: tuple[Shown, ...]) -> Interaction:
    record = part.record
    request, response = _side(record, "request"), _side(record, "response")
    session = as_id(response.get("sessionId")) or as_id(request.get("sessionId"))
    answer, time = first_text(object_of(response.get("output")), "text"), _time(record)
    named = as_id(object_of(response.get("ResponseMetadata")).get("RequestId"))
    return Interaction(
        record=named or made_id(part.kind, query, session, answer, time),
        query=query,
        place=part.place,
        time=time,
        session=session,
        conversation=session,
        user=_user(record),
        shown=shown,
        answer=answer,
    )


def _shown(answer: Part, retrieval: Part | None) -> tuple[Shown, ...]:
    """What Retrieve found with the cited passages marked, and those that it did not find last; their ranks are not known."""
    cites = (one for one in objects(_side(answer.record, "response").get("citations")))
    references = (_passage(one, None) for cite in cites for one in objects(cite.get("retrievedReferences")))
    cited = {_same(one): replace(one, cited=True) for one in references}
    found = _results(retrieval, answer) if retrieval is not None else ()
    marked = tuple(replace(one, cited=_same(one) in cited) for one in found)
    return (*marked, *(one for key, one in cited.items() if key not in {_same(other) for other in found}))


def _results(retrieval: Part, answer: Part | None) -> tuple[Shown, ...]:
    place = None if answer is None else retrieval.place
    results = objects(_side(retrieval.record, "response").get("retrievalResults"))
    found = {_same(one): one for one in (_passage(one, rank) for rank, one in reversed(list(enumerate(results, 1))))}
    return tuple(replace(one, place=place) for one in sorted(found.values(), key=lambda one: one.rank or 0))


def _passage(value: JSON, rank: int | None) -> Shown:
    metadata = object_of(value.get("metadata"))
    text = text_of(object_of(value.get("content")).get("text"))
    document = _location(object_of(value.get("location"))) or first_text(metadata, SOURCE_URI)
    return Shown(as_id(metadata.get(CHUNK_ID)), rank, text, document=document)


def _location(location: JSON) -> str | None:
    """The URI, URL or id of a passage's source, of whatever type that is."""
    found = (first_text(object_of(inner), "uri", "url", "id") for inner in location.values())
    return next(filter(None, found), None)


def _same(one: Shown) -> tuple[Any, ...]:
    """What tells passages apart: the id, else the text and where it is from."""
    return (one.chunk,) if one.chunk is not None else (one.text, one.document)


def _time(record: JSON) -> str | None:
    return next(filter(None, (utc(record.get(key)) for key in ("requestTime", "timestamp", "time"))), None)


def _user(record: JSON) -> str | None:
    return as_id(record.get("userId")) or as_id(record.get("user"))


READER = LogReader("bedrock", "Amazon Bedrock Retrieve and RetrieveAndGenerate calls", recognises, read)
