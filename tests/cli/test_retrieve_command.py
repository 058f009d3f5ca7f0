"""`goldkit retrieve` through real processes: exit codes, what a crash leaves, what is said and what never."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

PIPELINE = """
import time
from pathlib import Path

def search(query, k):
    return [(f"{query}/{part}", 1.0) for part in "abc"][:k]

def slow(query, k):
    time.sleep(0.05)
    with Path("asked.txt").open("a") as stream:
        stream.write(query + "\\n")
    return [query + "/a"]

def half(query, k):
    if query.endswith("1?"):
        raise OSError(f"no index for {query}")
    return [query + "/a"]

def never(query, k):
    raise OSError("no index")

def hangs(query, k):
    time.sleep(60)
"""


def environment(**more):
    return os.environ | {"GOLDKIT_NOW": "2026-12-01T10:00:00Z"} | more


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "goldkit", "retrieve", *arguments, "--retries", "0"]


def goldkit(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, cwd=folder, env=environment(**more), timeout=60
    )


@pytest.fixture
def folder(tmp_path):
    """A foreign set of 24 queries by id, their texts, and a module with pipelines."""
    (tmp_path / "gold.json").write_text(json.dumps({f"q{at:02}": ["a"] for at in range(24)}))
    (tmp_path / "texts.tsv").write_text("".join(f"q{at:02}\twhat is {at}?\n" for at in range(24)))
    (tmp_path / "search.py").write_text(PIPELINE)
    return tmp_path


SET = ("--set", "gold.json", "--queries", "texts.tsv")


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_run_is_written_and_words_go_to_stderr(folder):
    done = goldkit(folder, "search:search", *SET, "-o", "run.jsonl", "--k", "2", "--model", "m1", "--name", "mine")
    assert (done.returncode, done.stdout) == (0, "")
    assert "run.jsonl: 24 of 24 queries of gold answered; k 2" in done.stderr
    assert "results: cut" not in done.stderr
    assert done.stderr.endswith("next: goldkit score gold.json run.jsonl\n")
    header, first, *_ = rows(folder / "run.jsonl")
    assert header["run"]["name"] == "mine"
    assert header["run"]["models"] == ["m1"]
    assert header["run"]["at"] == "2026-12-01T10:00:00Z"
    assert first == {"query": "q00", "chunks": ["what is 0?/a", "what is 0?/b"], "scores": [1.0, 1.0]}


def test_the_same_bytes_again_where_the_time_is_given(folder):
    for name in ("a", "b"):
        goldkit(folder, "search:search", *SET, "-o", f"{name}.jsonl", "--name", "mine")
    assert (folder / "a.jsonl").read_bytes() == (folder / "b.jsonl").read_bytes()


def test_some_failed(folder):
    done = goldkit(folder, "search:half", *SET, "-o", "run.jsonl")
    assert done.returncode == 4
    assert "first failure: OSError: no index for what is 1?" in done.stderr
    assert "error: 3 queries failed, written as failed" in done.stderr
    assert [row["query"] for row in rows(folder / "run.jsonl")[1:] if "failed" in row] == ["q01", "q11", "q21"]


def test_all_failed(folder):
    done = goldkit(folder, "search:never", *SET, "-o", "run.jsonl")
    assert done.returncode == 4
    assert "error: every query failed, the first with: OSError: no index" in done.stderr
    assert all(row["failed"] for row in rows(folder / "run.jsonl")[1:])


def test_a_hanging_function_does_not_keep_the_process(folder):
    done = goldkit(folder, "search:hangs", *SET, "-o", "run.jsonl", "--timeout", "0.1", "--concurrency", "24")
    assert done.returncode == 4
    assert "no answer within 0.1 s" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("search:nope", *SET), 2, "has no 'nope'"),
        (("search:search", "--set", "gold.json"), 3, "Give the texts with --queries FILE"),
        (("search:search", "--set", "dev"), 2, "no golden directory"),
        (("search:search", "--set", "nothing"), 2, "no such set"),
        (("search:search", *SET, "--k", "0"), 2, "--k"),
        (SET, 2, "name one pipeline"),
        (("search:search", "--cmd", "echo {query}", *SET), 2, "name one pipeline"),
        (("search:search", "--ids", "a", *SET), 2, "--body, --ids, --scores and --header go with --http"),
        (("--http", "http://127.0.0.1:1/", "--body", "@nowhere.json", *SET), 2, "--body @nowhere.json"),
    ],
)
def test_wrong_use(folder, arguments, code, words):
    done = goldkit(folder, *arguments, "-o", "run.jsonl")
    assert done.returncode == code
    assert words in done.stderr
    assert not (folder / "run.jsonl").exists()


def begin(folder: Path) -> subprocess.Popen:
    """A slow run, with some of its queries done."""
    line = command("search:slow", *SET, "-o", "run.jsonl", "--concurrency", "1")
    process = subprocess.Popen(line, cwd=folder, env=environment(), stderr=subprocess.PIPE, text=True)
    part = folder / "run.jsonl.part"
    while process.poll() is None and not (part.exists() and part.read_bytes().count(b"\n") > 3):
        time.sleep(0.01)
    assert process.poll() is None
    return process


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_after_a_crash_the_same_command_goes_on(folder, sign, code):
    process = begin(folder)
    process.send_signal(sign)
    _, words = process.communicate(timeout=30)
    assert process.returncode == code
    assert not (folder / "run.jsonl").exists()
    kept = len(rows(folder / "run.jsonl.part")) - 1
    assert 3 <= kept < 24
    if sign == signal.SIGINT:
        assert f"{kept} of 24 queries in run.jsonl.part; the same command goes on from there" in words
    done = goldkit(folder, "search:slow", *SET, "-o", "run.jsonl")
    assert done.returncode == 0
    assert f"24 of 24 queries of gold answered, {kept} of them by the run before" in done.stderr
    asked = (folder / "asked.txt").read_text().splitlines()
    assert len(set(asked)) == 24
    assert len(asked) <= 25  # the one under way when the process ended is asked once more
    assert len(rows(folder / "run.jsonl")) == 25
    assert not (folder / "run.jsonl.part").exists()


def test_a_frozen_set_is_asked_without_a_look_or_a_word_of_its_queries(demo, tmp_path):
    folder = tmp_path / "story"
    shutil.copytree(demo[0], folder)
    (folder / "broken.py").write_text("def f(query, k):\n    raise ValueError(query)\n")
    ledger = (folder / "golden" / "ledger.jsonl").read_bytes()
    done = goldkit(folder, "pipeline:retrieve", "--set", "core", "-o", "run.jsonl")
    assert done.returncode == 0, done.stderr
    run = rows(folder / "run.jsonl")
    assert run[0]["run"]["k"] == 5
    assert "digest" in run[0]["run"]["set"]
    failing = goldkit(folder, "broken:f", "--set", "core", "-o", "failed.jsonl")
    assert failing.returncode == 4
    queries = rows(folder / "golden" / "frozen" / "core" / "queries.jsonl")
    for query in queries:
        for words in (done.stdout + done.stderr, failing.stdout + failing.stderr):
            assert query["id"] not in words
            assert query["text"] not in words
    assert (folder / "golden" / "ledger.jsonl").read_bytes() == ledger


def test_a_program(folder):
    done = goldkit(folder, "--cmd", "printf '%s\\t%s\\n' {query} {k}", *SET, "-o", "run.jsonl")
    assert done.returncode == 0, done.stderr
    header, first, *_ = rows(folder / "run.jsonl")
    assert header["run"]["pipeline"] == "printf '%s\\t%s\\n' {query} {k}"
    assert first == {"query": "q00", "chunks": ["what is 0?"], "scores": [10.0]}


@pytest.fixture
def echo():
    """A server that answers with the query, and refuses the one about 1 in the words of the request's header."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            refused = asked["q"] == "what is 1?"
            data = self.headers["authorization"] if refused else json.dumps({"hits": [{"id": asked["q"]}]})
            self.send_response(403 if refused else 200)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data.encode())

        def log_message(self, format, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/search"
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_endpoint_and_its_secret(folder, echo):
    (folder / "body.json").write_text('{"q": "{query}", "top": {k}}\n')
    options = ("--body", "@body.json", "--ids", "hits[*].id", "--header", "Authorization: Bearer $SEARCH_TOKEN")
    done = goldkit(folder, "--http", echo, *options, *SET, "-o", "run.jsonl", SEARCH_TOKEN="s3cret-of-the-test")
    assert done.returncode == 4
    assert "1 query failed, written as failed; the first: status 403: [header]" in done.stderr
    header, first, second, *_ = rows(folder / "run.jsonl")
    assert header["run"]["settings"] == {"body": '{"q": "{query}", "top": {k}}\n', "ids": "hits[*].id"}
    assert first == {"query": "q00", "chunks": ["what is 0?"]}
    assert second == {"query": "q01", "failed": "status 403: [header]"}
    written = "".join(path.read_text() for path in folder.iterdir())
    assert "s3cret" not in written + done.stdout + done.stderr


def test_an_async_function_is_handed_a_querys_fields_and_the_time_it_took_is_told(folder):
    (folder / "golden").mkdir()
    (folder / "golden" / "goldkit.json").write_text('{"format":1}')
    queries = [
        {"id": "q1", "text": "who may open it?", "input": {"tenant": "acme", "lang": "de"}},
        {"id": "q2", "text": "and who may close it?", "context": "who may open it?"},
    ]
    (folder / "golden" / "queries.jsonl").write_text("".join(json.dumps(query) + "\n" for query in queries))
    (folder / "waits.py").write_text(
        "import asyncio\n\n\nasync def search(query, k, context='', **input):\n    await asyncio.sleep(0)\n"
        "    return [(f'{name}={value}', 1.0) for name, value in sorted(input.items())] + [(context or 'alone', 0.5)]\n"
    )
    done = goldkit(folder, "waits:search", "--set", "dev", "-o", "run.jsonl", "--k", "3", GOLDKIT_NOW="")
    assert done.returncode == 0, done.stderr
    header, first, second = rows(folder / "run.jsonl")
    assert (first["chunks"], first["scores"]) == (["lang=de", "tenant=acme", "alone"], [1.0, 1.0, 0.5])
    assert second["chunks"] == ["who may open it?"]
    took = header["run"]["latency_ms"]
    assert f"latency: p50 {took['p50']} ms, p95 {took['p95']} ms" in done.stderr
    refused = goldkit(folder, "search:search", "--set", "dev", "-o", "other.jsonl")
    assert refused.returncode == 2 and "which the `input` of 1 query asks for" in refused.stderr
