"""`goldkit generate` against endpoints that misbehave: it gets its questions all the same, or says why in the endpoint's words."""

import gzip
import json
import re

import pytest

from goldkit.errors import EndpointError, IncompleteError

TEXTS = {
    "fenced": "```\n{}\n```",
    "thinking": "<think>what\n{{}}</think>{}",
    "preamble": "Here is your question:\n{}",
    "a list": "[{}]",
    "twice": "{}\n{}",
    "a key twice": '{{"question": "x", "question": "y"}}',
    "not a number": '{{"quote": NaN, "question": "x", "answer": "y"}}',
    "a lone surrogate": '{{"quote": "\\ud800", "question": "x", "answer": "y"}}',
    "a bare number": "7",
    "null": "null",
    "nothing": "{{}}",
    "cut off": '{{"quote": "The val',
    "words": "I would rather not.",
    "deep": "[" * 5000,
}
"""What a model may write around or instead of the answer, which stands for {}."""
BODIES = {
    "truncated JSON": '{"choices": [{"mess',
    "HTML": "<html><body>Sign in</body></html>",
    "no choices": '{"choices": []}',
    "null choices": '{"choices": null}',
    "null content": '{"choices": [{"message": {"content": null}}]}',
    "nothing at all": "",
    "a stream though none was asked for": 'data: {"choices": [{"delta": {"content": "{"}}]}\n\ndata: [DONE]\n\n',
    "bytes": b"\xff\xfe\x00",
    "huge": '{"choices": [{"message": {"content": "' + "x" * 300_000 + '"}}]}',
}
LOST = {
    "500": {"body": "oh no", "status": 500},
    "429 with seconds": {"body": "slow down", "status": 429, "headers": {"retry-after": "0.01"}},
    "429 with milliseconds": {"body": "slow down", "status": 429, "headers": {"retry-after-ms": "10"}},
    "429 with a date": {
        "body": "slow down",
        "status": 429,
        "headers": {"retry-after": "Wed, 02 Dec 2026 08:00:00 GMT", "date": "Wed, 02 Dec 2026 08:00:00 GMT"},
    },
    "reset in the body": {"body": '{"choices": [', "headers": {"content-length": "5000"}},
    "chunks cut off": {"body": '40\r\n{"choices": [', "headers": {"transfer-encoding": "chunked"}},
    "chunks that are none": {"body": "zz\r\n", "headers": {"transfer-encoding": "chunked"}},
    "429 with a wait nobody can read": {"body": "slow down", "status": 429, "headers": {"retry-after": "-1 soon"}},
    "wrong encoding": {"body": "no gzip", "headers": {"content-encoding": "gzip"}},
}
"""Answers that are asked for again."""


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_whatever_a_model_writes_now_and_then_the_run_gets_its_questions(asking, llm_server, good, golden, text):
    def mostly(body):
        made = good(body)
        if len(llm_server.requests) % 3:
            return llm_server.completion(made)
        answer = json.dumps(made)
        return llm_server.completion(text.format(*[answer] * text.count("{}")))

    llm_server.default = mostly
    assert "accepted: 6 of 6" in asking("-n", "6", "--concurrency", "1").stdout
    assert len(golden().queries()) == 6 and all(query.text.endswith("?") for query in golden().queries())


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_whatever_comes_instead_of_a_completion_the_run_gets_its_questions(asking, llm_server, good, golden, body):
    llm_server.answers = [llm_server.canned(body), llm_server.canned(body)]
    assert "accepted: 6 of 6" in asking("-n", "6", "--concurrency", "1").stdout
    assert len(golden().queries()) == 6


@pytest.mark.parametrize("canned", LOST.values(), ids=list(LOST))
def test_what_is_lost_on_the_way_is_asked_again(asking, llm_server, golden, canned):
    llm_server.answers = [llm_server.canned(**canned)]
    assert "accepted: 3 of 3" in asking("-n", "3", "--concurrency", "1").stdout
    assert len(llm_server.requests) == 4 and len(golden().queries()) == 3


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_an_endpoint_that_never_answers_properly_is_given_up(asking, llm_server, body):
    llm_server.default = lambda _: llm_server.canned(body)
    with pytest.raises(EndpointError, match="0 of 6 questions: 12 replies in a row were unusable"):
        asking("-n", "6")
    assert len(llm_server.requests) <= 40


@pytest.mark.parametrize(
    ("canned", "words"),
    [
        ({"body": '{"error": {"message": "no such deployment"}}', "status": 404}, "no such deployment"),
        ({"body": '{"error": {"message": "invalid key"}}', "status": 401}, "invalid key"),
        ({"body": "", "status": 307, "headers": {"location": "http://127.0.0.1:1/"}}, "http_307"),
        ({"body": "come back", "status": 429, "headers": {"retry-after": "3600"}}, "come back"),
        ({"body": '{"detail": "prompt is too odd"}', "status": 422}, "prompt is too odd"),
    ],
    ids=["404", "401", "redirect", "429 for an hour", "422"],
)
def test_an_endpoint_that_always_fails_ends_with_its_own_words(asking, llm_server, canned, words):
    llm_server.default = lambda _: llm_server.canned(**canned)
    with pytest.raises(EndpointError) as told:
        asking("-n", "50", "--concurrency", "16")
    assert words in str(told.value) and "0 of 50 questions" in str(told.value)
    assert len(llm_server.requests) <= 16


@pytest.mark.parametrize("status", [413, 400])
def test_chunks_too_large_for_the_model_are_counted_and_the_others_asked(asking, llm_server, good, golden, status):
    words = "maximum context length exceeded"
    llm_server.default = lambda body: (
        llm_server.canned(json.dumps({"error": {"message": words}}), status=status)
        if 2 <= len(llm_server.requests) <= 7
        else llm_server.completion(good(body))
    )
    printed = asking("-n", "6", "--concurrency", "1").stdout
    assert "accepted: 6 of 6" in printed and re.search(rf"failed +6 +http_{status}\n", printed)
    assert len(golden().queries()) == 6


def test_an_endpoint_for_which_every_prompt_is_too_large_is_given_up(asking, llm_server):
    llm_server.default = lambda _: llm_server.canned("entity too large", status=413)
    with pytest.raises(EndpointError, match=r"0 of 50 questions: 12 replies in a row.*http_413, entity too large"):
        asking("-n", "50", "--concurrency", "16")
    assert len(llm_server.requests) <= 12 + 4


def test_what_was_answered_before_an_endpoint_fails_is_saved(asking, llm_server, good, golden):
    llm_server.default = lambda body: (
        llm_server.completion(good(body))
        if len(llm_server.requests) <= 3
        else llm_server.canned('{"error": "out of credit"}', status=402)
    )
    with pytest.raises(IncompleteError, match=r"3 of 9 questions: .*out of credit.*-n 6 goes on"):
        asking("-n", "9", "--concurrency", "1")
    assert len(golden().queries()) == 3


def test_a_compressed_body_is_read(asking, llm_server, good):
    def packed(body):
        whole = llm_server.completion(good(body)).body.encode()
        return llm_server.canned(gzip.compress(whole), headers={"content-encoding": "gzip"})

    llm_server.default = packed
    assert "accepted: 3 of 3" in asking("-n", "3").stdout
