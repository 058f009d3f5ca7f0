"""Azure OpenAI on your data: chunk ids that are none, citations from 1, everything found where it was asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goldkit.logs.azure import ADVICE
from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Shown


def document(file: Any, number: Any, text: str, **more: Any) -> dict[str, Any]:
    return {"content": text, "title": "t", "url": None, "filepath": file, "chunk_id": number} | more


def completion(text: Any, citations: Any, found: Any = None, asked: Any = ("why?",), **context: Any) -> dict[str, Any]:
    inner = {"citations": citations, "intent": '["why?"]'} | (
        {} if found is None else {"all_retrieved_documents": found}
    )
    message = {"role": "assistant", "content": text, "context": inner | context}
    request = {"messages": [{"role": "user", "content": one} for one in asked], "user": "u"}
    return {"id": "z", "created": 1793610843, "request": request, "choices": [{"message": message}]}


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


def test_a_number_within_a_file_is_no_id_and_citations_count_from_one(write, read) -> None:
    citations = [
        document("a.md", "0", "one"),
        document("b.md", "0", "two"),
        document(None, "0", "three", url="https://x"),
    ]
    (one,), (file,) = read(write("z.jsonl", completion("So [doc2][doc3], [doc9], [1].", citations)))
    assert one.shown == (
        Shown(None, 1, "one", document="a.md"),
        Shown(None, 2, "two", document="b.md", cited=True),
        Shown(None, 3, "three", document="https://x", cited=True),
    )
    assert notes(file) == {"answer that cites a position outside the retrieved list": 1}


def test_everything_found_stands_in_its_order_and_a_citation_besides_it_last(write, read) -> None:
    citations = [document("b.md", 0, "two"), document("c.md", 5, "five")]
    found = [
        document("a.md", "0", "one"),
        document("b.md", "0", "two"),
        document("a.md", "0", "one"),
        document("b.md", "1", "more"),
    ]
    (one,), _ = read(write("z.jsonl", completion("So [doc1], [DOC2].", citations, found)))
    assert one.shown == (
        Shown(None, 1, "one", document="a.md"),
        Shown(None, 2, "two", document="b.md", cited=True),
        Shown(None, 3, "more", document="b.md"),
        Shown(None, None, "five", document="c.md", cited=True),
    )


@pytest.mark.parametrize(
    ("intent", "rewritten"),
    [
        ('["WHY?"]', None),
        ('["idle job", "other"]', "idle job"),
        (["idle job"], "idle job"),
        ("idle job", "idle job"),
        ("[", "["),
        (None, None),
    ],
)
def test_the_intent_is_the_question_as_rewritten(write, read, intent: Any, rewritten: str | None) -> None:
    (one,), _ = read(write("z.jsonl", completion("So.", [], intent=intent)))
    assert one.rewritten == rewritten


def test_the_last_thing_the_user_said_is_the_question_and_what_came_before_is_kept(write, read) -> None:
    (one,), _ = read(
        write("z.jsonl", completion("So.", [], asked=["first?", None, [{"type": "text", "text": "and then?"}]]))
    )
    assert (one.query, one.previous, one.user, one.time) == ("and then?", "first?", "u", "2026-11-02T09:14:03Z")


def test_older_versions_hold_the_context_in_a_message_of_a_tool(write, read) -> None:
    tool = {"role": "tool", "content": json.dumps({"citations": [document("a.md", "0", "one")], "intent": "[]"})}
    choice = {"messages": [tool, {"role": "assistant", "content": "So [doc1]."}]}
    record = {
        "id": "z",
        "request": {"messages": [{"role": "user", "content": "why?"}]},
        "response": {"choices": [choice]},
    }
    (one,), _ = read(write("z.jsonl", record))
    assert (one.answer, one.shown) == ("So [doc1].", (Shown(None, 1, "one", document="a.md", cited=True),))


def test_a_completion_without_its_request_is_told_with_the_cure(write, read) -> None:
    bare = completion("So.", [])
    del bare["request"]
    interactions, (file,) = read(
        write("z.jsonl", bare, completion("So.", None, asked=()), completion("So.", []), {"choices": []})
    )
    assert [one.shown for one in interactions] == [()]
    assert reasons(file) == {
        "completion without the request that holds its question": 2,
        "no completion with a context of citations": 1,
    }
    assert file.tally.advice == [ADVICE]
    assert not LOG_READERS["azure"].recognises(
        [{"choices": [{"message": {"content": "x", "context": None}}]}, {"choices": None}]
    )
