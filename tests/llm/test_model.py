"""A model behind its journal: what is kept, what is asked again, what stops it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goldkit.errors import IncompleteError
from goldkit.llm.budget import Budget
from goldkit.llm.journal import Journal
from goldkit.llm.model import ReplayedModel
from goldkit.results.usage import Price


def test_a_good_answer_is_read_kept_and_not_asked_again(model, llm_server, tmp_path, asked, ask_all):
    first = ask_all(model(), [asked("one"), asked("two")])
    assert [reply.value for reply in first] == [{"answer": "yes"}] * 2
    assert [reply.replayed for reply in first] == [False, False]
    assert first[0].usage.total == 120
    again = ask_all(model(), [asked("one"), asked("three"), asked("two")])
    assert [reply.replayed for reply in again] == [True, False, True]
    assert [body["messages"][0]["content"] for body in llm_server.requests] == ["one", "two", "three"]
    assert len(list((tmp_path / "journal").iterdir())) == 3


def test_the_order_of_replies_is_that_of_requests_for_any_concurrency(model, llm_server, asked, ask_all):
    def echo(body):
        time.sleep(0.001 * (7 * int(body["messages"][0]["content"]) % 5))
        return llm_server.completion({"answer": body["messages"][0]["content"]})

    llm_server.default = echo
    replies = ask_all(model(concurrency=6), [asked(str(number)) for number in range(20)])
    assert [reply.value["answer"] for reply in replies] == [str(number) for number in range(20)]


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        ('```json\n{"answer": "yes"}\n```', "ok"),
        ("Sure! It is yes.", "malformed"),
        ("7", "malformed"),
        ("null", "malformed"),
        ('[{"answer": "yes"}]', "malformed"),
        ("{}", "malformed"),
        ('{"answer": "y', "malformed"),
        ("", "empty"),
        (None, "empty"),
    ],
)
def test_replies_of_other_shapes_are_kept_and_classified(model, llm_server, tmp_path, content, outcome, asked):
    llm_server.answers = [llm_server.completion(content)]
    reply = model().ask(asked())
    assert reply.outcome == outcome
    assert Journal(tmp_path / "journal").get(asked()) is not None
    assert model().ask(asked()).outcome == outcome  # it was paid for: not asked again
    assert len(llm_server.requests) == 1


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("<html>Sign in</html>", "malformed"),
        ('{"choices": []}', "empty"),
        ('{"choices": null}', "empty"),
        ('{"choices": [{"mes', "malformed"),
        (b"\xff\xfe", "malformed"),
    ],
)
def test_what_is_no_completion_is_kept_but_asked_again(model, llm_server, body, outcome, asked):
    llm_server.answers = [llm_server.canned(body)]
    assert model().ask(asked()).outcome == outcome
    reply = model().ask(asked())
    assert reply.ok and not reply.replayed
    assert model().ask(asked()).replayed


def test_refusals_and_filters_are_named(model, llm_server, asked, ask_all):
    llm_server.answers = [
        llm_server.completion(None, message={"role": "assistant", "content": None, "refusal": "No."}),
        llm_server.completion("", finish_reason="content_filter"),
        llm_server.completion('{"ans', finish_reason="length"),
    ]
    replies = ask_all(model(), [asked(text) for text in "abc"])
    assert [reply.outcome for reply in replies] == ["refused", "filtered", "truncated"]


def test_a_passage_that_the_filter_of_the_endpoint_rejects_is_not_its_failure(model, llm_server, asked, error, ask_all):
    words = "The response was filtered due to Azure OpenAI's content management policy."
    llm_server.answers = [llm_server.canned(**error(400, words)) for _ in range(4)]
    replies = ask_all(model(), [asked(text) for text in "abcde"])
    assert [reply.outcome for reply in replies] == ["filtered"] * 4 + ["ok"]


def test_failed_calls_are_not_kept(model, llm_server, tmp_path, asked):
    llm_server.answers = [llm_server.canned("no", status=401)]
    model().ask(asked())
    assert not (tmp_path / "journal").exists()
    assert model().ask(asked()).ok


def test_a_budget_of_tokens_stops_the_run(model, llm_server, asked, ask_all):
    poor = model(budget=Budget(max_tokens=250))
    replies = ask_all(poor, [asked(str(number)) for number in range(6)])
    assert [reply.outcome for reply in replies] == ["ok"] * 3 + ["stopped"] * 3
    assert poor.failure == "the budget of 250 tokens is used up (360)"


def test_a_budget_of_money_stops_the_run_by_no_more_than_what_is_in_flight(model, llm_server, asked, ask_all):
    price = Price(model="m", input=1.0, output=5.0, currency="EUR")  # 100 and 20 tokens: 0.0002 a reply
    poor = model(budget=Budget(max_cost=0.0005, price=price), concurrency=4)
    ask_all(poor, [asked(str(number)) for number in range(30)])
    assert poor.failure.startswith("the budget of 0.0005 EUR is used up (0.000")
    assert 3 <= len(llm_server.requests) <= 3 + 4
    before = len(llm_server.requests)
    assert model(budget=Budget(max_cost=0.0, price=price)).ask(asked("0")).replayed
    assert len(llm_server.requests) == before


def test_tokens_that_the_endpoint_does_not_count_are_guessed_and_said_to_be(model, llm_server, asked, ask_all):
    body = json.loads(llm_server.completion({"answer": "yes"}).body)
    del body["usage"]
    llm_server.default = lambda _: llm_server.canned(json.dumps(body))
    poor = model(budget=Budget(max_tokens=12))
    replies = ask_all(poor, [asked(f"a question {number}") for number in range(5)])
    assert [reply.outcome for reply in replies] == ["ok", "ok", "stopped", "stopped", "stopped"]
    assert replies[0].guessed and replies[0].usage.total == 7


def test_a_replay_never_calls_and_names_what_it_lacks(model, llm_server, tmp_path, asked, ask_all):
    model().ask(asked("a"))
    replayed = ReplayedModel("m", Journal(None, [tmp_path / "journal"]))
    assert replayed.ask(asked("a")).value == {"answer": "yes"}
    with pytest.raises(IncompleteError, match=r"prompt ask\.v1 about ops/a#1"):
        replayed.ask(asked("b", about="ops/a#1"))
    assert len(llm_server.requests) == 1


def test_once_stopped_only_the_journal_answers(model, llm_server, asked):
    stopped = model()
    stopped.ask(asked("a"))
    stopped.stop("interrupted")
    assert stopped.ask(asked("a")).replayed
    reply = stopped.ask(asked("b"))
    assert (reply.outcome, reply.detail, reply.settled) == ("stopped", "interrupted", False)
    assert len(llm_server.requests) == 1


KILLED = """
import sys
from pathlib import Path
from goldkit.llm.client import Client
from goldkit.llm.endpoint import Endpoint
from goldkit.llm.in_order import InOrder
from goldkit.llm.journal import Journal
from goldkit.llm.model import JournaledModel
from goldkit.llm.request import Request
schema = {"type": "object", "required": ["answer"], "properties": {"answer": {"type": "string"}}}
model = JournaledModel("m", Client(Endpoint(base_url=sys.argv[1])), Journal(Path(sys.argv[2])), concurrency=2)
requests = [Request(model="m", messages=[{"role": "user", "content": str(n)}], schema=schema) for n in range(30)]
with InOrder(model.ask, workers=2, ahead=2) as flying:
    for request in requests:
        flying.put(request)
    print([flying.take().outcome for _ in requests])
"""


def test_kill_9_in_the_middle_loses_at_most_the_calls_in_flight(llm_server, tmp_path):
    def slow(body):
        time.sleep(0.02)
        return llm_server.completion({"answer": body["messages"][0]["content"]})

    llm_server.default = slow
    command = [sys.executable, "-c", KILLED, llm_server.url, str(tmp_path / "journal")]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 20
        while len(llm_server.requests) < 8 and time.monotonic() < until:
            time.sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    time.sleep(0.05)
    first = [body["messages"][0]["content"] for body in llm_server.requests]
    assert 8 <= len(first) < 30
    whole = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert whole.stdout.strip() == str(["ok"] * 30), whole.stderr
    asked_twice = len(llm_server.requests) - 30
    assert 0 <= asked_twice <= 2  # those in flight when the process was killed
