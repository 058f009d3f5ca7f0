"""What speaks against a chunk orders the queue and never becomes a label."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys

import pytest

from goldkit.logs.interactions import Click, Interaction, Place, Shown
from goldkit.mining import negatives
from goldkit.mining.negatives import Attempt, Reformulations, anew, skipped
from goldkit.mining.priority import AGAINST
from goldkit.records import Judgment
from goldkit.sets.golden import read_golden
from goldkit.store.evidence import speaks_for
from goldkit.store.fold import fold
from goldkit.store.moments import time_of

MAP = {
    "query": "q",
    "chunks": "docs",
    "clicked": "clicked",
    "feedback": "thumb",
    "session": "s",
    "time": "at",
    "id": "id",
}
HOW = "How do I renew my Kerberos ticket?"
ANEW = "renew kerberos ticket expired"


def row(text: str, at: int, **more: object) -> dict[str, object]:
    return {"q": text, "docs": ["a", "b", "c"], "at": 1796119200 + at, "s": "s1", "id": f"{text} {at}"} | more


def against(mill, *rows, **more) -> dict[tuple[str, str], dict[str, float]]:
    """(question, chunk) → what speaks against it, of the pairs of which anything does."""
    result = mill.look(mill.write("log.jsonl", *rows), mapping=MAP, **more)
    texts = {query.id: query.text for query in result.queries}
    found = {
        (texts[line.query], line.chunk): {kind: line.evidence[kind] for kind in AGAINST if kind in line.evidence}
        for line in result.proposals
    }
    return {pair: kinds for pair, kinds in found.items() if kinds}


def test_results_above_the_lowest_click_were_passed_over(mill):
    clicked = row(HOW, 0, docs=["a", "b", "c", "d"], clicked=["c"], thumb="up")
    assert against(mill, clicked) == {(HOW, "a"): {"skipped": 1}, (HOW, "b"): {"skipped": 1}}


def test_only_what_has_a_rank_above_the_click_was_passed_over():
    shown = (Shown("a", 1), Shown(None, 2, "text"), Shown("b", 3), Shown("c", None), Shown("d", 4))
    one = Interaction(record="1", query="why?", place=Place(0, 1), shown=shown)
    below = Click("b", Place(0, 2))
    assert skipped(one) is None
    assert skipped(Interaction(record="1", query="why?", place=Place(0, 1), shown=shown, clicked=(Click("c"),))) is None
    two = Interaction(record="1", query="why?", place=Place(0, 1), shown=shown, clicked=(below, Click("a")))
    assert skipped(two) == (below, ())
    deep = Interaction(record="1", query="why?", place=Place(0, 1), shown=shown, clicked=(Click("d"), below))
    assert skipped(deep) == (Click("d"), ("a",))


@pytest.mark.parametrize(
    ("second", "similar"),
    [
        (ANEW, True),
        ("How do I renew my Kerbreos ticket", True),
        ("how do i renew my kerberos ticket", False),
        ("What is the quota at North?", False),
        ("and for the other site?", False),
        ("error KRB5 renew", False),
    ],
)
def test_what_looks_like_the_question_put_anew(second, similar):
    assert anew(HOW, second) is similar


def test_questions_without_spaces_between_words_are_compared_by_their_letters():
    assert anew("ケルベロスのチケットを更新するには", "ケルベロスのチケットを更新する方法")
    assert not anew("ケルベロスのチケットを更新するには", "夜間バックアップの保存期間")


@pytest.mark.parametrize(
    ("later", "counted"),
    [
        (row(ANEW, 60), True),
        (row(ANEW, 61), False),
        (row(ANEW, 0), False),
        (row(ANEW, 30, s="s2"), False),
        (row(ANEW, 30, s=None), False),
        (row(ANEW, 30) | {"at": None}, False),
    ],
)
def test_a_question_put_anew_within_a_minute_in_its_session_speaks_against_what_was_shown(mill, later, counted):
    expected = {(HOW, chunk): {"reformulated": 1} for chunk in "abc"} if counted else {}
    assert against(mill, row(HOW, 0), later) == expected


def test_the_order_of_the_log_is_no_matter_and_only_neighbours_in_time_count(mill):
    rows = [row(HOW, 0), row(ANEW, 30), row("What is the quota at North?", 45), row("expired kerberos ticket", 50)]
    forwards, backwards = against(mill, *rows), against(mill, *reversed(rows))
    assert forwards == backwards == {(HOW, chunk): {"reformulated": 1} for chunk in "abc"}


def test_what_the_answer_cites_answers_for_its_failure():
    reformulations = Reformulations()
    time = time_of("2026-12-01T10:00:00Z")
    assert time is not None
    first = Attempt(time, HOW, "r", "1", "q-1", "b", ("a",))
    assert reformulations.given_up("s", first) is None
    second = Attempt(time.replace(second=9), ANEW, "r", "2", "q-2", "b", ())
    assert reformulations.given_up("s", second) == first


def test_only_so_many_sessions_are_remembered(monkeypatch):
    monkeypatch.setattr(negatives, "SESSIONS", 2)
    reformulations = Reformulations()
    time = time_of("2026-12-01T10:00:00Z")
    assert time is not None
    for session in ("one", "two", "three"):
        reformulations.given_up(session, Attempt(time, HOW, "r", session, "q-1", "b", ()))
    later = Attempt(time.replace(second=9), ANEW, "r", "later", "q-2", "b", ())
    assert reformulations.given_up("one", later) is None
    assert reformulations.given_up("three", later) is not None


def test_a_reformulation_is_counted_once_however_often_it_is_mined(mill):
    first = mill.write("a.jsonl", row(HOW, 0), row(ANEW, 30))
    again = mill.write("b.jsonl", row(HOW, 0), row(ANEW, 30), row("something else", 5000))
    mill.mine(first, mapping=MAP)
    mill.mine(again, mapping=MAP)
    assert {chunk: found["reformulated"] for (text, chunk), found in mill.evidence().items() if text == HOW} == {
        "a": 1,
        "b": 1,
        "c": 1,
    }


def test_it_orders_the_queue(mill):
    mill.mine(
        mill.write("log.jsonl", row(HOW, 0, clicked=["c"]), row(HOW, 900, docs=["c", "d"], clicked=["d"])), mapping=MAP
    )
    lines = {line.chunk: line for line in mill.golden.judgments()}
    assert lines["c"].metadata["priority"]["skipped"] < 0
    assert (lines["c"].priority or 0) < (lines["d"].priority or 0) + lines["c"].metadata["priority"]["shown"]


@pytest.mark.parametrize("kinds", [kinds for n in (1, 2, 3) for kinds in itertools.combinations(AGAINST, n)])
def test_nothing_that_speaks_against_a_chunk_makes_a_grade(kinds):
    evidence = dict.fromkeys(kinds, 1000) | {"shown": 1000, "best_rank": 1}
    line = Judgment(
        query="q", chunk="a", grade=None, status="proposed", source="log", by="goldkit mine", at="t", evidence=evidence
    )
    assert not speaks_for(evidence)
    assert fold([line]).labels["q"]["a"].grade is None


def test_no_mined_line_ever_holds_a_grade(mill):
    rows = [row(HOW, at, clicked=["c"], thumb="down") for at in range(0, 40, 10)] + [row(ANEW, 45, thumb="down")]
    mill.mine(mill.write("log.jsonl", *rows), mapping=MAP)
    lines = mill.golden.judgments()
    assert {(line.grade, line.status) for line in lines} == {(None, "proposed")}
    labels = [label for chunks in fold(lines).labels.values() for label in chunks.values()]
    assert labels and all(label.grade != 0 for label in labels)
    assert all(label.status == "proposed" for label in labels)
    assert not any(
        label.status == "decided"
        for chunks in read_golden(mill.golden).folded.labels.values()
        for label in chunks.values()
    )


def test_the_command_keeps_it_as_evidence_without_a_grade(tmp_path):
    rows = [
        row(HOW, 0, docs=[{"id": "a", "text": "A"}, {"id": "b", "text": "B"}], clicked=["b"]),
        row(ANEW, 30, docs=["b"]),
    ]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in rows))
    command = [
        sys.executable,
        "-m",
        "goldkit",
        "mine",
        str(log),
        *(f"--map={name}={path}" for name, path in MAP.items()),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "golden" / "judgments.jsonl").read_text().splitlines()]
    assert {line["chunk"]: line["evidence"] for line in lines if "reformulated" in line["evidence"]} == {
        "b": {"best_rank": 2, "clicked": 1, "reformulated": 1, "sessions": 1, "shown": 1}
    }
    assert all(line["grade"] is None for line in lines)
