"""LlamaIndex responses, one a line, with the question beside them: a response itself does not hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldkit.logs.citations import cited_positions
from goldkit.logs.cite import cite_positions
from goldkit.logs.fields import first_text, made_id, object_of, objects, text_of
from goldkit.logs.interactions import Interaction, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.payload import question_in
from goldkit.logs.reader import LogReader
from goldkit.logs.times import utc
from goldkit.records import JSON

QUERY_KEYS = ("query", "question", "query_str", "query_bundle", "input", "prompt")
TIME_KEYS = ("timestamp", "created_at", "time")
ADVICE = "A LlamaIndex response does not hold the question: log it beside, under `query`."


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a response with its source nodes."""
    return any(_response(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a response, as they stand. Equal ones without a time are told apart by their number in the file."""
    for file in files:
        copies: dict[str, int] = {}
        for line, record in file.records():
            response = _response(record)
            file.tally.kinds["other record" if response is None else "response"] += 1
            query = next(filter(None, (question_in(record.get(key)) for key in QUERY_KEYS)), None)
            if response is None:
                file.tally.drop("no response with source nodes", line)
            elif query is None:
                file.tally.drop("response without its question", line)
                file.tally.advise(ADVICE)
            else:
                yield _interaction(query, record, response, copies, file, line)


def _response(record: JSON) -> JSON | None:
    """The object that holds `source_nodes`: the record, or its response."""
    inner = object_of(record.get("response"))
    return next((one for one in (record, inner) if isinstance(one.get("source_nodes"), list)), None)


def _interaction(
    query: str, record: JSON, response: JSON, copies: dict[str, int], file: LogFile, line: int
) -> Interaction:
    answer = text_of(response.get("response"))
    time = next(filter(None, (utc(record.get(key)) for key in TIME_KEYS)), None)
    shown = tuple(_passage(rank, one) for rank, one in enumerate(objects(response["source_nodes"]), 1))
    if any(one.chunk is None for one in shown):
        file.tally.note("source node without an id", line)
    made = made_id(query, answer, time, *(one.chunk or one.text for one in shown))
    if time is None:
        copies[made] = copies.get(made, 0) + 1
        made = f"{made}#{copies[made]}"
    cited = cited_positions(answer or "") if shown else ()
    return Interaction(
        record=as_id(record.get("id")) or made,
        query=query,
        place=file.place(line),
        time=time,
        session=as_id(record.get("session_id")),
        conversation=as_id(record.get("conversation_id")) or as_id(record.get("session_id")),
        user=as_id(record.get("user_id")),
        shown=cite_positions(shown, cited, file.tally, line),
        answer=answer,
    )


def _passage(rank: int, source: JSON) -> Shown:
    """A source node: the node inside its score, or inside `__data__`, as documents of a store are written."""
    node = object_of(source.get("node")) or source
    node = object_of(node.get("__data__")) or node
    metadata = object_of(node.get("metadata"))
    text = first_text(node, "text") or first_text(object_of(node.get("text_resource")), "text")
    parent = as_id(object_of(object_of(node.get("relationships")).get("1")).get("node_id"))
    document = first_text(metadata, "file_path", "file_name", "source", "url") or parent
    return Shown(as_id(node.get("id_")) or as_id(node.get("node_id")), rank, text, document=document)


READER = LogReader("llamaindex", "LlamaIndex responses with their question", recognises, read)
