"""Amazon Bedrock: only cited passages, unless Retrieve was logged beside; foreign ids as they are; sources of every type."""

from __future__ import annotations

from typing import Any

import pytest

from goldkit.logs.bedrock import ADVICE
from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Place, Shown

AT = "2026-11-02T09:14:03Z"


def reference(name: Any, text: str = "t", location: Any = None, **metadata: Any) -> dict[str, Any]:
    own = {} if name is None else {"x-amz-bedrock-kb-chunk-id": name}
    return {"content": {"type": "TEXT", "text": text}, "location": location, "metadata": own | metadata}


def generates(query: Any, *references: Any, at: Any = AT, **more: Any) -> dict[str, Any]:
    cites = [{"generatedResponsePart": {"textResponsePart": {"text": "So."}}, "retrievedReferences": list(references)}]
    response = {"sessionId": "s", "output": {"text": "So."}, "citations": cites}
    return {"requestTime": at, "userId": "u", "request": {"input": {"text": query}}, "response": response} | more


def retrieves(query: Any, *results: Any, at: Any = AT, **more: Any) -> dict[str, Any]:
    request = {"knowledgeBaseId": "kb", "retrievalQuery": {"text": query}}
    return {"requestTime": at, "request": request, "response": {"retrievalResults": list(results)}} | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def test_cited_passages_keep_their_foreign_ids_and_have_no_rank(write, read) -> None:
    s3 = {"type": "S3", "s3Location": {"uri": "s3://b/a.md"}}
    cited = reference("1%3A0%3Aa#3", "one", s3)
    (one,), (file,) = read(write("b.jsonl", generates("why?", cited, cited)))
    assert one.shown == (Shown("1%3A0%3Aa#3", None, "one", document="s3://b/a.md", cited=True),)
    assert (one.session, one.conversation, one.user, one.time) == ("s", "s", "u", AT)
    assert file.tally.advice == [ADVICE]


@pytest.mark.parametrize(
    ("location", "document"),
    [
        ({"type": "WEB", "webLocation": {"url": "https://x"}}, "https://x"),
        ({"type": "CUSTOM", "customDocumentLocation": {"id": "doc"}}, "doc"),
        ({"type": "KENDRA", "kendraDocumentLocation": {"uri": "k"}}, "k"),
        (None, "fallback"),
        ("text", "fallback"),
    ],
)
def test_sources_of_every_type(write, read, location: Any, document: str) -> None:
    source = {"x-amz-bedrock-kb-source-uri": "fallback"}
    (one,), _ = read(write("b.jsonl", generates("why?", reference(None, "one", location, **source))))
    assert one.shown == (Shown(None, None, "one", document=document, cited=True),)


def test_retrieve_beside_it_tells_all_that_was_found(write, read) -> None:
    found = [reference("a", "one"), reference(None, "two"), reference("a", "one"), reference("c", "three")]
    calls = write("g.jsonl", generates("why?", reference(None, "two"), reference("z", "late")))
    (one,), files = read(calls, write("r.jsonl", retrieves("why?", *found, at="2026-11-02T09:14:01Z")))
    assert one.shown == (
        Shown("a", 1, "one", Place(1, 1)),
        Shown(None, 2, "two", Place(1, 1), cited=True),
        Shown("c", 4, "three", Place(1, 1)),
        Shown("z", None, "late", cited=True),
    )
    assert [file.tally.advice for file in files] == [[], []]


@pytest.mark.parametrize("other", [{"at": "2026-11-02T10:14:01Z"}, {"userId": "v"}])
def test_a_retrieval_of_another_hour_or_user_is_a_question_of_its_own(write, read, other: dict[str, Any]) -> None:
    interactions, (file,) = read(
        write("b.jsonl", generates("why?", reference("a")), retrieves("why?", reference("b"), **other))
    )
    assert [[shown.chunk for shown in one.shown] for one in interactions] == [["a"], ["b"]]
    assert len({one.record for one in interactions}) == 2
    assert file.tally.advice == [ADVICE]


def test_each_retrieval_belongs_to_one_answer(write, read) -> None:
    rows = [generates("why?", at="2026-11-02T09:14:10Z"), generates("why?"), retrieves("why?", reference("a"))]
    interactions, _ = read(write("b.jsonl", *rows))
    assert sorted(len(one.shown) for one in interactions) == [0, 1]


def test_a_flat_record_and_one_without_its_request(write, read) -> None:
    flat = generates("why?", reference("a"))
    flat = {"input": {"text": "why?"}, **flat["response"], "ResponseMetadata": {"RequestId": "rid"}}
    bare = generates("why?", reference("a"))["response"]
    (one,), (file,) = read(write("b.jsonl", flat, bare, {"output": {"text": "So."}}))
    assert (one.record, one.query, one.answer, one.time) == ("rid", "why?", "So.", None)
    assert reasons(file) == {
        "response without the request that holds its question": 1,
        "neither a call of Retrieve nor of RetrieveAndGenerate": 1,
    }
    assert not LOG_READERS["bedrock"].recognises([{"citations": []}, {"response": {"citations": ["x"]}}])
