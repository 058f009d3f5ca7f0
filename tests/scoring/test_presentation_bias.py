"""Presentation bias: what no logged retriever showed can have no label, and the set, its status and the score say so."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from goldkit.records import Judgment
from goldkit.sets.pooling import BY
from goldkit.store.golden import GoldenDirectory

SAID = "labels of 3 of 3 queries can only name what the logged retriever showed"


def goldkit(folder: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "goldkit", *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


@pytest.fixture
def mined(tmp_path: Path) -> Path:
    """Three mined questions, each with a decided label, and a run."""
    rows = [{"q": f"what is tape {at}?", "docs": ["a", "b"], "cited": ["a"], "id": at} for at in range(3)]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    goldkit(
        tmp_path, "mine", "log.jsonl", *(f"--map={one}" for one in ("query=q", "chunks=docs", "cited=cited", "id=id"))
    )
    golden = GoldenDirectory(tmp_path / "golden")
    queries = golden.queries()
    golden.append("judgments.jsonl", [decided(query.id) for query in queries])
    run = [{"query": query.id, "chunks": ["b", "a"]} for query in queries]
    (tmp_path / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in run))
    return tmp_path


def decided(query: str) -> Judgment:
    return Judgment(
        query=query, chunk="a", grade=3, status="decided", source="human", by="ana", at="2026-12-01T10:00:00Z"
    )


def test_the_set_its_status_and_the_score_say_so(mined):
    assert all(query.provenance["presentation_bias"] for query in GoldenDirectory(mined / "golden").queries())
    assert "bias 3 queries from logs, no pooled pair judged" in goldkit(mined, "status")
    assert json.loads(goldkit(mined, "status", "--json"))["shown_only"] == 3
    assert SAID in goldkit(mined, "score", "dev", "run.jsonl")
    assert json.loads(goldkit(mined, "score", "dev", "run.jsonl", "--json"))["shown_only"] == 3


def test_a_query_is_counted_no_more_once_a_pooled_pair_of_it_is_judged_and_not_before(mined):
    golden = GoldenDirectory(mined / "golden")
    first, *_ = golden.queries()
    pooled = Judgment(
        query=first.id, chunk="z", grade=None, status="proposed", source="pool", by=BY, at="2026-12-01T11:00:00Z"
    )
    golden.append("judgments.jsonl", [pooled])
    assert SAID in goldkit(mined, "score", "dev", "run.jsonl")
    assert "bias 3 queries" in goldkit(mined, "status")
    golden.append("judgments.jsonl", [replace(decided(first.id), chunk="z", grade=0)])
    assert SAID.replace("3 of 3", "2 of 3") in goldkit(mined, "score", "dev", "run.jsonl")
    assert "bias 2 queries" in goldkit(mined, "status")


def test_a_frozen_set_says_so_unless_it_was_pooled(demo):
    _, printed = demo
    frozen = [part for part in printed.split("$ goldkit ") if part.startswith("score core")]
    assert frozen and all("can only name what the logged retriever showed" in " ".join(part.split()) for part in frozen)


def test_sets_that_no_log_made_say_nothing(tmp_path):
    (tmp_path / "truth.json").write_text('{"q1": ["a"], "q2": ["b"]}')
    (tmp_path / "run.jsonl").write_text('{"query":"q1","chunks":["a"]}\n{"query":"q2","chunks":["b"]}\n')
    assert "logged retriever" not in goldkit(tmp_path, "score", "truth.json", "run.jsonl")
