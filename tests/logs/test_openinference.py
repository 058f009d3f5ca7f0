from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.interactions import Place, Shown

QUESTION = "why does my job stay idle?"


def span(
    name: str, parent: str | None, kind: str, trace: str = "t", at: str = "10:00:00", **attributes: Any
) -> dict[str, Any]:
    return {
        "name": name,
        "context": {"trace_id": trace, "span_id": name},
        "parent_id": parent,
        "span_kind": kind,
        "start_time": f"2026-12-01T{at}Z",
        "attributes": {key.replace("__", "."): value for key, value in attributes.items()},
    }


def documents(*ids: str | None) -> dict[str, str]:
    rows = {f"retrieval.documents.{at}.document.content": f"text {at}" for at in range(len(ids))}
    return rows | {f"retrieval.documents.{at}.document.id": name for at, name in enumerate(ids) if name}


def trace(answer: str, *ids: str | None, name: str = "t") -> list[dict[str, Any]]:
    root = span("root", None, "CHAIN", name, input__value=QUESTION, output__value=answer, session__id="s")
    return [root, span("get", "root", "RETRIEVER", name, input__value=QUESTION, **documents(*ids))]


def annotation(
    span_id: str, label: str | None, score: float | None = None, at: str = "11:00:00", **more: Any
) -> dict[str, Any]:
    result = {"label": label, "score": score}
    return {
        "span_id": span_id,
        "name": "feedback",
        "annotator_kind": "HUMAN",
        "result": result,
        "created_at": f"2026-12-01T{at}Z",
    } | more


def reasons(file: Any) -> dict[str, tuple[int, int]]:
    return {one.reason: (one.count, one.first_line) for one in file.tally.unused}


def test_a_retrieval_with_its_answer_citation_and_thumb(write, read) -> None:
    spans = write("spans.jsonl", *trace("Ask condor_q [2].", "a", "b"))
    notes = write("notes.jsonl", annotation("root", "thumbs_up", 1.0))
    (one,), _ = read(spans, notes)
    assert one.query == QUESTION
    assert one.shown == (Shown("a", 1, "text 0"), Shown("b", 2, "text 1", cited=True))
    assert one.cited == ("b",)
    assert one.rating is not None
    assert (one.rating.up, one.rating.place) == (True, Place(1, 1))
    assert (one.session, one.conversation, one.record) == ("s", "s", "t/get")


def nested(record: dict[str, Any]) -> dict[str, Any]:
    """The same span with its attributes as objects in objects."""
    tree: dict[str, Any] = {}
    for key, value in record["attributes"].items():
        node = tree
        *steps, last = key.split(".")
        for step in steps:
            node = node.setdefault(step, {})
        node[last] = value
    if "retrieval" in tree:
        rows = tree["retrieval"]["documents"]
        tree["retrieval"]["documents"] = [rows[str(at)] for at in range(len(rows))]
    return record | {"attributes": tree}


def row(record: dict[str, Any]) -> dict[str, Any]:
    """The same span as a row of a data frame."""
    flat = {f"context.{key}": value for key, value in record["context"].items()}
    found = {key: value for key, value in record["attributes"].items() if not key.startswith("retrieval")}
    names = sorted({key.split(".")[2] for key in record["attributes"] if key.startswith("retrieval")})
    rows = [
        {
            f"document.{field}": record["attributes"].get(f"retrieval.documents.{at}.document.{field}")
            for field in ("id", "content")
        }
        for at in names
    ]
    return {
        "parent_id": record["parent_id"],
        "span_kind": record["span_kind"],
        "start_time": 1796119200000,
        **flat,
        **{f"attributes.{key}": value for key, value in found.items()},
        "attributes.retrieval.documents": rows or None,
    }


def in_string(record: dict[str, Any]) -> dict[str, Any]:
    return record | {"attributes": json.dumps(record["attributes"])}


@pytest.mark.parametrize("shape", [nested, row, in_string])
def test_every_export_of_a_span_reads_alike(write, read, shape: Any) -> None:
    flat, _ = read(write("flat.jsonl", *trace("So [1].", "a", "b")))
    other, _ = read(write("other.jsonl", *map(shape, trace("So [1].", "a", "b"))))
    assert other == flat


