"""OpenAI Responses: results that were not asked for, citations of files, chains, questions that are not in the response."""

from __future__ import annotations

from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Shown
from goldkit.logs.openai_responses import NO_INPUT, NO_RESULTS


def result(file: Any, text: str, name: Any = None) -> dict[str, Any]:
    return {"file_id": file, "filename": name or f"{file}.md", "score": 0.5, "text": text}


def response(name: Any, question: Any = "why?", results: Any = (), cited: Any = (), **more: Any) -> dict[str, Any]:
    notes = [{"type": "file_citation", "index": 1, "file_id": file} for file in cited]
    search = {
        "type": "file_search_call",
        "queries": ["idle job"],
        "results": results if results is None else list(results),
    }
    said = {"type": "message", "content": [{"type": "output_text", "text": "So.", "annotations": notes}]}
    fields = {"id": name, "object": "response", "created_at": 1793610843, "input": question, "output": [search, said]}
    return fields | {"user": "u", "previous_response_id": None, "metadata": {}} | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


def test_a_file_id_is_no_chunk_and_a_citation_of_several_passages_is_told(write, read) -> None:
    results = [
        result("f1", "one"),
        result("f1", "two"),
        result("f2", "three", "same.md"),
        result("f3", "four", "same.md"),
    ]
    (one,), (file,) = read(write("o.jsonl", response("r", results=results, cited=["f1", "f3", "f9", "f3"])))
    assert one.shown == (
        Shown(None, 1, "one", document="f1.md"),
        Shown(None, 2, "two", document="f1.md"),
        Shown(None, 3, "three", document="same.md"),
        Shown(None, 4, "four", document="same.md", cited=True),
    )
    assert notes(file) == {
        "answer that cites a file of which several passages were shown: ambiguous": 1,
        "answer that cites a file of which no passage was shown": 1,
    }
    assert (one.rewritten, one.user, one.time) == ("idle job", "u", "2026-11-02T09:14:03Z")


def test_results_that_were_not_asked_for_are_told_once_with_the_cure(write, read) -> None:
    interactions, (file,) = read(write("o.jsonl", *(response(f"r{at}", results=None, cited=["f1"]) for at in range(3))))
    assert [one.shown for one in interactions] == [(), (), ()]
    assert notes(file) == {"file search whose results were not asked for": 3}
    assert file.tally.advice == [NO_RESULTS]
    interactions, (file,) = read(write("p.jsonl", response("r", results=[])))
    assert (file.tally.advice, notes(file)) == ([], {})


@pytest.mark.parametrize(
    "question",
    [
        "why?",
        [{"role": "user", "content": "why?"}],
        [
            {"role": "user", "content": "first?"},
            {"role": "assistant", "content": "So."},
            {"role": "user", "content": "why?"},
        ],
        [{"role": "user", "content": [{"type": "input_text", "text": "why?"}, {"type": "input_image"}]}],
        [
            {"role": "developer", "content": "be kind"},
            {"role": "user", "content": "why?"},
            {"type": "item_reference"},
            None,
        ],
    ],
)
def test_the_question_is_the_last_that_the_user_said(write, read, question: Any) -> None:
    (one,), _ = read(write("o.jsonl", response("r", question)))
    assert one.query == "why?"


def test_without_its_input_the_query_of_the_search_stands_for_the_question(write, read) -> None:
    (one, other), (file,) = read(
        write("o.jsonl", response("r", None), {"input": "why?", "response": response("s", None)})
    )
    assert [(one.query, one.rewritten), (other.query, other.rewritten)] == [("idle job", None), ("idle job", None)]
    (one,), (file,) = read(
        write("o.jsonl", {"request": {"input": "why?"}, "response": {**response("s"), "input": "other?"}})
    )
    assert one.query == "other?"
    bare = {key: value for key, value in response("s").items() if key != "input"}
    (one,), (file,) = read(write("o.jsonl", {"request": {"input": "why?"}, "response": bare}))
    assert (one.query, file.tally.advice) == ("why?", [])
    (one,), (file,) = read(write("o.jsonl", bare))
    assert (one.query, file.tally.advice) == ("idle job", [NO_INPUT])


def test_a_chain_is_one_conversation_in_whatever_order_it_is_logged(write, read) -> None:
    chain = [
        response("r3", "and Y?", created_at=1793610863, previous_response_id="r1"),
        response("r2", "and X?", created_at=1793610853, previous_response_id="r1"),
        response("r1", "why?"),
        response("alone", "other?", metadata={"session": "s"}),
        response("r1", "why?"),
        response("c", "how?", conversation={"id": "conv"}),
    ]
    interactions, (file,) = read(write("o.jsonl", *chain))
    assert [(one.record, one.conversation, one.session, one.previous) for one in interactions] == [
        ("r1", "r1", "r1", None),
        ("r2", "r1", "r1", "why?"),
        ("r3", "r1", "r1", "why?"),
        ("alone", "alone", "s", None),
        ("c", "conv", "conv", None),
    ]
    assert reasons(file) == {"response that was read already": 1}


def test_circles_and_responses_to_nothing(write, read) -> None:
    loop = [
        response("a", previous_response_id="b"),
        response("b", previous_response_id="a"),
        response("c", previous_response_id="c"),
    ]
    nothing = {"object": "response", "output": None}
    interactions, (file,) = read(write("o.jsonl", *loop, nothing, {"object": "chat.completion", "output": []}))
    assert sorted(one.record for one in interactions) == ["a", "b", "c"]
    assert reasons(file) == {"response to no question": 1, "no response": 1}
    assert not LOG_READERS["openai-responses"].recognises(
        [{"object": "chat.completion"}, {"output": [{"type": "message"}]}]
    )
