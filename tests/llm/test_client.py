"""The client against a scripted server: the answer formats, waiting, and every way to fail."""

import time

import pytest

from goldkit.llm.journal import Journal
from goldkit.llm.retry_after import asked_wait


def test_what_is_sent(model, llm_server, asked):
    model(extra={"cache_prompt": False}).ask(asked())
    body = llm_server.requests[0]
    assert (body["model"], body["seed"], body["max_tokens"], body["cache_prompt"]) == ("m", 7, 50, False)
    described = body["response_format"]["json_schema"]
    assert (described["name"], described["strict"], described["schema"]) == ("ask_v1", True, asked().schema)


def test_the_ladder_goes_down_once_and_is_recorded(model, llm_server, tmp_path, asked, error, ask_all):
    llm_server.answers = [
        llm_server.canned(**error(400, "response_format json_schema is not supported")),
        llm_server.canned(**error(400, "'response_format.type' must be text")),
    ]
    replies = ask_all(model(), [asked("a"), asked("b")])
    assert all(reply.ok for reply in replies)
    formats = [body.get("response_format", {}).get("type") for body in llm_server.requests]
    assert formats == ["json_schema", "json_object", None, None]
    assert Journal(tmp_path / "journal").get(asked("a")).sent == {"format": "plain"}


def test_the_ladder_holds_for_many_threads_at_once(model, llm_server, asked, error, ask_all):
    def strict(body):
        if body.get("response_format", {}).get("type") == "json_schema":
            time.sleep(0.02)
            return llm_server.canned(**error(422, "unknown variant `json_schema`"))
        return llm_server.completion({"answer": body["response_format"]["type"]})

    llm_server.default = strict
    replies = ask_all(model(concurrency=8), [asked(str(number)) for number in range(8)])
    assert {reply.value["answer"] for reply in replies} == {"json_object"}


def test_parameters_an_endpoint_does_not_take_are_renamed_or_left_out(model, llm_server, tmp_path, asked, error):
    llm_server.answers = [
        llm_server.canned(**error(400, "'max_tokens' is not supported; use 'max_completion_tokens' instead.")),
        llm_server.canned(**error(400, "Unsupported value: 'temperature' does not support 0.0")),
    ]
    assert model().ask(asked()).ok
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


def test_a_400_about_something_else_is_final_and_quoted(model, llm_server, asked, error, ask_all):
    llm_server.default = lambda body: llm_server.canned(**error(400, "model m does not exist"))
    failing = model()
    replies = ask_all(failing, [asked(text) for text in "abcde"])
    assert [reply.outcome for reply in replies] == ["http_400"] * 3 + ["stopped"] * 2
    assert len(llm_server.requests) == 3
    assert "model m does not exist" in failing.failure and llm_server.url in failing.failure


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_will_not_get_better_is_asked_once(model, llm_server, status, asked, ask_all):
    llm_server.default = lambda body: llm_server.canned("go away", status=status)
    replies = ask_all(model(), [asked("a"), asked("b")])
    assert [reply.outcome for reply in replies] == [f"http_{status}", "stopped"]
    assert len(llm_server.requests) == 1


def test_429_is_waited_out_as_long_as_it_asks(model, llm_server, slept, asked, error):
    llm_server.answers = [
        llm_server.canned(**error(429, "slow down", **{"Retry-After": "7"})),
        llm_server.canned(**error(429, "slow down", **{"retry-after-ms": "1500"})),
    ]
    assert model().ask(asked()).ok
    assert slept == [7.0, 1.5]


def test_a_429_that_asks_for_an_hour_is_final_for_now(model, llm_server, slept, asked, error, ask_all):
    llm_server.default = lambda body: llm_server.canned(**error(429, "daily cap reached", **{"Retry-After": "3600"}))
    failing = model()
    replies = ask_all(failing, [asked(str(number)) for number in range(9)])
    assert [reply.outcome for reply in replies] == ["http_429"] * 3 + ["stopped"] * 6
    assert "daily cap reached" in failing.failure and slept == []