def test_a_page_of_the_api_is_opened(write, read) -> None:
    (one,), _ = read(write("page.json", {"data": trace("So.", "a"), "next_cursor": None}))
    assert one.query == QUESTION


def test_two_spans_of_one_retrieval_are_one(write, read) -> None:
    inner = span("inner", "get", "RETRIEVER", input__value=json.dumps({"query_bundle": {"query_str": QUESTION}}))
    twin = span("twin", "root", "RETRIEVER", input__value=QUESTION)
    interactions, (file,) = read(write("spans.jsonl", *trace("So [1].", "a"), inner, twin))
    assert [(one.query, one.record, one.cited) for one in interactions] == [(QUESTION, "t/get", ("a",))]
    assert reasons(file) == {"retriever span without a question, or of a retrieval that another span records": (2, 3)}


def test_an_outer_span_without_documents_takes_those_inside_it(write, read) -> None:
    outer = span("outer", None, "RETRIEVER", input__value=QUESTION)
    inner = span("inner", "outer", "RETRIEVER", input__value="{}", **documents("a"))
    (one,), _ = read(write("spans.jsonl", inner, outer))
    assert (one.record, [shown.chunk for shown in one.shown]) == ("t/outer", ["a"])


def test_two_retrievals_of_a_trace_make_its_citations_point_nowhere(write, read) -> None:
    second = span("more", "root", "RETRIEVER", at="10:00:01", input__value="another question", **documents("x"))
    interactions, _ = read(write("spans.jsonl", *trace("So [1].", "a"), second))
    assert [(one.query, one.cited) for one in interactions] == [(QUESTION, ()), ("another question", ())]


def test_citations_point_at_the_reranked_list(write, read) -> None:
    reranker = span("rerank", "root", "RERANKER", **{"reranker.output_documents.0.document.id": "b"})
    (one,), _ = read(write("spans.jsonl", *trace("So [1].", "a", "b"), reranker))
    assert one.cited == ("b",)
    assert [shown.chunk for shown in one.shown] == ["a", "b"]


def test_ids_that_only_the_output_or_the_metadata_holds(write, read) -> None:
    found = {"documents": [{"id": "from output", "page_content": "t"}, {"page_content": "u"}, {"page_content": "v"}]}
    metadata = {"retrieval.documents.1.document.metadata": json.dumps({"chunk_id": 17})}
    (one,), (file,) = read(
        write(
            "spans.jsonl",
            span(
                "get",
                None,
                "RETRIEVER",
                input__value=QUESTION,
                output__value=json.dumps(found),
                **documents(None, None, None),
                **metadata,
            ),
        )
    )
    assert [(shown.chunk, shown.rank) for shown in one.shown] == [("from output", 1), ("17", 2), (None, 3)]
    assert one.shown[2].text == "text 2"
    assert [(note.reason, note.count) for note in file.tally.notes] == [
        ("retrieval with a document that has no id: told by its text", 1)
    ]


def test_the_newest_verdict_of_a_person_counts(write, read) -> None:
    spans = write("spans.jsonl", *trace("So.", "a"))
    notes = write(
        "notes.jsonl",
        annotation("root", "thumbs_down", at="12:00:00"),
        annotation("root", "thumbs_up", at="11:00:00"),
        annotation("root", "correct", 1.0, at="13:00:00", annotator_kind="LLM"),
        annotation("root", "somewhat", 0.5),
        annotation("gone", "thumbs_up"),
    )
    (one,), (_, file) = read(spans, notes)
    assert one.rating is not None
    assert one.rating.up is False
    assert reasons(file) == {
        "annotation by a model or code, not by a person": (1, 3),
        "annotation that is neither up nor down": (1, 4),
        "annotation of a span that is in none of the files given": (1, 5),
    }


def test_scores_run_from_zero_to_one_and_traces_are_rated_too(write, read) -> None:
    spans = write("spans.jsonl", *trace("So.", "a"))
    by_score, _ = read(spans, write("score.jsonl", annotation("root", None, 0.0)))
    by_trace, _ = read(spans, write("trace.jsonl", {"trace_id": "t", "label": "thumbs_up", "score": 1}))
    assert [one.rating.up for one in by_score + by_trace] == [False, True]


