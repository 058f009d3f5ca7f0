"""What every tracer's logs have in common, tried with OpenInference spans."""

from __future__ import annotations

from typing import Any

from goldkit.logs.interactions import Shown


def span(name: str, parent: str | None, kind: str, start: int = 0, trace: str = "t", **more: Any) -> dict[str, Any]:
    attributes = {key.replace("__", "."): value for key, value in more.items()}
    context = {"trace_id": trace, "span_id": name}
    at = f"2026-12-01T10:00:{start:02}Z"
    return {"context": context, "parent_id": parent, "span_kind": kind, "start_time": at, "attributes": attributes}


def get(parent: str | None, query: str, *ids: str, name: str = "get", kind: str = "RETRIEVER") -> dict[str, Any]:
    prefix = "reranker.output_documents" if kind == "RERANKER" else "retrieval.documents"
    rows = {f"{prefix}.{at}.document.id": one for at, one in enumerate(ids)}
    return span(name, parent, kind, 1, input__value=query, **rows)


def test_a_rewritten_question_is_kept_beside_the_users(write, read) -> None:
    root = span("root", None, "CHAIN", input__value="and on slurm?", output__value="So.")
    (one,), _ = read(write("spans.jsonl", root, get("root", "why does my job stay idle on slurm?", "a")))
    assert (one.query, one.rewritten) == ("and on slurm?", "why does my job stay idle on slurm?")


def test_of_several_retrievals_each_has_the_question_it_was_sent(write, read) -> None:
    root = span("root", None, "AGENT", input__value="compare a and b", output__value="So [1].")
    told = [get("root", "what is a?", "a"), get("root", "what is b?", "b", name="more")]
    interactions, _ = read(write("spans.jsonl", root, *told))
    assert [(one.query, one.rewritten, one.cited) for one in interactions] == [
        ("what is a?", None, ()),
        ("what is b?", None, ()),
    ]


def test_without_a_span_around_it_the_last_call_of_a_model_answers(write, read) -> None:
    models = [span(f"llm {at}", "elsewhere", "LLM", at, output__value=f"answer {at} [1]") for at in (3, 2)]
    (one,), (file,) = read(write("spans.jsonl", get(None, "why?", "a"), *models))
    assert (one.answer, one.cited) == ("answer 3 [1]", ("a",))
    assert file.tally.used == 2


def test_a_reranked_document_that_was_not_retrieved_is_shown_last(write, read) -> None:
    root = span("root", None, "CHAIN", input__value="why?", output__value="So [1] and [2].")
    rerank = get("root", "why?", "b", "x", name="rerank", kind="RERANKER")
    (one,), _ = read(write("spans.jsonl", root, get("root", "why?", "a", "b"), rerank))
    assert one.shown == (Shown("a", 1), Shown("b", 2, cited=True), Shown("x", cited=True))


def test_a_log_without_any_retrieval_keeps_its_questions_and_says_what_would_help(write, read) -> None:
    spans = [
        span("root", None, "CHAIN", input__value="why?", output__value="So.", session__id="s"),
        span("llm", "root", "LLM", input__value="You are a helpful bot. why?"),
        span("other", None, "CHAIN", 5, trace="u", output__value="mute"),
    ]
    verdict = {"trace_id": "t", "label": "thumbs_up", "score": 1}
    (one,), (file, _) = read(write("spans.jsonl", *spans), write("notes.jsonl", verdict))
    assert (one.query, one.answer, one.shown, one.session) == ("why?", "So.", (), "s")
    assert one.rating is not None
    assert [note.split(":")[0] for note in file.tally.advice] == [
        "These spans hold no retrieval, so nothing tells which chunks were shown"
    ]
    assert {one.reason: one.count for one in file.tally.unused} == {
        "span of a trace without a retrieval": 1,
        "span without a question": 1,
    }


def test_a_verdict_on_a_span_that_was_not_exported_is_one_on_its_trace(write, read) -> None:
    verdict = {"trace_id": "t", "span_id": "llm", "label": "thumbs_down", "score": 0}
    (one,), _ = read(write("spans.jsonl", get(None, "why?", "a")), write("notes.jsonl", verdict))
    assert one.rating is not None
    assert one.rating.up is False
