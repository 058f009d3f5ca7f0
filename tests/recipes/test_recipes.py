"""Every recipe of the samples through `goldkit retrieve`, as its first lines say, and its run scored.

LangChain and LlamaIndex themselves where they are installed, else stand-ins with the few names that the recipes use; a real
PostgreSQL where there is one; for Elasticsearch a server here that answers as its documentation says.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STAND_INS = Path(__file__).with_name("stand_ins")
RECIPES = sorted((ROOT / "samples" / "recipes").glob("*.py"))


@pytest.fixture
def folder(demo, tmp_path):
    """A folder as `goldkit demo` makes it."""
    return shutil.copytree(demo[0], tmp_path / "demo")


def commands(name):
    """The goldkit command lines in a recipe's docstring."""
    text = (ROOT / "samples" / "recipes" / f"{name}.py").read_text(encoding="utf-8").replace(" \\\\\n", " ")
    return re.findall(r"^goldkit (.+)$", text, re.MULTILINE)


def run(folder, line, path=(), **environment):
    """Runs a command line's words in a process and returns what it printed; it must end well. path: places of modules besides."""
    path = os.pathsep.join([str(ROOT), *path])
    line = re.sub(r"\$(\w+)", lambda match: environment[match[1]], line)
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(line)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def recall(folder, path):
    told = json.loads(run(folder, f"goldkit score dev {path} --k 5 --json"))
    return told["runs"][0]["means"]["recall@5"]


@pytest.mark.parametrize(
    ("name", "package", "out"),
    [
        ("langchain_store", "langchain_core", "runs/langchain.jsonl"),
        ("llamaindex_index", "llama_index", "runs/llamaindex.jsonl"),
    ],
)
def test_frameworks(name, package, out, folder):
    stand_in = [] if find_spec(package) else [str(STAND_INS)]
    (line,) = commands(name)
    run(folder, f"goldkit {line}", path=stand_in)
    assert recall(folder, out) > 0.4


class Search(BaseHTTPRequestHandler):
    """Answers as the documentation of Elasticsearch's and OpenSearch's _search says, with the word search of the samples."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = self.server.search(asked["query"]["match"]["text"], asked["size"])
        hits = [{"_index": "handbook", "_id": name, "_score": score} for name, score in found]
        total = {"value": len(hits), "relation": "eq"}
        shards = {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
        best = hits[0]["_score"] if hits else None
        answer = {"took": 5, "timed_out": False, "_shards": shards}
        body = json.dumps(answer | {"hits": {"total": total, "max_score": best, "hits": hits}}).encode()
        self.server.asked.append((self.path, self.headers["Authorization"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Says nothing."""


@pytest.fixture
def search(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "samples"))
    import pipeline

    with ThreadingHTTPServer(("127.0.0.1", 0), Search) as server:
        server.search, server.asked = pipeline.retrieve, []
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_elasticsearch_by_a_function_and_without_one(search, folder):
    url = f"http://127.0.0.1:{search.server_port}/handbook"
    by_function, by_options = commands("elasticsearch_search")
    run(folder, f"goldkit {by_function}", SEARCH_URL=url, SEARCH_API_KEY="k1")
    assert {path for path, _ in search.asked} == {"/handbook/_search"}
    assert {key for _, key in search.asked} == {"ApiKey k1"}
    first = recall(folder, "runs/elasticsearch.jsonl")
    run(folder, f"goldkit {by_options} --restart".replace("runs/elastic", "runs/http-elastic"), SEARCH_URL=url)
    assert recall(folder, "runs/http-elasticsearch.jsonl") == pytest.approx(first, abs=0.1)
    assert first > 0.4


def test_postgresql(postgres, folder):
    pytest.importorskip("psycopg")
    (line,) = commands("postgres_search")
    run(folder, "recipes.postgres_search", DATABASE_URL=postgres)
    run(folder, f"goldkit {line}", DATABASE_URL=postgres)
    assert recall(folder, "runs/postgres.jsonl") > 0.4


def test_each_recipe_is_short_and_told_of_in_the_samples():
    told = (ROOT / "samples" / "README.md").read_text(encoding="utf-8")
    for path in RECIPES:
        assert f"recipes/{path.name}" in told
        assert len(path.read_text(encoding="utf-8").splitlines()) < 60
