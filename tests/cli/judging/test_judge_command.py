"""`goldkit judge` against the scripted server: what it grades, keeps and says, and that it goes on where it was killed."""

import json
import os
import re
import signal
import threading

from goldkit.records import Chunk
from goldkit.store.golden import GoldenDirectory

N = 40


def test_proposals_and_a_sample_are_graded_apart_and_only_in_dev(judging, folder, llm_server, graded):
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


def test_holes_of_runs_are_graded_and_nothing_of_a_frozen_question_is_said(judging, folder, graded):
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


def test_what_an_endpoint_that_fails_had_answered_is_saved(judging, folder, llm_server, reply_to, graded):
    def answer(body):
        if len(llm_server.requests) > 9:
            return llm_server.canned('{"error": {"message": "no credit"}}', status=402)
        return llm_server.completion(reply_to(body))

    llm_server.default = answer
    told = judging("--check", 0, "--concurrency", 1, code=4)
    assert "9 of 34 pairs graded" in told.stderr
    assert "no credit" in told.stderr
    assert len(graded(folder)) == 9
    assert "came in after" not in told.stdout
    llm_server.default = lambda body: llm_server.completion(reply_to(body))
    judging("--check", 0)
    assert len(graded(folder)) == 34


def test_garbage_is_a_failure_and_never_a_success_with_nothing(judging, folder, llm_server, graded):
    llm_server.default = lambda body: llm_server.completion("I would rather not say.")
    told = judging("--check", 0, code=4)
    assert "12 pairs in a row got no grade" in told.stderr
    assert graded(folder) == {}


def test_a_grade_without_evidence_is_counted_and_not_kept(judging, folder, llm_server, reply_to, graded):
    def answer(body):
        made = reply_to(body)
        return llm_server.completion(made | {"quote": "words of its own"} if made["grade"] == 3 else made)

    llm_server.default = answer
    told = json.loads(judging("--check", 0, "--json").stdout)
    assert told["rejected"] == {"quote not in the chunk": 8}
    assert 3 not in graded(folder).values()


def test_kill_9_at_any_moment_loses_nothing_that_was_answered(judging, folder, llm_server, reply_to):
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


def test_two_at_once_are_one_and_a_refusal(judging, folder, llm_server, reply_to):
    gate = threading.Event()
    llm_server.default = lambda body: llm_server.canned(llm_server.completion(reply_to(body)).body, until=gate)
    process = judging("--check", 0, start=True)
    while not llm_server.requests:
        assert process.poll() is None
    assert "another `goldkit judge`" in judging("--check", 0, code=4).stderr
    gate.set()
    assert process.wait(60) == 0


def test_an_empty_set_says_so(judging, tmp_path):
    GoldenDirectory(tmp_path / "bare").create()
    told = judging("--golden", "bare")
    assert "no pair is left to ask this judge about" in told.stdout
    assert "agreement: not measured" in told.stdout


def test_a_long_chunk_an_empty_one_and_a_lost_one_are_left_to_people(judging, folder, llm_server, line):
    golden = GoldenDirectory(folder / "golden")
    golden.add_chunks([Chunk(id="long", text="word " * 200_000), Chunk(id="empty", text=" ")])
    golden.append("judgments.jsonl", [line(1, chunk, None, "proposed") for chunk in ("long", "empty", "lost")])
    told = json.loads(judging("--check", 0, "--json").stdout)
    assert told["left_out"] == {"chunks longer than 20,000 characters": 1, "chunks without a known text": 2}
    assert max(len(json.dumps(body)) for body in llm_server.requests) < 10_000


def test_what_is_asked_in_the_other_order_is_no_new_grade(judging, folder):
    judging("-n", 0)
    told = judging("--base-url", "http://127.0.0.1:9/v1", "--model", "m", url=False, code=4)
    assert "0 of 34 pairs graded: http://127.0.0.1:9/v1 failed (unreachable)" in told.stderr
    assert "nothing new is saved" in told.stderr


def test_results_that_are_texts_are_matched_to_chunks(judging, folder, graded):
    text = "The gate is shut at dusk by the porter of the lower mill. Level 2."
    (folder / "corpus.jsonl").write_text(json.dumps({"id": "gate", "text": text}) + "\n")
    (folder / "r.jsonl").write_text(json.dumps({"query": "q01", "chunks": [text]}) + "\n")
    judging("r.jsonl", "--corpus", "corpus.jsonl", "--match-text", "--check", 0)
    assert graded(folder) == {("q01", "gate"): 2}
    assert "--match-text needs the texts of the chunks" in judging("r.jsonl", "--match-text", code=2).stderr
