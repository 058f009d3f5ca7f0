"""How far a judge agrees with people, what leads it, and that its labels count only where it agrees."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.store.golden import GoldenDirectory

N = 40


def test_people_outrank_the_model(judging, folder):
    """The model agrees about all but q00's chunk; its lower grade changes no label."""
    from goldkit.sets.golden import read_golden

    told = json.loads(judging("--check", 100, "--json").stdout)
    label = read_golden(GoldenDirectory(folder / "golden")).folded.labels["q00"]["known00"]
    assert (label.grade, label.status, label.source) == (3, "decided", "human")
    assert (told["agreement"]["n"], told["agreement"]["lower"], told["agreement"]["higher"]) == (34, 1, 0)
    assert told["agreement"]["confusion"][3][0] == 1


@pytest.fixture
def scoring(folder):
    """Runs `goldkit score dev` on a run that finds every open chunk."""
    run = [{"query": f"q{at:02}", "chunks": [f"open{at:02}"]} for at in range(N)]
    (folder / "r.jsonl").write_text("".join(json.dumps(one) + "\n" for one in run))

    def score(*arguments, code=0):
        command = [sys.executable, "-m", "goldkit", "score", "dev", "r.jsonl", *arguments]
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done

    return score


def test_its_labels_count_only_once_it_was_measured(judging, scoring):
    assert "LLM judge" not in scoring("--labels", "llm").stdout  # there is none yet
    judging("--check", 0)
    assert "was never measured: run `goldkit judge --check 100`" in scoring("--labels", "llm", code=2).stderr
    assert "labels" not in scoring("--labels", "derived").stderr
    judging("-n", 0)
    told = json.loads(scoring("--labels", "llm", "--json").stdout)
    assert [(judge["n"], judge["weighted"] > 0.8) for judge in told["llm_judges"]] == [(34, True)]
    assert "weighted kappa 0.8" in " ".join(scoring("--labels", "llm").stdout.split())
    assert told["runs"][0]["means"]["recall@10"] > 0.4
    assert "below --min-kappa 0.99" in scoring("--labels", "llm", "--min-kappa", "0.99", code=2).stderr
    alone = json.loads(scoring("--json").stdout)
    assert alone["runs"][0]["means"]["recall@10"] == 0
    assert "llm_judges" not in alone


def test_a_judge_led_by_the_order_and_runs_in_another_order_are_said(judging, folder, llm_server, reply_to, graded):
    def led(body):
        made, last = reply_to(body), body["messages"][-1]["content"]
        swapped = last.startswith("<passage>")
        first = last.split("<passage>\n")[1].split(".")[0]
        return llm_server.completion({"quote": first, "grade": 3} if swapped else made)

    llm_server.default = led
    for name, relevant in (("high", True), ("low", False)):
        found = [at for at in range(34) if (at % 4 > 1) == relevant]
        run = [{"query": f"q{at:02}", "chunks": [f"known{at:02}" if at in found else "gone"]} for at in range(N)]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in run))
    printed = judging("high.jsonl", "low.jsonl", "-n", 0).stdout
    assert "order:    the passage first makes grades higher" in printed
    assert (
        "runs:     the same order by the model's grades as by people's (Kendall tau 1.00; recall@10 over 34" in printed
    )
    assert re.search(r"high +0\.471 +0\.471", printed)
    told = json.loads(judging("high.jsonl", "low.jsonl", "-n", 0, "--json").stdout)
    assert told["runs"]["people"] == {"high": pytest.approx(16 / 34), "low": pytest.approx(1 / 34)}
    assert told["runs"]["model"] == {"high": pytest.approx(16 / 34), "low": 0}
    assert (told["order"]["higher"], told["order"]["lower"]) == (26, 0)
    assert len(graded(folder)) == 34


def test_runs_that_cannot_be_put_in_order_lose_nothing(judging, folder, graded):
    for name in ("one", "two"):
        (folder / f"{name}.jsonl").write_text('{"query": "q00", "chunks": ["open00"]}\n')
    told = judging("one.jsonl", "two.jsonl", "--check", 20)
    assert "the runs are not put in order: one: found" in told.stderr
    assert "agreement with people" in told.stdout
    assert len(graded(folder)) == 21


def test_a_clock_that_is_behind_makes_no_grade_older_than_what_it_is_compared_with(judging, folder):
    told = json.loads(judging("-n", 0, "--json", at="2020-01-01T00:00:00Z").stdout)
    assert (told["agreement"]["n"], told["agreement"]["seen"]) == (34, 0)
