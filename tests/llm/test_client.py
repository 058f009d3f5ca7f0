import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goldkit.errors import IncompleteError, UsageError
from goldkit.llm.client import Client, _asked_wait
from goldkit.llm.endpoint import Endpoint, key_from
from goldkit.llm.journal import Journal
from goldkit.llm.model import JournaledModel, ReplayedModel
from goldkit.llm.pace import Pace
from goldkit.llm.request import Request

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["answer"],
    "properties": {"answer": {"type": "string"}},
}
SECRET = "sk-very-secret-0123456789"


def asked(text="q", **changes):
    content = {"model": "m", "messages": [{"role": "user", "content": text}], "schema": SCHEMA}
    return Request(
        **(content | {"parameters": {"temperature": 0.0, "max_tokens": 50, "seed": 7}, "prompt": "ask.v1"} | changes)
    )


@pytest.fixture
def slept():
    return []


@pytest.fixture
def model(llm_server, tmp_path, slept):
    """A function that makes a model on the loopback server; waiting is noted, not done."""
    made = []

    def make(concurrency=1, max_total_tokens=None, journal=None, **endpoint):
        clock = [0.0]

        def sleep(seconds):
            slept.append(seconds)
            clock[0] += seconds

        settings = {"base_url": llm_server.url, "timeout": 5.0, "retries": 2} | endpoint
        client = Client(Endpoint(**settings), Pace(settings.get("rpm"), now=lambda: clock[0], sleep=sleep))
        made.append(client)
        journal = journal or Journal(tmp_path / "journal")
        return JournaledModel("m", client, journal, concurrency=concurrency, max_total_tokens=max_total_tokens)

    yield make
    for client in made:
        client.close()


def test_a_good_answer_is_read_kept_and_not_asked_again(model, llm_server, tmp_path):
    first = model().ask_all([asked("one"), asked("two")])
    assert [reply.value for reply in first] == [{"answer": "yes"}] * 2
    assert [reply.replayed for reply in first] == [False, False]
    assert first[0].usage.total == 120
    again = model().ask_all([asked("one"), asked("three"), asked("two")])
    assert [reply.replayed for reply in again] == [True, False, True]
    assert [body["messages"][0]["content"] for body in llm_server.requests] == ["one", "two", "three"]
    assert len(list((tmp_path / "journal").iterdir())) == 3


def test_what_is_sent(model, llm_server):
    model(extra={"cache_prompt": False}).ask_all([asked()])
    body = llm_server.requests[0]
    assert (body["model"], body["seed"], body["max_tokens"], body["cache_prompt"]) == ("m", 7, 50, False)
    described = body["response_format"]["json_schema"]
    assert (described["name"], described["strict"], described["schema"]) == ("ask_v1", True, SCHEMA)


def test_the_order_of_replies_is_that_of_requests_for_any_concurrency(model, llm_server):
    def echo(body):
        time.sleep(0.001 * (7 * int(body["messages"][0]["content"]) % 5))
        return llm_server.completion({"answer": body["messages"][0]["content"]})

    llm_server.default = echo
    replies = model(concurrency=6).ask_all([asked(str(number)) for number in range(20)])
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
def test_replies_of_other_shapes_are_kept_and_classified(model, llm_server, tmp_path, content, outcome):
    llm_server.answers = [llm_server.completion(content)]
    reply = model().ask_all([asked()])[0]
    assert reply.outcome == outcome
    assert Journal(tmp_path / "journal").get(asked()) is not None
    assert model().ask_all([asked()])[0].outcome == outcome  # it was paid for: not asked again
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
def test_what_is_no_completion_is_kept_but_asked_again(model, llm_server, body, outcome):
    llm_server.answers = [llm_server.canned(body)]
    assert model().ask_all([asked()])[0].outcome == outcome
    reply = model().ask_all([asked()])[0]
    assert reply.ok and not reply.replayed
    assert model().ask_all([asked()])[0].replayed


def test_refusals_and_filters_are_named(model, llm_server):
    llm_server.answers = [
        llm_server.completion(None, message={"role": "assistant", "content": None, "refusal": "No."}),
        llm_server.completion("", finish_reason="content_filter"),
        llm_server.completion('{"ans', finish_reason="length"),
    ]
    replies = model().ask_all([asked(text) for text in "abc"])
    assert [reply.outcome for reply in replies] == ["refused", "filtered", "truncated"]


def error(status, message, **headers):
    return {"body": json.dumps({"error": {"message": message}}), "status": status, "headers": headers}


def test_the_ladder_goes_down_once_and_is_recorded(model, llm_server, tmp_path):
    llm_server.answers = [
        llm_server.canned(**error(400, "response_format json_schema is not supported")),
        llm_server.canned(**error(400, "'response_format.type' must be text")),
    ]
    replies = model().ask_all([asked("a"), asked("b")])
    assert all(reply.ok for reply in replies)
    formats = [body.get("response_format", {}).get("type") for body in llm_server.requests]
    assert formats == ["json_schema", "json_object", None, None]
    assert Journal(tmp_path / "journal").get(asked("a")).sent == {"format": "plain"}


