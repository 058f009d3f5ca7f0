"""Write the logs of the samples: the same invented users, seen by three systems.

    python samples/logs.py

- `logs/search_ubi.ndjson`: the handbook's search page, an OpenSearch UBI bulk file
- `logs/assistant_spans.jsonl` and `logs/assistant_annotations.jsonl`: the assistant, OpenInference spans and votes
- `logs/helpdesk.jsonl`: a home-made chat at the help desk

The dirt in them (torn lines, null questions, vanished chunks, mixed kinds of feedback) is on purpose and seeded.
"""

from __future__ import annotations

import datetime as dt
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from record import corpus, dense_retriever, read_jsonl
from traffic import SEED, Event, Traffic

HERE = Path(__file__).resolve().parent
LOGS = HERE / "logs"
CUT = 160
"""The assistant's exporter cuts long attributes after so many characters."""


def dumps(record: dict[str, Any]) -> str:
    """Encode one record on one line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def iso(at: dt.datetime) -> str:
    """Format a time as the logs do: UTC, milliseconds, Z."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def write(name: str, lines: Iterable[str], bom: bool = False) -> None:
    """Write one log file."""
    LOGS.mkdir(exist_ok=True)
    text = "".join(line + "\n" for line in lines)
    (LOGS / name).write_bytes((b"\xef\xbb\xbf" if bom else b"") + text.encode())
    print(f"{name}: {len(text):,} characters")


def ubi_event(event: Event, base: dict[str, Any], action: str, rank: int, ordinal: int) -> dict[str, Any]:
    """Return one UBI event about the chunk at `rank` (from 0)."""
    attributes: dict[str, Any] = {
        "object": {"object_id": event.shown[rank][0], "object_id_field": "chunk_id"},
        "position": {"ordinal": ordinal},
    }
    record = {"application": base["application"], "action_name": action, "query_id": base["query_id"]}
    record |= {"session_id": f"s-{event.conversation}", "client_id": base["client_id"], "timestamp": base["timestamp"]}
    return record | {"event_attributes": attributes}


def ubi_records(event: Event, random_: random.Random) -> list[dict[str, Any]]:
    """Return the query and the events of one search. The mobile page counts positions from 0, the other from 1."""
    mobile = random_.random() < 0.3
    base: dict[str, Any] = {
        "application": "handbook-mobile" if mobile else "handbook-search",
        "query_id": f"{random_.getrandbits(64):016x}",
        "client_id": f"client-{event.user}",
        "user_query": event.text,
        "query_attributes": {},
        "timestamp": iso(event.at),
    }
    # The search page names its hits in the query record, the mobile page reports impressions; some do both.
    impressions = mobile or random_.random() < 0.25
    if not mobile:
        base["query_response_hit_ids"] = [chunk for chunk, _ in event.shown]
    records = [base]
    if impressions:
        records += [ubi_event(event, base, "impression", r, r + (not mobile)) for r in range(len(event.shown))]
    for chunk in event.used:
        rank = [shown for shown, _ in event.shown].index(chunk)
        records.append(ubi_event(event, base, "click", rank, rank + (not mobile)))
        if random_.random() < 0.5:
            dwell = ubi_event(event, base, "dwell", rank, rank + (not mobile))
            seconds = random_.uniform(20, 240) if event.helps.get(chunk, 0) >= 2 else random_.uniform(1, 9)
            dwell["event_attributes"]["dwell_time"] = round(seconds, 1)
            records.append(dwell)
    return records


def ubi_lines(events: list[Event], random_: random.Random) -> list[str]:
    """Return the bulk file, dirt included."""
    lines: list[str] = []
    for number, event in enumerate(events):
        for record in ubi_records(event, random_):
            index = "ubi_events" if "action_name" in record else "ubi_queries"
            lines += [dumps({"index": {"_index": index}}), dumps(record)]
        if number == 40:
            null = {"application": "handbook-search", "query_id": "0000000000000040", "user_query": None}
            lines += [dumps({"index": {"_index": "ubi_queries"}}), dumps(null | {"timestamp": iso(event.at)})]
        if number == 75:
            orphan = ubi_event(
                event,
                {
                    "application": "handbook-search",
                    "query_id": "ffffffffffffffff",
                    "client_id": "client-u99",
                    "timestamp": iso(event.at),
                },
                "click",
                0,
                1,
            )
            lines += [dumps({"index": {"_index": "ubi_events"}}), dumps(orphan), ""]
    return [*lines, '{"index":{"_index":"ubi_events"}}', '{"application":"handbook-search","action_name":"cli']


def first_sentence(text: str) -> str:
    """Return the first sentence below a chunk's heading."""
    body = " ".join(text.split("\n\n", 1)[-1].split())
    return body.split(". ")[0].rstrip(".:")


def answer_of(event: Event, texts: dict[str, str]) -> str:
    """Return what the assistant answered, with [n] for the n-th chunk shown, from 1."""
    place = {chunk: number for number, (chunk, _) in enumerate(event.shown, start=1)}
    if event.kind == "junk":
        return "Hello! Ask me about transfers, tape, campaigns or sites."
    parts = [f"{first_sentence(texts[chunk])} [{place[chunk]}]." for chunk in event.used if chunk in texts]
    return " ".join(parts) or "I could not find this in the handbook."


def thumb(event: Event, random_: random.Random) -> bool | None:
    """Return the user's vote on an answer, None for most."""
    good = any(event.helps.get(chunk, 0) >= 2 for chunk in event.used)
    if event.kind == "junk" or random_.random() > 0.45:
        return None
    return good if random_.random() < 0.92 else not good


