"""Rejected drafts: kept once, the newest line counts, and neither private nor sealed text gets into the file."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest

from goldkit.checks.catalogue import run_checks
from goldkit.records import Query, SplitLine
from goldkit.reports.rejected_text import rejected_json, rejected_text
from goldkit.results.rejected import Rejected
from goldkit.sets.overview import overview
from goldkit.sets.rejected import WITHHELD, keep_rejected, rejected
from goldkit.store.golden import BATCH, GoldenDirectory

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"


def draft(n=1, reason="names nothing", at=AT, **fields):
    line = Rejected(
        key=f"sha256:{n:04}", reason=reason, style="direct", chunks=(f"c{n}",), at=at, question=f"What {n}?"
    )
    return replace(line, **fields)


@pytest.fixture
def golden(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    return golden


def lines(golden):
    return (golden.path / "rejected.jsonl").read_text().splitlines()


def test_keeping_the_same_again_adds_nothing_whenever_that_is(golden):
    assert keep_rejected(golden, [draft(1), draft(2)]) == 2
    assert keep_rejected(golden, [draft(2, at=LATER), draft(1), draft(3)]) == 1
    assert [line.key for line in rejected(golden)] == ["sha256:0001", "sha256:0002", "sha256:0003"]


def test_the_newest_line_of_a_key_counts_in_whatever_order_a_merge_left_them(golden):
    keep_rejected(golden, [draft(1, reason="copies the chunk", at=LATER)])
    golden.append("rejected.jsonl", [draft(1)])
    assert [line.reason for line in rejected(golden)] == ["copies the chunk"]
    assert keep_rejected(golden, [draft(1, reason="copies the chunk", at=LATER)]) == 0
    assert keep_rejected(golden, [draft(1, at="2026-12-03T10:00:00Z")]) == 1
    assert [line.reason for line in rejected(golden)] == ["names nothing"]


def test_a_call_that_failed_is_no_rejected_draft_and_an_accepted_one_is_none_any_more(golden):
    assert keep_rejected(golden, [draft(1, key=""), draft(2), draft(3)]) == 2
    golden.rewrite_queries(lambda _: [Query(id="q", text="What 2?", generator={"journal": "sha256:0002"})])
    assert [line.key for line in rejected(golden)] == ["sha256:0003"]


def test_a_killed_run_leaves_whole_batches_and_the_next_one_the_bytes_of_an_undisturbed_one(golden, tmp_path):
    drafts = [draft(n) for n in range(2 * BATCH + 500)]
    keep_rejected(golden, drafts)
    whole = (golden.path / "rejected.jsonl").read_bytes()

    def dying():
        yield from drafts[: BATCH + 7]
        raise KeyboardInterrupt

    other = GoldenDirectory(tmp_path / "other")
    other.create()
    with pytest.raises(KeyboardInterrupt):
        keep_rejected(other, dying())
    assert len(lines(other)) == BATCH
    keep_rejected(other, drafts)
    assert (other.path / "rejected.jsonl").read_bytes() == whole


def test_what_is_private_is_not_written(golden):
    keep_rejected(golden, [draft(1, question="Who is ana.m@example.org?", detail="mail ana.m@example.org")])
    assert "example.org" not in lines(golden)[0] and "<EMAIL>" in lines(golden)[0]
    assert not run_checks(golden).errors
    keep_rejected(golden, [draft(2, question="Who is ana.m@example.org?")], redactor=None)
    assert [finding.name for finding in run_checks(golden).findings] == ["private-text"]


def test_the_text_of_a_frozen_question_is_not_written(golden):
    frozen, free = "Why do transfers to the North stall?", "Who cleans the tape drives?"
    golden.rewrite_queries(lambda _: [Query(id="q1", text="x", variants=(frozen,)), Query(id="q2", text=free)])
    golden.append("split.jsonl", [SplitLine(query="q1", side="core", at=AT, why="freeze core")])
    near = "near-identical to another question"
    keep_rejected(
        golden,
        [
            draft(1, near, question="why do transfers to the north stall", detail="Who knows"),
            draft(2, near, question="Other words?", detail=frozen),
            draft(3, near, question="who cleans the tape drives", detail=free),
        ],
    )
    text = (golden.path / "rejected.jsonl").read_text()
    assert "stall" not in text and text.count(WITHHELD) == 2 and free in text


def test_the_text_of_a_question_tied_to_a_frozen_one_is_not_written(golden):
    tied = "Which team opens the mixing valve in the lower hall on a Monday?"
    frozen = Query(id="q1", text="Why do transfers to the North stall?", conversations=("talk",))
    golden.rewrite_queries(lambda _: [frozen, Query(id="q2", text=tied, conversations=("talk",))])
    golden.append("split.jsonl", [SplitLine(query="q1", side="core", at=AT, why="freeze core")])
    keep_rejected(golden, [draft(1, question=tied.replace("a Monday", "Mondays")), draft(2, detail=tied)])
    text = (golden.path / "rejected.jsonl").read_text()
    assert "valve" not in text and text.count(WITHHELD) == 2


def test_status_counts_them_and_check_reads_them(golden):
    keep_rejected(golden, [draft(1), draft(2)])
    assert overview(golden).rejected == 2
    with (golden.path / "rejected.jsonl").open("ab") as stream:
        stream.write(b'{"key":7}\n')
    (finding,) = run_checks(golden).findings
    assert (finding.name, finding.where.rpartition("/")[2]) == ("unreadable", "rejected.jsonl:3")


def test_a_torn_last_line_and_a_time_that_is_none_are_told(golden):
    keep_rejected(golden, [draft(1, at="yesterday")])
    with (golden.path / "rejected.jsonl").open("ab") as stream:
        stream.write(b'{"key":"sha')
    assert {finding.name for finding in run_checks(golden).findings} == {"bad-time", "torn-line"}
    assert len(rejected(golden)) == 1
    keep_rejected(golden, [draft(2)])
    assert len(lines(golden)) == 2


def test_a_directory_of_an_older_goldkit_gets_the_lines_that_git_needs(golden):
    path = golden.path / ".gitattributes"
    own = "*.png binary\n" + path.read_text().replace("rejected.jsonl merge=union\n", "").rstrip("\n")
    path.write_text(own)
    golden.create()
    assert path.read_text() == own + "\nrejected.jsonl merge=union\n"
    before = path.stat().st_mtime_ns
    golden.create()
    assert path.stat().st_mtime_ns == before


def test_the_list_names_each_reason_once_and_cuts_nothing():
    long = "Why " + "very " * 60 + "long?"
    drafts = [
        draft(1, "copies the chunk", detail="the copied words"),
        draft(2, question=long, detail=long),
        draft(3, "malformed", question=""),
    ]
    drafts = sorted(drafts, key=lambda one: one.reason)
    assert rejected_text(drafts).splitlines() == [
        "copies the chunk: 1 draft",
        "  c1 [direct] What 1? | the copied words",
        "malformed: 1 draft",
        "  c3 [direct] (no question)",
        "names nothing: 1 draft",
        f"  c2 [direct] {long}",
    ]
    assert rejected_text([]) == "no rejected drafts\n"
    assert rejected_json(drafts)["reasons"] == {"copies the chunk": 1, "malformed": 1, "names nothing": 1}


def test_keeping_drafts_holds_none_of_the_questions_that_are_there(golden):
    made = (Query(id=f"q{at:05}", text=f"When is valve {at} opened?", origin="synthetic") for at in range(5000))
    golden.rewrite_queries(lambda before: made)
    keep_rejected(golden, [])  # what is imported is no matter
    tracemalloc.start()
    try:
        keep_rejected(golden, [])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000
