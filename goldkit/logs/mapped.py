"""Any JSON records whose fields the user names: `--map query=question --map chunks=retrieved --map feedback=rating`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from goldkit.errors import UsageError
from goldkit.files.canonical import encode, sha256_bytes
from goldkit.files.hash_index import HashIndex, hash64
from goldkit.logs.citations import cited_positions
from goldkit.logs.feedback import given, thumb
from goldkit.logs.flags import WORDS, flagged
from goldkit.logs.interactions import Click, Interaction, Rating, Shown, with_cited
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id, passage_id, passage_text, passages
from goldkit.logs.paths import pick
from goldkit.logs.payload import answer_in, question_in
from goldkit.logs.ranked_rows import TAKEN_UP, retrievals
from goldkit.logs.ranked_rows import check as check_rows
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

NAME = "jsonl"
FIELDS: Mapping[str, str] = {
    "query": "the question (needed)",
    "chunks": "the retrieved chunks, best first: ids, objects with an id, or a JSON string of these",
    "cited": "the chunks the answer cites: ids, 1-based positions among the retrieved, or true beside each",
    "clicked": "the chunks the user opened: ids, or true beside each in the list of chunks",
    "copied": "the chunks the user copied text from",
    "feedback": "the user's verdict on the answer: up or down in any spelling",
    "answer": "the answer; its [1] point at the retrieved chunks where `cited` is not mapped",
    "context": "the turn before, not what was retrieved: that is chunks",
    "id": "the record's id",
    "session": "the session",
    "conversation": "the conversation",
    "user": "the user",
    "time": "when",
    "rank": "where a record is one retrieved chunk: its rank; records with one id are one retrieval",
    "text": "beside rank: the text of the chunk",
}

PASSAGE = 400
"""Characters from which a context is longer than what people ask in a turn."""
_OUTSIDE = "record that cites a position outside the retrieved list"


def check(mapping: Mapping[str, str]) -> None:
    """Raise UsageError for a mapping that names an unknown field or no query."""
    names = ", ".join(FIELDS)
    unknown = [name for name in mapping if name not in FIELDS]
    if unknown:
        raise UsageError(f"--map {unknown[0]}=…: no such field; there are {names}")
    if "query" not in mapping:
        raise UsageError(f"--map query=PATH is needed to read JSON records of any shape; fields: {names}")
    check_rows(mapping)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a record, streamed; where the rank is mapped, one of all rows with an id.

    A record without an id gets one from its content: it is counted once in two exports.
    """
    return _of_rows(files, mapping) if "rank" in mapping else _of_records(files, mapping)