def span(event: Event, trace: str, number: int, kind: str, attributes: dict[str, Any]) -> dict[str, Any]:
    """Return one OpenInference span as Phoenix exports it."""
    context = {"trace_id": trace, "span_id": f"{trace[:15]}{number}"}
    own = {"openinference.span.kind": kind, "session.id": f"s-{event.conversation}", "user.id": event.user}
    return {
        "name": "answer" if kind == "CHAIN" else "HandbookRetriever.retrieve",
        "context": context,
        "span_kind": kind,
        "parent_id": None if number == 0 else f"{trace[:15]}{number - 1}",
        "start_time": iso(event.at),
        "end_time": iso(event.at + dt.timedelta(milliseconds=900)),
        "status_code": "OK",
        "attributes": own | attributes,
    }


def retrieved(event: Event, texts: dict[str, str]) -> dict[str, Any]:
    """Return the flattened attributes of the retrieved documents."""
    found: dict[str, Any] = {"input.value": event.text}
    for number, (chunk, score) in enumerate(event.shown):
        key = f"retrieval.documents.{number}.document"
        found |= {f"{key}.id": chunk, f"{key}.score": score, f"{key}.content": texts.get(chunk, "(removed)")[:CUT]}
    return found


def annotation(target: str, up: bool, at: dt.datetime) -> dict[str, Any]:
    """Return a vote in the shape of Phoenix's span annotations."""
    result = {"label": "thumbs_up" if up else "thumbs_down", "score": float(up), "explanation": ""}
    return {
        "span_id": target,
        "name": "user_feedback",
        "annotator_kind": "HUMAN",
        "result": result,
        "created_at": iso(at + dt.timedelta(seconds=40)),
    }


def assistant(events: list[Event], texts: dict[str, str], random_: random.Random) -> tuple[list[str], list[str]]:
    """Return the lines of the spans and of the annotations."""
    spans: list[str] = []
    votes: list[str] = []
    for number, event in enumerate(events):
        trace = f"{random_.getrandbits(128):032x}"
        asked: dict[str, Any] = {"input.value": event.text, "output.value": answer_of(event, texts)}
        vote = thumb(event, random_)
        if vote is not None and number % 5 == 0:
            asked |= {
                "annotations.0.annotation.name": "user_feedback",
                "annotations.0.annotation.annotator_kind": "HUMAN",
                "annotations.0.annotation.label": "thumbs_up" if vote else "thumbs_down",
                "annotations.0.annotation.score": float(vote),
            }
        elif vote is not None:
            votes.append(dumps(annotation(f"{trace[:15]}0", vote, event.at)))
        spans.append(dumps(span(event, trace, 0, "CHAIN", asked)))
        spans.append(dumps(span(event, trace, 1, "RETRIEVER", retrieved(event, texts))))
        if number % 20 == 7:  # some frameworks report one retrieval twice, the inner time without documents
            inner = {"input.value": json.dumps({"query_bundle": {"query_str": event.text}})}
            spans.append(dumps(span(event, trace, 2, "RETRIEVER", inner)))
        if number == 30:
            spans += ["", dumps(span(event, f"{30:032x}", 0, "RETRIEVER", {"input.value": None}))]
    votes.append(dumps(annotation("dead00000000beef", True, events[-1].at)))  # its span was never exported
    return spans, votes


def helpdesk(events: list[Event], random_: random.Random) -> list[str]:
    """Return the lines of the home-made chat log."""
    ways: dict[bool, list[Any]] = {True: [1, "up", True, "👍"], False: [-1, "down", False]}
    lines: list[str] = []
    for number, event in enumerate(events):
        vote = thumb(event, random_)
        record: dict[str, Any] = {
            "ts": int(event.at.timestamp()),
            "conv": event.conversation,
            "user": event.user,
            "question": event.text,
            "passages": [chunk for chunk, _ in event.shown],
            "thumb": None if vote is None else random_.choice(ways[vote]),
        }
        if event.used and random_.random() < 0.6:
            record["cited"] = event.used
        lines.append(dumps(record))
        if number % 30 == 12:  # the page was loaded again: the same retrieval a second later
            lines.append(dumps(record | {"ts": record["ts"] + 1, "thumb": None}))
        if number == 50:
            lines += ["", dumps(record | {"question": None}), dumps(record | {"question": "   "})]
        if number == 80:
            lines.append(dumps(record)[:90])
    return lines


def main() -> None:
    """Write all logs."""
    ids, bodies = corpus()
    texts = dict(zip(ids, bodies, strict=True))
    newer = {line["a"] for line in read_jsonl(HERE / "editions.jsonl")}
    traffic = Traffic(read_jsonl(HERE / "questions.jsonl"), newer, dense_retriever(ids, bodies))
    random_ = random.Random(SEED + 1)
    write("search_ubi.ndjson", ubi_lines(traffic.events["ubi"], random_))
    spans, votes = assistant(traffic.events["assistant"], texts, random_)
    write("assistant_spans.jsonl", spans)
    write("assistant_annotations.jsonl", votes)
    write("helpdesk.jsonl", helpdesk(traffic.events["helpdesk"], random_), bom=True)
    for name, events in traffic.events.items():
        print(f"{name}: {len(events)} questions, {sum(map(bool, (e.used for e in events)))} with a click or citation")


if __name__ == "__main__":
    main()
