"""HTTP pipelines against a real server on this machine that behaves in every way."""

import asyncio
import json
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from goldkit.errors import UsageError
from goldkit.retrieval import endpoint
from goldkit.retrieval.ask import Manner, ask_all
from goldkit.retrieval.endpoint import EndpointPipeline
from goldkit.sets.questions import Question

BODY = '{"q":"{query}","top_k":{k}}'
TOKEN = "t0ken-very-secret"


class Server:
    """answer: (request number from 1, method, path, body) → (status, headers, bytes), or None to hang."""

    def __init__(self):
        self.answer = lambda number, method, path, body: (200, {}, b"[]")
        self.requests, self.stopping, self._lock = [], threading.Event(), threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self):
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self):
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _any(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                with outer._lock:
                    outer.requests.append(
                        (self.command, self.path, body, {name.lower(): value for name, value in self.headers.items()})
                    )
                    number = len(outer.requests)
                answer = outer.answer(number, self.command, self.path, body)
                if answer is None:
                    outer.stopping.wait(30)
                    self.close_connection = True
                    return
                status, headers, data = answer
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.send_response(status)
                    for name, value in {"content-length": str(len(data)), **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(data)

            do_GET = do_POST = _any

            def log_message(self, format, *args):
                pass

        return Handler


@pytest.fixture
def server():
    server = Server()
    yield server
    server.close()


def always(status, data, **headers):
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return lambda *_: (status, {name.replace("_", "-"): value for name, value in headers.items()}, content)


def run(url, body=BODY, questions=None, variables=None, ids="", scores=None, headers=(), **manner):
    questions = questions or [Question(id="q1", text='why "so"?')]
    pipeline = EndpointPipeline(url, body, ids=ids, scores=scores, headers=headers, variables=variables or {})
    pipeline.prepare(questions, 3)
    outcomes = {}
    options = Manner(**({"k": 3, "pause": 0.0, "timeout": 10.0} | manner))
    asyncio.run(ask_all(pipeline, questions, options, lambda outcome: outcomes.update({outcome.query: outcome})))
    return outcomes


def one(*arguments, **options):
    return run(*arguments, **options)["q1"]


def test_a_post_with_its_header_and_the_ids_with_scores(server):
    server.answer = always(200, {"results": [{"id": "a", "score": 2}, {"id": 7, "score": 1.5}]})
    outcome = one(
        server.url + "/search",
        ids="results[*].id",
        scores="results[*].score",
        headers=["Authorization: Bearer $TOKEN"],
        variables={"TOKEN": TOKEN},
    )
    assert (outcome.answer.ids, outcome.answer.scores) == (("a", "7"), (2.0, 1.5))
    method, path, body, headers = server.requests[0]
    assert (method, path, json.loads(body)) == ("POST", "/search", {"q": 'why "so"?', "top_k": 3})
    assert headers["authorization"] == f"Bearer {TOKEN}"
    assert headers["content-type"] == "application/json"


def test_a_get_without_a_body(server):
    server.answer = always(200, ["a", "b"])
    assert one(server.url + "/s?q={query}&k={k}&key=$KEY", None, variables={"KEY": "k3y"}).answer.ids == ("a", "b")
    assert server.requests[0][:2] == ("GET", "/s?q=why%20%22so%22%3F&k=3&key=k3y")


def test_records_with_ids_and_an_empty_answer(server):
    server.answer = always(200, {"hits": [{"_id": "a", "_score": 3}]})
    assert one(server.url, ids="hits").answer.scores == (3.0,)
    server.answer = always(200, {"hits": []})
    assert one(server.url, ids="hits[*]._id").answer.ids == ()


@pytest.mark.parametrize("status", [429, 500, 503, 408])
def test_what_passes_is_tried_again(server, status):
    server.answer = lambda number, *_: (status, {"retry-after": "0"}, b"busy") if number < 3 else (200, {}, b'["a"]')
    assert one(server.url).answer.ids == ("a",)
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("status", "data", "headers", "reason", "attempts"),
    [
        (500, b"index away", {}, "status 500: index away", 3),
        (429, b"", {"retry_after": "3600"}, "status 429", 1),
        (404, b"no such index", {}, "status 404: no such index", 1),
        (302, b"", {"location": "http://127.0.0.1:1/"}, "status 302: it redirects to another place", 1),
        (200, b"<html>oops</html>", {}, "no JSON: JSON is malformed", 1),
        (200, b"", {}, "no JSON", 1),
        (200, b"\xff\xfe", {}, "no JSON", 1),
        (200, b"[" * 100_000, {}, "no JSON: nested too deeply", 1),
        (200, b'{"hits":["a"]}', {}, "no ranking: an object (keys: hits); say where the ids stand, as in --ids", 1),
        (200, b'"a"', {}, "no ranking: 'a' in place of a list of ids", 1),
        (200, b"[null]", {}, "no ranking: null as an id", 1),
        (200, b'["a","a"]', {}, "no ranking: the id 'a' twice", 1),
        (200, b"not gzip", {"content_encoding": "gzip"}, "unreachable", 3),
    ],
)
def test_what_fails_says_why(server, status, data, headers, reason, attempts):
    server.answer = always(status, data, **headers)
    assert one(server.url).failed.startswith(reason)
    assert len(server.requests) == attempts


@pytest.mark.parametrize(
    ("ids", "scores", "reason"),
    [
        ("hits[*].id", None, "no ranking: no 'hits' at the top (keys: results)"),
        ("results[*].id", "results[*].score", "no ranking: no 'score' at results[*]"),
        (
            "results[*].id",
            "results[0].scores",
            "no ranking: not one score an id: 2 values at --ids, 1 values at --scores",
        ),
    ],
)
def test_ids_and_scores_that_are_not_there(server, ids, scores, reason):
    server.answer = always(200, {"results": [{"id": "a", "scores": [1]}, {"id": "b"}]})
    assert one(server.url, ids=ids, scores=scores).failed.startswith(reason)


def test_a_huge_answer_is_not_read_to_its_end(server, monkeypatch):
    monkeypatch.setattr(endpoint, "LARGEST", 1 << 20)
    server.answer = always(200, b"[" + b" " * (4 << 20) + b"]")
    assert one(server.url).failed == "an answer of over 1 MB"


def test_who_hangs_has_failed_and_the_others_have_not(server):
    server.answer = lambda number, method, path, body: None if b"hang" in body else (200, {}, b'["a"]')
    questions = [Question(id=name, text=name) for name in ("hang", "b", "c")]
    found = run(server.url, questions=questions, timeout=0.3, retries=1)
    assert found["hang"].failed == "no answer within 0.3 s"
    assert found["b"].answer.ids == found["c"].answer.ids == ("a",)
    assert len(server.requests) == 4


def test_nobody_there(server):
    server.close()
    assert one(server.url, retries=0).failed.startswith("unreachable: ")


def test_secrets_never_come_back(server):
    server.answer = lambda number, method, path, body: (
        401,
        {},
        f"no {server.requests[-1][3]['authorization']} and no {path}".encode(),
    )
    url = server.url + "/x?key=$KEY&q={query}"
    outcome = one(url, None, headers=["Authorization: Bearer $TOKEN"], variables={"TOKEN": TOKEN, "KEY": "k3y-secret"})
    assert outcome.failed == "status 401: no [header] and no /x?key=$KEY&q=why%20%22so%22%3F"


def test_what_is_kept_is_as_it_was_given():
    pipeline = EndpointPipeline(
        "http://h/s?key=$KEY&q={query}", BODY, ids="r", headers=["X-Key: $KEY"], variables={"KEY": "k3y-secret"}
    )
    assert pipeline.name == "http://h/s?key=$KEY&q={query}"
    assert pipeline.settings == {"body": BODY, "ids": "r"}


def test_many_at_once_and_no_more(server):
    now, most, lock = [0], [0], threading.Lock()

    def answer(*_):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        threading.Event().wait(0.02)
        with lock:
            now[0] -= 1
        return 200, {}, b'["a"]'

    server.answer = answer
    questions = [Question(id=f"q{at}", text=str(at)) for at in range(20)]
    assert len(run(server.url, questions=questions, concurrency=3)) == 20
    assert most[0] == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"url": "ftp://h/{query}"}, "no URL"),
        ({"url": "http://[::1/{query}"}, "no URL"),
        ({"url": "localhost:9200/{query}"}, "no URL"),
        ({"url": "http://me:pw-secret@h/{query}"}, "leave user and password out"),
        ({"body": '{"q":{query}'}, "--body: no JSON once the values stand in it"),
        ({"body": '{"q":"why"}'}, "{query} stands nowhere"),
        ({"headers": ["Authorization"]}, "--header: expected 'Name: value'"),
        ({"headers": ["X-Key: $NOPE"]}, "--header X-Key: the environment variable NOPE is not set"),
        ({"headers": ["X-Key: a\tb"]}, "not printable ASCII"),
        ({"ids": "a["}, "--ids a["),
    ],
)
def test_what_cannot_be_sent_is_refused(options, words):
    with pytest.raises(UsageError) as caught:
        run(**({"url": "http://127.0.0.1:1/"} | options))
    assert words in str(caught.value)
    assert "pw-secret" not in str(caught.value)