def test_an_annotation_of_an_id_that_several_traces_use_is_of_the_last_before_it(write, read) -> None:
    spans = [
        record | {"start_time": f"2026-12-01T{hour}:00:00Z"}
        for name, hour in (("t9", 9), ("t11", 11), ("t13", 13))
        for record in trace("So.", "a", name=name)
    ]
    notes = write("notes.jsonl", annotation("root", "thumbs_up", at="12:00:00"))
    interactions, (_, file) = read(write("spans.jsonl", *spans), notes)
    assert [one.record for one in interactions if one.rating] == ["t11/get"]
    assert [note.count for note in file.tally.notes] == [1]


def test_annotations_inside_a_span(write, read) -> None:
    root, get = trace("So.", "a")
    root["attributes"] |= {
        "annotations.0.annotation.label": "thumbs_up",
        "annotations.0.annotation.annotator_kind": "HUMAN",
    }
    (one,), _ = read(write("spans.jsonl", root, get))
    assert one.rating is not None
    assert one.rating.up is True


def test_an_annotation_by_a_model_inside_a_span_is_an_oddity_of_the_span(write, read) -> None:
    root, get = trace("So.", "a")
    root["attributes"] |= {
        "evaluations.0.evaluation.label": "correct",
        "evaluations.0.evaluation.annotator_kind": "LLM",
    }
    (one,), (file,) = read(write("spans.jsonl", root, get))
    assert one.rating is None
    assert file.tally.used == 2
    assert [note.reason for note in file.tally.notes] == ["annotation by a model or code, not by a person"]


def test_documents_of_the_langchain_instrumentor_have_a_text_and_a_source_only(write, read) -> None:
    rows = documents(None, None) | {
        "retrieval.documents.0.document.metadata": json.dumps({"source": "a.md"}),
        "retrieval.documents.1.document.metadata": json.dumps({"source": "b.md", "doc_id": "b"}),
    }
    root = span("root", None, "CHAIN", input__value=QUESTION, output__value="So [2].")
    (one,), _ = read(write("spans.jsonl", root, span("get", "root", "RETRIEVER", input__value=QUESTION, **rows)))
    assert one.shown == (
        Shown(None, 1, "text 0", document="a.md"),
        Shown(None, 2, "text 1", document="b", cited=True),
    )


def test_spans_that_tell_nothing_are_counted_by_kind(write, read) -> None:
    spans = write(
        "spans.jsonl",
        *trace("So [7].", "a"),
        span("llm", "root", "LLM"),
        span("alone", None, "CHAIN", "other"),
        trace("So [7].", "a")[0],
        {"neither": 1},
        span("mute", None, "RETRIEVER", "third"),
    )
    _, (file,) = read(spans)
    assert reasons(file) == {
        "llm span: tells nothing about a retrieval": (1, 3),
        "span of a trace without a retrieval": (1, 4),
        "span that was read already": (1, 5),
        "neither a span of a known kind nor an annotation": (1, 6),
        "retriever span without a question, or of a retrieval that another span records": (1, 7),
    }
    assert [note.reason for note in file.tally.notes] == ["answer that cites a position outside the retrieved list"]


def test_a_circle_of_parents_ends(write, read) -> None:
    one, other = span("a", "b", "RETRIEVER", input__value="q"), span("b", "a", "CHAIN")
    interactions, _ = read(write("spans.jsonl", one, other))
    assert [found.query for found in interactions] == ["q"]


def test_the_example_logs(read) -> None:
    folder = os.environ.get("GOLDKIT_EXAMPLE_LOGS")
    if not folder:
        pytest.skip("GOLDKIT_EXAMPLE_LOGS is not set")
    logs = Path(folder)
    interactions, _ = read(logs / "phoenix_spans.jsonl", logs / "phoenix_span_annotations.jsonl")
    told = [(len(one.shown), one.cited, one.rating and one.rating.up) for one in interactions]
    assert told == [(3, ("docs/condor.md#3",), True), (2, ("docs/krb.md#0",), None), (1, (), None)]
    assert [shown.chunk for shown in interactions[2].shown] == ["docs/backup.md#0"]
