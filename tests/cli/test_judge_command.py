"""`goldkit judge` against the scripted server: what it grades, keeps and says, and that it goes on where it was killed."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from goldkit.records import Chunk, Judgment, Query, SplitLine
from goldkit.store.golden import GoldenDirectory

N = 40
AT = "2026-12-01T10:00:00Z"


def grade_in(text):
    return int(re.search(r"Level (\d)", text)[1])


def reply_to(body):
    """A good reply: the grade that the passage names, with its first words as the quote where it is relevant."""
    passage = body["messages"][-1]["content"].split("<passage>\n")[1].split("\n</passage>")[0]
    grade = grade_in(passage)
    return {"quote": " ".join(passage.split()[:3]) if grade > 1 else "", "grade": grade}


def line(at, chunk, grade, status, **changes):
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
    known = [line(at, f"known{at:02}", 3 if at == 0 else at % 4, "decided") for at in range(N)]
    golden.append("judgments.jsonl", [*known, *(line(at, f"open{at:02}", None, "proposed") for at in range(N))])
    golden.append("split.jsonl", [SplitLine(query=f"q{at}", side="core", at=AT, why="freeze") for at in range(35, N)])
    return tmp_path


@pytest.fixture
def judging(folder, llm_server):
    """Runs `goldkit judge` as a process of its own; the server answers well."""
    llm_server.default = lambda body: llm_server.completion(reply_to(body))
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "GOLDKIT_NOW": "2026-12-02T10:00:00Z"}

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


def graded(folder):
    found = GoldenDirectory(folder / "golden").judgments()
    return {(line.query, line.chunk): line.grade for line in found if line.source == "llm"}


def test_proposals_and_a_sample_are_graded_apart_and_only_in_dev(judging, folder, llm_server):
    told = json.loads(judging("--check", 20, "--json").stdout)
    found = graded(folder)
    assert told["asked"] == {"check": 20, "order": 20, "proposal": 34}
    assert len(found) == 54
    assert all(grade == int(chunk[-2:]) % 4 for (_, chunk), grade in found.items())
    assert not {query for query, _ in found} & {"q34", "q35", "q36", "q37", "q38", "q39"}
    lines = [line for line in GoldenDirectory(folder / "golden").judgments() if line.source == "llm"]
    assert {line.status for line in lines} == {"proposed"}
    assert told["agreement"]["n"] == 20
    assert told["graded"]["check"].keys() == {"0", "1", "2", "3"}
    assert "ana" not in json.dumps(llm_server.requests)


def test_nothing_is_asked_twice(judging, folder, llm_server):
    judging("--check", 20)
    before, asked = (folder / "golden" / "judgments.jsonl").read_bytes(), len(llm_server.requests)
    again = judging("--check", 20)
    assert len(llm_server.requests) == asked
    assert (folder / "golden" / "judgments.jsonl").read_bytes() == before
    assert "nothing: no pair is left to ask this judge about" in again.stdout
    assert "34  graded by this judge before" in again.stdout
    assert "over 20 pairs" in again.stdout


def test_a_recorded_run_is_replayed_without_a_call(judging, folder, llm_server):
    judging("--check", 5)
    expected = (folder / "golden" / "judgments.jsonl").read_bytes()
    lines = expected.splitlines(keepends=True)
    (folder / "golden" / "judgments.jsonl").write_bytes(b"".join(one for one in lines if b'"llm"' not in one))
    (folder / "golden" / "journal").rename(folder / "recorded")
    asked = len(llm_server.requests)
    judging("--check", 5, "--replay", "recorded", url=False)
    assert len(llm_server.requests) == asked
    assert (folder / "golden" / "judgments.jsonl").read_bytes() == expected
    missing = judging("--check", 6, "--replay", "recorded", url=False, code=4)
    assert "no recorded reply of m to prompt judge.v1 about" in missing.stderr


def test_holes_of_runs_are_graded_and_nothing_of_a_frozen_question_is_said(judging, folder):
    corpus = "".join(
        json.dumps({"id": f"new{at:02}", "text": f"The gate {at} is shut. Level {at % 4}."}) + "\n" for at in range(N)
    )
    (folder / "corpus.jsonl").write_text(corpus)
    run = [{"query": f"q{at:02}", "chunks": [f"new{at:02}", f"known{at:02}", "gone", "deep"]} for at in range(N)]
    (folder / "r.jsonl").write_text("".join(json.dumps(one) + "\n" for one in run))
    told = judging("r.jsonl", "--corpus", "corpus.jsonl", "--depth", 3, "--check", 0)
    assert {chunk for _, chunk in graded(folder)} == {f"new{at:02}" for at in range(34)}
    assert re.search(r"6\s+queries of the runs that are not in dev", told.stdout)
    assert re.search(r"34\s+chunks without a known text", told.stdout)
    assert not re.search(r"q3[5-9]|valve 3[5-9]", told.stdout + told.stderr)
    stored = {chunk.id for chunk in GoldenDirectory(folder / "golden").chunks()}
    assert "new00" in stored
    assert "new36" not in stored


def test_a_dry_run_sends_and_changes_nothing(judging, folder, llm_server):
    before = sorted((path, path.read_bytes()) for path in (folder / "golden").rglob("*") if path.is_file())
    told = judging("--dry-run", url=False)
    assert "requests: 102 (34 compared, 34 both orders, 34 proposals)" in told.stdout
    assert llm_server.requests == []
    assert sorted((path, path.read_bytes()) for path in (folder / "golden").rglob("*") if path.is_file()) == before


def test_what_an_endpoint_that_fails_had_answered_is_saved(judging, folder, llm_server):
    def answer(body):
        if len(llm_server.requests) > 9:
            return llm_server.canned('{"error": {"message": "no credit"}}', status=402)
        return llm_server.completion(reply_to(body))

    llm_server.default = answer
    told = judging("--check", 0, "--concurrency", 1, code=4)
    assert "9 of 34 pairs graded" in told.stderr
    assert "no credit" in told.stderr
    assert len(graded(folder)) == 9
    llm_server.default = lambda body: llm_server.completion(reply_to(body))
    judging("--check", 0)
    assert len(graded(folder)) == 34


def test_garbage_is_a_failure_and_never_a_success_with_nothing(judging, folder, llm_server):
    llm_server.default = lambda body: llm_server.completion("I would rather not say.")
    told = judging("--check", 0, code=4)
    assert "12 pairs in a row got no grade" in told.stderr
    assert graded(folder) == {}


def test_a_grade_without_evidence_is_counted_and_not_kept(judging, folder, llm_server):
    def answer(body):
        made = reply_to(body)
        return llm_server.completion(made | {"quote": "words of its own"} if made["grade"] == 3 else made)

    llm_server.default = answer
    told = json.loads(judging("--check", 0, "--json").stdout)
    assert told["rejected"] == {"quote not in the chunk": 8}
    assert 3 not in graded(folder).values()


def test_kill_9_at_any_moment_loses_nothing_that_was_answered(judging, folder, llm_server):
    gate = threading.Event()
    llm_server.default = lambda body: llm_server.canned(
        llm_server.completion(reply_to(body)).body, until=None if len(llm_server.requests) < 30 else gate
    )
    process = judging("--check", 10, start=True)
    while len(llm_server.requests) < 32:
        assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    gate.set()
    kept = len(list((folder / "golden" / "journal").glob("*.json")))
    assert kept >= 26
    asked = len(llm_server.requests)
    judging("--check", 10)
    assert len(llm_server.requests) - asked == 54 - kept
    found = [line for line in GoldenDirectory(folder / "golden").judgments() if line.source == "llm"]
    assert len(found) == len({(line.query, line.chunk) for line in found}) == 44


def test_two_at_once_are_one_and_a_refusal(judging, folder, llm_server):
    gate = threading.Event()
    llm_server.default = lambda body: llm_server.canned(llm_server.completion(reply_to(body)).body, until=gate)
    process = judging("--check", 0, start=True)
    while not llm_server.requests:
        assert process.poll() is None
    assert "another `goldkit judge`" in judging("--check", 0, code=4).stderr
    gate.set()
    assert process.wait(60) == 0


def test_people_outrank_the_model(judging, folder):
    """The model agrees about all but q00's chunk; its lower grade changes no label."""
    from goldkit.sets.golden import read_golden

    told = json.loads(judging("--check", 100, "--json").stdout)
    label = read_golden(GoldenDirectory(folder / "golden")).folded.labels["q00"]["known00"]
    assert (label.grade, label.status, label.source) == (3, "decided", "human")
    assert (told["agreement"]["n"], told["agreement"]["lower"], told["agreement"]["higher"]) == (34, 1, 0)
    assert told["agreement"]["confusion"][3][0] == 1