def _of_rows(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    for fields, shown, place in retrievals(files, mapping):
        file, query = files[place.file], _question(fields)
        if query is None:
            file.tally.note(f"retrieval without a text at query={mapping['query']}: not used", place.line)
        else:
            yield _interaction(query, fields, shown, as_id(fields["id"]) or "", file, place.line)


def _of_records(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    for file in files:
        copies = HashIndex()  # a file each, so that the same record in two files has the same number in both
        unmet = list(mapping)
        last = passages_as_context = 0
        before: tuple[Any, ...] = ()
        for line, record in file.records():
            file.tally.kinds["record"] += 1
            last = last or line
            fields = {name: pick(record, path) for name, path in mapping.items()}
            passages_as_context += _is_retrieved(fields.get("context"))
            _taken_up(record, fields, mapping, file.tally, line)
            if unmet:
                unmet = [name for name in unmet if fields[name] is None]
            query = _question(fields)
            if query is None:
                file.tally.drop(f"no text at query={mapping['query']}", line)
                continue
            before = _same_retrieval(before, fields, file.tally)
            shown = _shown(fields.get("chunks"), file.tally, line)
            name = as_id(fields.get("id")) or _made_id(query, fields, [one.chunk or "" for one in shown], copies)
            yield _interaction(query, fields, shown, name, file, line)
        if 2 * passages_as_context > file.tally.records:
            path = mapping["context"]
            file.tally.advise(
                f"context={path} looks like retrieved passages, not the turn before: --map chunks={path}?"
            )
        for name in unmet if last else ():
            file.tally.note(f"nothing at {name}={mapping[name]} in any record", last)


def _question(fields: JSON) -> str | None:
    value = fields.get("query")
    return question_in(value) if not isinstance(value, int) else str(value)


def _same_retrieval(before: tuple[Any, ...], fields: JSON, tally: Tally) -> tuple[Any, ...]:
    """What tells a retrieval, and its one chunk. Where the record before is of the same retrieval, say how such rows are read."""
    chunk = as_id(fields.get("chunks"))
    if chunk is None or fields.get("id") is None:
        return ()
    now = (fields["id"], fields["query"], chunk)
    if now[:2] == before[:2] and now != before:
        tally.advise(
            "These are rows of one chunk each, several with one id, of which only the first counts: --map rank=COLUMN makes "
            "one retrieval of them."
        )
    return now


def _is_retrieved(context: Any) -> bool:
    """Whether a context is long, or a list, as retrieved passages are; a list of messages has roles."""
    value = decoded(context)
    if isinstance(value, list):
        return bool(value) and not any(isinstance(item, dict) and "role" in item for item in value)
    return isinstance(value, str) and len(value) >= PASSAGE


def _taken_up(record: JSON, fields: JSON, mapping: Mapping[str, str], tally: Tally, line: int) -> None:
    """Put ids in place of true and false beside the chunks, and note what is neither."""
    for name in TAKEN_UP:
        if (value := fields.get(name)) is None:
            continue
        told = flagged(record, mapping["chunks"], mapping[name]) if "chunks" in mapping else None
        if told is not None:
            fields[name] = told
        elif given(value):
            found = passages(value)
            fields[name] = named = [one for one in found if _is_named(one, fields)]
            if len(named) < len(found):
                tally.note(f"{name} that is no chunk id, nor true or false beside one", line)


def _is_named(passage: Any, fields: JSON) -> bool:
    """Whether a passage has an id. The words of a table for true and false are none, unless a retrieved chunk has that id."""
    name = passage_id(passage)
    if name is None or name.strip().casefold() not in WORDS:
        return name is not None
    return any(passage_id(one) == name for one in passages(fields.get("chunks")))


def _interaction(
    query: str, fields: JSON, shown: tuple[Shown, ...], record: str, file: LogFile, line: int
) -> Interaction:
    answer = answer_in(fields.get("answer"))
    time = utc(fields.get("time"))
    if time is None and given(fields.get("time")):
        file.tally.note("a time that cannot be read", line)
    context = fields.get("context")
    return Interaction(
        record=record,
        query=query,
        place=file.place(line),
        context=question_in(context) if given(context) else None,
        time=time,
        session=as_id(fields.get("session")),
        conversation=as_id(fields.get("conversation")),
        user=as_id(fields.get("user")),
        shown=_cited(fields.get("cited"), answer, shown, file.tally, line),
        clicked=_clicks(fields.get("clicked"), "click") + _clicks(fields.get("copied"), "copy"),
        answer=answer,
        rating=_rating(fields.get("feedback"), file.tally, line),
    )


def _made_id(query: str, fields: JSON, chunks: list[str], copies: HashIndex) -> str:
    """An id from what does not change when feedback arrives later. Without a time, equal records are told apart by their number."""
    names = ("time", "session", "conversation", "user", "context", "answer")
    made = sha256_bytes(encode([query, chunks, *(fields.get(name) for name in names)]))[:16]
    if fields.get("time") is not None:
        return made
    return f"{made}#{copies.count(hash64(made))}"


def _shown(value: Any, tally: Tally, line: int) -> tuple[Shown, ...]:
    shown: dict[str | int, Shown] = {}
    for rank, passage in enumerate(passages(value), 1):
        chunk, text = passage_id(passage), passage_text(passage)
        if chunk is None and text is None:
            tally.note("record with a retrieved chunk that has neither an id nor a text", line)
            continue
        key = rank if chunk is None else chunk
        if key not in shown:
            shown[key] = Shown(chunk, rank, text)
    return tuple(shown.values())


def _clicks(value: Any, kind: Literal["click", "copy"]) -> tuple[Click, ...]:
    return tuple(Click(chunk, kind=kind) for chunk in _ids(value)) if value is not None else ()


def _ids(value: Any) -> tuple[str, ...]:
    found = (passage_id(passage) for passage in passages(value))
    return tuple(dict.fromkeys(chunk for chunk in found if chunk is not None))


def _cited(value: Any, answer: str | None, shown: tuple[Shown, ...], tally: Tally, line: int) -> tuple[Shown, ...]:
    """What was shown, with the cited marked: by the log, else by the positions that the answer names."""
    if value is not None:
        return _named(_ids(value), shown, tally, line)
    positions = set(cited_positions(answer)) if answer else None
    if not positions:
        return shown
    for _ in positions.difference([one.rank for one in shown]):
        tally.note(_OUTSIDE, line)
    return tuple([replace(one, cited=True) if one.rank in positions else one for one in shown])


def _named(ids: tuple[str, ...], shown: tuple[Shown, ...], tally: Tally, line: int) -> tuple[Shown, ...]:
    """What was shown, with the cited marked. A number that is no retrieved id is a 1-based position among the retrieved."""
    if not ids:
        return shown
    ranks = {str(one.rank) for one in shown}
    own = {one.chunk for one in shown}
    cited, positions = [], set()
    for one in ids:
        if one in own:
            cited.append(one)
        elif one in ranks:
            positions.add(one)
        elif not one.isdigit():
            cited.append(one)
        else:
            tally.note(_OUTSIDE, line)
    return with_cited((replace(one, cited=True) if str(one.rank) in positions else one for one in shown), cited)


def _rating(value: Any, tally: Tally, line: int) -> Rating | None:
    verdict = thumb(value)
    if verdict is None and given(value):
        tally.note("feedback that is neither up nor down", line)
    return None if verdict is None else Rating(verdict)


READER = LogReader(NAME, "JSON records mapped by --map", lambda records: False, read)