def test_a_date_in_retry_after_is_read_against_the_answers_own_date():
    dates = {"retry-after": "Wed, 02 Dec 2026 10:00:30 GMT", "date": "Wed, 02 Dec 2026 10:00:00 GMT"}
    assert asked_wait(dates) == 30
    assert asked_wait({"retry-after": dates["retry-after"]}) is None
    assert asked_wait({"retry-after": "soon"}) is None
    assert asked_wait({}) is None


@pytest.mark.parametrize(
    "value", ["soonish", "", "-5", "nan", "inf", "7 s", "Wed, 02 Dec 2026 10:00:00 +" + "9" * 30, "Wed, 99 Dec 2026"]
)
def test_a_retry_after_that_cannot_be_read_is_as_good_as_none(model, llm_server, slept, asked, value):
    headers = {"Retry-After": value, "Date": "Wed, 02 Dec 2026 10:00:00 GMT"}
    llm_server.answers = [llm_server.canned("slow", status=429, headers=headers)]
    assert model().ask(asked()).ok and slept == [0.5]


def test_a_date_that_is_past_is_no_wait_and_one_far_away_is_final_for_now(model, llm_server, slept, asked):
    def canned(year):
        headers = {"Retry-After": f"Wed, 02 Dec {year} 10:00:00 GMT", "Date": "Wed, 02 Dec 2026 10:00:00 GMT"}
        return llm_server.canned("slow", status=429, headers=headers)

    llm_server.answers = [canned(2020)]
    assert model().ask(asked()).ok and slept == []
    llm_server.answers = [canned(9999)]
    assert model().ask(asked("far")).outcome == "http_429" and slept == []


def test_500s_are_asked_again_and_then_given_up(model, llm_server, slept, asked, ask_all):
    llm_server.answers = [llm_server.canned("oops", status=500), llm_server.canned("oops", status=503)]
    assert model().ask(asked()).ok
    assert slept == [0.5, 1.0]
    llm_server.default = lambda body: llm_server.canned("upstream is down", status=502)
    before = len(llm_server.requests)
    failing = model(retries=1)
    replies = ask_all(failing, [asked(f"r{number}") for number in range(5)])
    assert [reply.outcome for reply in replies] == ["http_502"] * 3 + ["stopped"] * 2
    assert len(llm_server.requests) - before == 6
    assert "upstream is down" in failing.failure


def test_a_server_that_hangs_is_a_timeout(model, llm_server, asked):
    llm_server.default = lambda body: llm_server.canned(wait=30)
    reply = model(timeout=0.2, retries=0).ask(asked())
    assert (reply.outcome, reply.detail) == ("timeout", "no answer within 0.2 s")


def test_nobody_there_is_unreachable_and_said_at_once(model, llm_server, asked, ask_all):
    url = llm_server.url
    llm_server.close()
    llm_server.close = lambda: None
    gone = model(base_url=url, retries=1)
    replies = ask_all(gone, [asked("a"), asked("b")])
    assert [reply.outcome for reply in replies] == ["unreachable", "stopped"]
    assert "refused" in gone.failure


@pytest.mark.parametrize(
    ("canned", "failed"),
    [
        ({"body": "oops", "status": 500}, 3),
        ({"wait": 30}, 3),
        ({"body": '{"choices": [', "headers": {"content-length": "5000"}}, 3),
        ({"body": "slow down", "status": 429}, 0),
        ({"body": "no such model", "status": 404}, 0),
    ],
    ids=["500", "hangs", "breaks off", "429", "404"],
)
def test_tries_that_the_endpoint_may_have_charged_for_are_counted(model, llm_server, asked, canned, failed):
    llm_server.default = lambda body: llm_server.canned(**canned)
    asking = model(timeout=0.2)
    assert asking.ask(asked("lost")).failed == failed
    llm_server.default = lambda body: llm_server.completion({"answer": "yes"})
    if not asking.failure:
        llm_server.answers = [llm_server.canned(**canned)]
        reply = asking.ask(asked("found"))
        assert reply.ok and reply.failed == failed // 3