def test_an_empty_set_says_so(judging, tmp_path):
    GoldenDirectory(tmp_path / "bare").create()
    told = judging("--golden", "bare")
    assert "no pair is left to ask this judge about" in told.stdout
    assert "agreement: not measured" in told.stdout


def test_a_long_chunk_an_empty_one_and_a_lost_one_are_left_to_people(judging, folder, llm_server):
    golden = GoldenDirectory(folder / "golden")
    golden.add_chunks([Chunk(id="long", text="word " * 200_000), Chunk(id="empty", text=" ")])
    golden.append("judgments.jsonl", [line(1, chunk, None, "proposed") for chunk in ("long", "empty", "lost")])
    told = json.loads(judging("--check", 0, "--json").stdout)
    assert told["left_out"] == {"chunks longer than 20,000 characters": 1, "chunks without a known text": 2}
    assert max(len(json.dumps(body)) for body in llm_server.requests) < 10_000


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
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
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


def test_a_judge_led_by_the_order_and_runs_in_another_order_are_said(judging, folder, llm_server):
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


def test_runs_that_cannot_be_put_in_order_lose_nothing(judging, folder):
    for name in ("one", "two"):
        (folder / f"{name}.jsonl").write_text('{"query": "q00", "chunks": ["open00"]}\n')
    told = judging("one.jsonl", "two.jsonl", "--check", 20)
    assert "the runs are not put in order: one: found" in told.stderr
    assert "agreement with people" in told.stdout
    assert len(graded(folder)) == 21


def test_a_clock_that_is_behind_makes_no_grade_older_than_what_it_is_compared_with(judging, folder):
    told = json.loads(judging("-n", 0, "--json", at="2020-01-01T00:00:00Z").stdout)
    assert (told["agreement"]["n"], told["agreement"]["seen"]) == (34, 0)