def test_the_ladder_holds_for_many_threads_at_once(model, llm_server):
    def strict(body):
        if body.get("response_format", {}).get("type") == "json_schema":
            time.sleep(0.02)
            return llm_server.canned(**error(422, "unknown variant `json_schema`"))
        return llm_server.completion({"answer": body["response_format"]["type"]})

    llm_server.default = strict
    replies = model(concurrency=8).ask_all([asked(str(number)) for number in range(8)])
    assert {reply.value["answer"] for reply in replies} == {"json_object"}


def test_parameters_an_endpoint_does_not_take_are_renamed_or_left_out(model, llm_server, tmp_path):
    llm_server.answers = [
        llm_server.canned(**error(400, "'max_tokens' is not supported; use 'max_completion_tokens' instead.")),
        llm_server.canned(**error(400, "Unsupported value: 'temperature' does not support 0.0")),
    ]
    assert model().ask_all([asked()])[0].ok
    last = llm_server.requests[-1]
    assert (last["max_completion_tokens"], "max_tokens" in last, "temperature" in last, last["seed"]) == (
        50,
        False,
        False,
        7,
    )
    kept = Journal(tmp_path / "journal").get(asked())
    assert kept.sent == {"format": "json_schema", "changed": ["max_tokens", "temperature"]}
    assert kept.key == asked().key


def test_a_400_about_something_else_is_final_and_quoted(model, llm_server):
    llm_server.default = lambda body: llm_server.canned(**error(400, "model m does not exist"))
    failing = model()
    replies = failing.ask_all([asked(text) for text in "abcde"])
    assert [reply.outcome for reply in replies] == ["http_400"] * 3 + ["stopped"] * 2
    assert len(llm_server.requests) == 3
    assert "model m does not exist" in failing.failure and llm_server.url in failing.failure


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_will_not_get_better_is_asked_once(model, llm_server, status):
    llm_server.default = lambda body: llm_server.canned("go away", status=status)
    replies = model().ask_all([asked("a"), asked("b")])
    assert [reply.outcome for reply in replies] == [f"http_{status}", "stopped"]
    assert len(llm_server.requests) == 1


def test_a_passage_that_the_filter_of_the_endpoint_rejects_is_not_its_failure(model, llm_server):
    words = "The response was filtered due to Azure OpenAI's content management policy."
    llm_server.answers = [llm_server.canned(**error(400, words)) for _ in range(4)]
    replies = model().ask_all([asked(text) for text in "abcde"])
    assert [reply.outcome for reply in replies] == ["filtered"] * 4 + ["ok"]


def test_429_is_waited_out_as_long_as_it_asks(model, llm_server, slept):
    llm_server.answers = [
        llm_server.canned(**error(429, "slow down", **{"Retry-After": "7"})),
        llm_server.canned(**error(429, "slow down", **{"retry-after-ms": "1500"})),
    ]
    assert model().ask_all([asked()])[0].ok
    assert slept == [7.0, 1.5]


def test_a_429_that_asks_for_an_hour_is_final_for_now(model, llm_server, slept):
    llm_server.default = lambda body: llm_server.canned(**error(429, "daily cap reached", **{"Retry-After": "3600"}))
    failing = model()
    replies = failing.ask_all([asked(str(number)) for number in range(9)])
    assert [reply.outcome for reply in replies] == ["http_429"] * 3 + ["stopped"] * 6
    assert "daily cap reached" in failing.failure and slept == []


def test_a_date_in_retry_after_is_read_against_the_answers_own_date():
    dates = {"retry-after": "Wed, 02 Dec 2026 10:00:30 GMT", "date": "Wed, 02 Dec 2026 10:00:00 GMT"}
    assert _asked_wait(dates) == 30
    assert _asked_wait({"retry-after": dates["retry-after"]}) is None
    assert _asked_wait({"retry-after": "soon"}) is None
    assert _asked_wait({}) is None


def test_500s_are_asked_again_and_then_given_up(model, llm_server, slept):
    llm_server.answers = [llm_server.canned("oops", status=500), llm_server.canned("oops", status=503)]
    assert model().ask_all([asked()])[0].ok
    assert slept == [0.5, 1.0]
    llm_server.default = lambda body: llm_server.canned("upstream is down", status=502)
    before = len(llm_server.requests)
    failing = model(retries=1)
    replies = failing.ask_all([asked(f"r{number}") for number in range(5)])
    assert [reply.outcome for reply in replies] == ["http_502"] * 3 + ["stopped"] * 2
    assert len(llm_server.requests) - before == 6
    assert "upstream is down" in failing.failure


def test_a_server_that_hangs_is_a_timeout(model, llm_server):
    llm_server.default = lambda body: llm_server.canned(wait=30)
    reply = model(timeout=0.2, retries=0).ask_all([asked()])[0]
    assert (reply.outcome, reply.detail) == ("timeout", "no answer within 0.2 s")


def test_nobody_there_is_unreachable_and_said_at_once(model, llm_server):
    url = llm_server.url
    llm_server.close()
    llm_server.close = lambda: None
    gone = model(base_url=url, retries=1)
    replies = gone.ask_all([asked("a"), asked("b")])
    assert [reply.outcome for reply in replies] == ["unreachable", "stopped"]
    assert "refused" in gone.failure


