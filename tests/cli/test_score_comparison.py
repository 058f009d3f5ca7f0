"""Slices by field, several runs of one name and traffic weights, through real processes."""

import json
import subprocess
import sys

import pytest

from goldkit.files import canonical

COMMON = {"status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z", "grade": 3}


def score(folder, *arguments):
    command = [sys.executable, "-m", "goldkit", "score", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A golden directory of 60 unlike questions of two tenants, 50 of them with weights, and three runs."""
    folder = tmp_path_factory.mktemp("comparison")
    golden = folder / "golden"
    golden.mkdir()
    (golden / "goldkit.json").write_text('{"format":1,"k":2}')
    names = [f"q{i:02}" for i in range(60)]
    queries = [
        {
            "id": name,
            "text": f"{name * 2} {'xyz'[i % 3] * (i + 3)}",
            "origin": "log",
            "metadata": {"tenant": "north" if i < 30 else "south"},
            **({"weight": 1 + i % 4, "sampling": {"stratum": "s", "prob": 0.5}} if i < 50 else {}),
        }
        for i, name in enumerate(names)
    ]
    judgments = [{"query": name, "chunk": f"{name}/{part}", **COMMON} for name in names for part in "ab"]
    for file, lines in (("queries", queries), ("judgments", judgments)):
        (golden / f"{file}.jsonl").write_bytes(b"".join(map(canonical.line, lines)))
    for file, north, south in (("old", "ab", "ax"), ("new", "ax", "ab"), ("again", "ab", "ax")):
        parts = [north if i < 30 else south for i in range(60)]
        found = {name: [f"{name}/{part}" for part in own] for name, own in zip(names, parts, strict=True)}
        (folder / f"{file}.json").write_text(json.dumps(found))
    return folder


def test_a_field_of_the_queries_makes_slices_and_what_the_mean_hides_comes_first(folder):
    done = score(folder, "dev", "old.json", "new.json", "--by", "tenant")
    assert done.returncode == 0, done.stderr
    assert "by tenant (exploratory): means and deltas against old" in done.stdout
    said = " ".join(done.stdout.split())
    assert (
        "Hidden by the mean: tenant north got worse in recall@2 (−0.500, 30 queries) while the other 30 got better"
        in said
    )
    assert done.stdout == score(folder, "dev", "old.json", "new.json", "--by", "tenant").stdout
    wrong = score(folder, "dev", "old.json", "new.json", "--by", "tennant")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "the fields of metadata are tenant" in wrong.stderr


def test_one_name_given_to_several_runs_is_one_pipeline(folder):
    done = score(folder, "dev", "old.json", "dense=new.json", "dense=again.json", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert [run["name"] for run in result["runs"]] == ["old", "dense"]
    assert result["replicates"] == [{"run": "dense", "measure": "recall@2", "means": [0.75, 0.75], "spread": 0.0}]
    refused = score(folder, "dev", "old.json", "old=new.json")
    assert refused.returncode == 2
    assert "both runs are named 'old'" in refused.stderr


def test_weights_are_counted_where_they_are_known(folder):
    done = score(folder, "dev", "old.json", "new.json", "--weighted")
    assert done.returncode == 0, done.stderr
    assert "weighted by traffic, recall@2: 50 queries in 50 independent groups" in done.stdout
    assert "left out, without a weight or a known chance of being picked: 10 queries" in done.stdout
    result = json.loads(score(folder, "dev", "old.json", "new.json", "--json").stdout)
    assert "weighted" not in result
    assert {"widening", "left_out", "circularity", "optimism"} <= result.keys()
