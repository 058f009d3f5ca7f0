"""`goldkit generate --concurrency 64`: as many calls at once, slowed down together, and few to an endpoint that only fails."""

import json
import threading
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest

from goldkit.cli.exits import INCOMPLETE, OK, run
from goldkit.generation.generate import TRIAL, UNUSABLE
from goldkit.llm import client
from goldkit.llm.model import TOLERATED
from goldkit.store.golden import GoldenDirectory

AT_ONCE = 64
TRIES = 4
"""Of each request: one, and three again."""
MOST = TRIES * (TRIAL + TOLERATED - 1)
"""Calls to an endpoint that has never answered: those begun on trial, and one more for each that is given up before the last."""


def reply_to(body):
    """A good reply to a passage, with a question like no other."""
    passage = body["messages"][-1]["content"].splitlines()[1]
    digest = sha256(f"{body['messages'][0]} {passage}".encode()).hexdigest()
    question = f"Where do {digest[:12]} and {digest[12:24]} meet?"
    return {"quote": passage.rstrip("."), "question": question, "answer": "so"}


@pytest.fixture
def told(tmp_path, llm_server, monkeypatch, capfd):
    """Runs the command line with 64 calls at once; returns the exit code, and what was printed and said."""
    rows = [{"id": f"d{at}", "text": f"The valve {at} is opened at {at} o'clock each day."} for at in range(400)]
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.setattr(client, "FIRST_BACKOFF", 0.05)

    def ask(*arguments, url=llm_server.url):
        where = ["--corpus", str(corpus), "--golden", str(tmp_path / "golden"), "--base-url", url, "--model", "m"]
        code = run(["generate", *where, "--concurrency", str(AT_ONCE), *arguments])
        return code, *capfd.readouterr()

    return ask


@pytest.mark.parametrize(
    ("canned", "words", "most"),
    [
        ({"body": '{"error": {"message": "the board has melted"}}', "status": 500}, "the board has melted", MOST),
        ({"body": "", "wait": 60.0}, "no answer within 0.5 s", MOST),
        ({"body": '{"error": {"message": "not so fast"}}', "status": 429}, "not so fast", MOST),
        ({"body": "come back", "status": 429, "headers": {"retry-after": "3600"}}, "come back", MOST // TRIES),
        ({"body": "<html>Sign in</html>"}, "<html>Sign in</html>", UNUSABLE + TRIAL),
    ],
    ids=["500", "hangs", "429", "429 for an hour", "garbage"],
)
def test_an_endpoint_that_only_fails_is_asked_a_few_times_and_quoted(told, llm_server, canned, words, most):
    llm_server.default = lambda _: llm_server.canned(**canned)
    code, _, said = told("-n", "300", "--timeout", "0.5")
    assert code == INCOMPLETE and "0 of 300 questions" in said and words in said
    assert TOLERATED <= len(llm_server.requests) <= most


def test_a_model_that_only_writes_rubbish_is_asked_a_few_times(told, llm_server):
    llm_server.default = lambda _: llm_server.completion("7")
    code, printed, said = told("-n", "300")
    assert code == INCOMPLETE and "12 replies in a row were unusable" in said and "'7'" in said
    assert UNUSABLE <= len(llm_server.requests) <= UNUSABLE + TRIAL
    more = len(llm_server.requests) - UNUSABLE
    assert (f"{more} repl" in printed and "after the run had ended" in printed) or not more


def test_an_endpoint_that_is_not_there_is_given_up_at_once(told):
    code, _, said = told("-n", "300", url="http://127.0.0.1:9/v1")
    assert code == INCOMPLETE and "http://127.0.0.1:9/v1 failed (unreachable)" in said and "refused" in said


def test_64_calls_are_in_flight(told, llm_server):
    full, released, seen = threading.Event(), [], Counter()

    def release():
        released.append(seen["held"])
        full.set()

    def hold(body):
        answer = llm_server.completion(reply_to(body))
        seen["all"] += 1
        if seen["all"] <= TRIAL or full.is_set():
            return answer
        seen["held"] += 1
        if seen["held"] == AT_ONCE:
            threading.Timer(0.3, release).start()  # a 65th would have come by then
        return replace(answer, until=full)

    llm_server.default = hold
    code, printed, _ = told("-n", "200")
    assert code == OK and "accepted: 200 of 200" in printed
    assert released == [AT_ONCE]


def test_a_crowd_that_is_told_to_slow_down_gets_all_its_questions(told, llm_server, tmp_path):
    refused = Counter()

    def crowded(body):
        text = json.dumps(body["messages"])
        if len(llm_server.requests) > 20 and refused.total() < 100 and refused[text] < 2:
            refused[text] += 1
            return llm_server.canned("too many", status=429, headers={"retry-after": "0.2"})
        return llm_server.completion(reply_to(body))

    llm_server.default = crowded
    code, printed, _ = told("-n", "200")
    assert code == OK and "accepted: 200 of 200" in printed and "rejected" not in printed
    assert len(llm_server.requests) == 200 + 100 and "failed" not in printed  # what is turned away costs nothing
    assert sum(1 for _ in GoldenDirectory(tmp_path / "golden").queries()) == 200


def test_lost_connections_of_an_endpoint_that_answers_end_no_run(told, llm_server):
    llm_server.default = lambda body: (
        llm_server.canned('{"choices": [', headers={"content-length": "5000"})
        if 20 < len(llm_server.requests) <= 20 + AT_ONCE
        else llm_server.completion(reply_to(body))
    )
    code, printed, _ = told("-n", "200")
    assert code == OK and "accepted: 200 of 200" in printed
    assert f"besides, {AT_ONCE} calls failed: what they cost is not known" in printed
