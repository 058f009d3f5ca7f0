"""A golden set for `goldkit judge`, and the command against the scripted server."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.records import Chunk, Judgment, Query, SplitLine
from goldkit.store.golden import GoldenDirectory

N = 40
AT = "2026-12-01T10:00:00Z"


def grade_in(text):
    return int(re.search(r"Level (\d)", text)[1])


def good_reply(body):
    """A good reply: the grade that the passage names, with its first words as the quote where it is relevant."""
    passage = body["messages"][-1]["content"].split("<passage>\n")[1].split("\n</passage>")[0]
    grade = grade_in(passage)
    return {"quote": " ".join(passage.split()[:3]) if grade > 1 else "", "grade": grade}


def judged(at, chunk, grade, status, **changes):
    made = {"source": "human" if status == "decided" else "log", "by": "ana", "at": AT}
    return Judgment(query=f"q{at:02}", chunk=chunk, grade=grade, status=status, **(made | changes))


@pytest.fixture
def folder(tmp_path):
    """40 questions, each with one chunk that ana decided and one that a log proposes; the last 5 are frozen, one is aside."""
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    texts = [
        Chunk(id=f"{kind}{at:02}", text=f"The valve {kind}{at} is opened at {at} o'clock. Level {at % 4}.")
        for at in range(N)
        for kind in ("known", "open")
    ]
    golden.add_chunks(texts)
    golden.rewrite_queries(
        lambda _: [
            Query(id=f"q{at:02}", text=f"When is valve {at} opened?", aside="unclear" if at == 34 else None)
            for at in range(N)
        ]
    )
    known = [judged(at, f"known{at:02}", 3 if at == 0 else at % 4, "decided") for at in range(N)]
    golden.append("judgments.jsonl", [*known, *(judged(at, f"open{at:02}", None, "proposed") for at in range(N))])
    golden.append("split.jsonl", [SplitLine(query=f"q{at}", side="core", at=AT, why="freeze") for at in range(35, N)])
    return tmp_path


@pytest.fixture
def judging(folder, llm_server):
    """Runs `goldkit judge` as a process of its own; the server answers well."""
    llm_server.default = lambda body: llm_server.completion(good_reply(body))
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3]), "GOLDKIT_NOW": "2026-12-02T10:00:00Z"}

    def run(*arguments, code=0, url=True, start=False, at=None):
        where = ["--base-url", llm_server.url, "--model", "m"] if url else []
        command = [sys.executable, "-m", "goldkit", "judge", *where, *map(str, arguments)]
        env = environment | ({"GOLDKIT_NOW": at} if at else {})
        if start:
            return subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    return run


@pytest.fixture
def reply_to():
    """From a request's body to a good reply."""
    return good_reply


@pytest.fixture
def line():
    """Makes a judgment about the question of that number."""
    return judged


@pytest.fixture
def graded():
    """What LLM judges hold of each pair."""

    def grades(folder):
        found = GoldenDirectory(folder / "golden").judgments()
        return {(line.query, line.chunk): line.grade for line in found if line.source == "llm"}

    return grades