def test_failed_calls_are_not_kept(model, llm_server, tmp_path):
    llm_server.answers = [llm_server.canned("no", status=401)]
    model().ask_all([asked()])
    assert not (tmp_path / "journal").exists()
    assert model().ask_all([asked()])[0].ok


def test_a_redirect_is_not_followed(model, llm_server):
    llm_server.answers = [llm_server.canned(status=307, headers={"Location": "http://127.0.0.1:9/v1/elsewhere"})]
    assert model().ask_all([asked()])[0].outcome == "http_307"


def test_a_budget_of_tokens_stops_the_run(model, llm_server):
    poor = model(max_total_tokens=250)
    replies = poor.ask_all([asked(str(number)) for number in range(6)])
    assert [reply.outcome for reply in replies] == ["ok"] * 3 + ["stopped"] * 3
    assert poor.failure == "the budget of 250 tokens is used up (360)"


def test_the_key_goes_to_the_endpoint_and_nowhere_else(model, llm_server, tmp_path, monkeypatch):
    monkeypatch.setenv("MY_KEY", f" {SECRET}\n")
    for name, value in (("OPENAI_API_KEY", "sk-other"), ("OPENAI_ORG_ID", "org-1"), ("OPENAI_PROJECT_ID", "proj-1")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer sk-other")
    url = llm_server.url.replace("http://", f"http://user:{SECRET}@") + "?token=x"
    endpoint = Endpoint(base_url=llm_server.url, api_key=key_from("MY_KEY"))
    assert SECRET not in repr(endpoint) and SECRET not in Endpoint(base_url=url).shown
    echo = json.dumps({"choices": [{"message": {"content": f"your key is {SECRET}"}}]})
    llm_server.answers = [llm_server.canned(echo), llm_server.canned(**error(401, f"Incorrect API key {SECRET}"))]
    keyed = model(api_key=endpoint.api_key)
    replies = keyed.ask_all([asked("a"), asked("b")])
    assert llm_server.headers[0]["authorization"] == f"Bearer {SECRET}"
    assert not {"openai-organization", "openai-project"} & set(llm_server.headers[0])
    assert "sk-other" not in json.dumps(llm_server.headers)
    written = "".join(path.read_text() for path in (tmp_path / "journal").iterdir())
    assert "your key is [key]" in written
    assert SECRET not in written + keyed.failure + "".join(map(repr, replies))
    assert "Incorrect API key [key]" in keyed.failure


def test_without_a_named_variable_no_key_is_sent(model, llm_server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    model().ask_all([asked()])
    assert llm_server.headers[0]["authorization"] == "Bearer none"


@pytest.mark.parametrize("value", ["", "  ", "sk ey", "sk-\x07", "clé"])
def test_a_variable_that_holds_no_key_is_told_without_its_value(monkeypatch, value):
    monkeypatch.setenv("MY_KEY", value)
    with pytest.raises(UsageError, match="environment variable MY_KEY") as told:
        key_from("MY_KEY")
    assert not value.strip() or value not in str(told.value)


@pytest.mark.parametrize("url", ["", "localhost:8000", "ftp://x/v1", "http://", "/v1"])
def test_what_is_no_url_is_told(url):
    with pytest.raises(UsageError, match="is no endpoint"):
        Endpoint(base_url=url)


def test_a_proxy_in_the_environment_is_not_used_for_this_machine(model, llm_server, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert model().ask_all([asked()])[0].ok


def test_a_replay_never_calls_and_names_what_it_lacks(model, llm_server, tmp_path):
    model().ask_all([asked("a")])
    replayed = ReplayedModel("m", Journal(None, [tmp_path / "journal"]))
    assert replayed.ask_all([asked("a")])[0].value == {"answer": "yes"}
    with pytest.raises(IncompleteError, match=r"prompt ask\.v1 about ops/a#1"):
        replayed.ask_all([asked("b", about="ops/a#1")])
    assert len(llm_server.requests) == 1


KILLED = """
import sys
from pathlib import Path
from goldkit.llm.client import Client
from goldkit.llm.endpoint import Endpoint
from goldkit.llm.journal import Journal
from goldkit.llm.model import JournaledModel
from goldkit.llm.request import Request
schema = {schema!r}
model = JournaledModel("m", Client(Endpoint(base_url=sys.argv[1])), Journal(Path(sys.argv[2])), concurrency=2)
requests = [Request(model="m", messages=[{{"role": "user", "content": str(n)}}], schema=schema) for n in range(30)]
print([reply.outcome for reply in model.ask_all(requests)])
"""


def test_kill_9_in_the_middle_loses_at_most_the_calls_in_flight(llm_server, tmp_path):
    def slow(body):
        time.sleep(0.02)
        return llm_server.completion({"answer": body["messages"][0]["content"]})

    llm_server.default = slow
    command = [sys.executable, "-c", KILLED.format(schema=SCHEMA), llm_server.url, str(tmp_path / "journal")]
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