def test_a_lost_connection_ends_nothing_once_the_endpoint_has_answered(model, llm_server, asked):
    asking = model(retries=0)
    assert asking.ask(asked("first")).ok
    llm_server.answers = [llm_server.canned('{"choices": [', headers={"content-length": "5000"})] * 2
    lost = [asking.ask(asked(text)).outcome for text in ("second", "third")]
    assert lost == ["unreachable"] * 2 and asking.ask(asked("fourth")).ok


def test_a_redirect_is_not_followed(model, llm_server, asked):
    llm_server.answers = [llm_server.canned(status=307, headers={"Location": "http://127.0.0.1:9/v1/elsewhere"})]
    assert model().ask(asked()).outcome == "http_307"


def test_a_server_on_the_ipv6_loopback_is_asked_without_a_proxy(model, asked, monkeypatch, llm_server):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    try:
        server = type(llm_server)("::1")
    except OSError:
        pytest.skip("this machine has no IPv6")
    try:
        assert server.url.startswith("http://[::1]:") and model(base_url=server.url).ask(asked()).ok
    finally:
        server.close()


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (413, "request entity too large"),
        (400, "This model's maximum context length is 4096 tokens"),
        (400, "the request exceeds the available context size"),
    ],
)
def test_a_prompt_too_large_ends_that_request_and_no_other(model, llm_server, asked, error, ask_all, status, words):
    llm_server.answers = [llm_server.canned(**error(status, words)) for _ in range(5)]
    asking = model()
    replies = ask_all(asking, [asked(text) for text in "abcdef"])
    assert [reply.outcome for reply in replies] == [f"http_{status}"] * 5 + ["ok"] and not asking.failure
    assert replies[0].detail == words and len(llm_server.requests) == 6


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-16", "utf-16"),
        ("utf-16-le", None),
        ("utf-8-sig", None),
        ("latin-1", "iso-8859-1"),
        ("utf-8", "iso-8859-1"),
        ("utf-8", "no-such-charset"),
        ("utf-8", "base64"),
    ],
)
def test_a_reply_in_another_charset_is_read_for_it_is_paid_for(model, llm_server, asked, encoding, named):
    body = llm_server.completion('{"answer": "café"}').body.replace("\\u00e9", "é").encode(encoding)
    headers = {"content-type": f"application/json; charset={named}"} if named else {}
    llm_server.answers = [llm_server.canned(body, headers=headers)]
    assert model().ask(asked()).value == {"answer": "café"}


def test_only_failures_in_a_row_count(model, llm_server, asked, error, ask_all):
    bad, good = llm_server.canned(**error(400, "too long for me")), llm_server.completion({"answer": "yes"})
    llm_server.answers = [bad, bad, good, bad, bad, good]
    replies = ask_all(model(), [asked(text) for text in "abcdef"])
    assert [reply.outcome for reply in replies] == ["http_400", "http_400", "ok"] * 2


def test_a_body_that_drips_is_a_timeout(model, llm_server, asked):
    llm_server.default = lambda body: llm_server.canned(" " * 100, drip=0.05)
    reply = model(timeout=0.4, retries=0).ask(asked("a"))
    assert (reply.outcome, reply.detail) == ("timeout", "no answer within 0.4 s")


def test_a_body_that_breaks_off_is_asked_for_again(model, llm_server, asked):
    llm_server.answers = [llm_server.canned('{"choices": [', headers={"content-length": "5000"})]
    assert model().ask(asked("a")).ok and len(llm_server.requests) == 2


def test_a_body_without_end_is_not_read_to_it(model, llm_server, asked, tmp_path):
    llm_server.default = lambda body: llm_server.canned("x" * 9_000_000)
    assert model().ask(asked("a")).outcome == "malformed"
    assert sum(path.stat().st_size for path in (tmp_path / "journal").iterdir()) < 20_000
