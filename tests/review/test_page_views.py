"""The views beside the queue: what is in them, and that nothing of a frozen question is."""

from __future__ import annotations

import pytest

from goldkit.records import Judgment, SplitLine

AT = "2026-12-02T08:00:00Z"


def say(query, chunk, grade, by="ben", at=AT, **fields):
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by=by, at=at, **fields)


@pytest.fixture
def page(opened, golden):
    golden.append(
        "judgments.jsonl",
        [say("hot", "kiln#1", 3, note="names it", quote="900 degrees"), say("hot", "kiln#1", 0, by="cleo"),
         say("hot", "glaze", 0), say("hot", "glaze", 0, by="cleo"), say("mix", "glaze", 1)],
    )  # fmt: skip
    return opened()


def test_all_questions_with_filters_and_words(page):
    found = page.ask("questions")
    assert [row["id"] for row in found["rows"]] == ["hot", "mix", "rest"], "those asked most come first"
    assert found["counts"]["waiting"] == 3 and found["counts"]["disputed"] == 1
    assert [row["id"] for row in page.ask("questions", filter="disputed")["rows"]] == ["hot"]
    assert [row["id"] for row in page.ask("questions", text="GLAZE with")["rows"]] == ["mix"]
    assert page.ask("questions", text="nowhere")["rows"] == []
    assert page.ask("questions", place=2)["rows"][0]["id"] == "rest"
    assert "no filter" in page.ask("questions", 400, filter="odd")["error"]


def test_one_question_with_every_judgment(page):
    page.tell("change", query="hot", values={"tags": ["kiln"]}, name="r1")
    found = page.ask("question", query="hot")
    chunk = next(one for one in found["chunks"] if one["id"] == "kiln#1")
    assert chunk["label"]["disputed"] and len(chunk["history"]) == 3
    assert chunk["history"][0]["by"] in ("ben", "cleo")
    assert {line["note"] for line in chunk["history"]} == {"names it", None}
    assert found["changes"][0]["fields"] == [["tags", [], ["kiln"]]]


def test_agreement_and_disputes_that_a_third_one_settles(page, golden):
    found = page.ask("agreement")
    assert found["graded"] == {"ben": 3, "cleo": 2}
    assert found["shared"] == 2 and found["two"][0]["same"] == 0.5
    assert found["two"][0]["confusion"][3][0] == 1
    assert [(one["query"], one["chunk"]) for one in found["disputed"]] == [("hot", "kiln#1")]
    state = page.ask("pair", query="hot", chunk="kiln#1")
    page.judge(2, "r1", state, adjudicate=True)
    assert page.ask("agreement")["disputed"] == []
    assert golden.judgments()[-1].role == "adjudicate"
    page.tell("undo", name="u1")
    assert page.ask("agreement")["disputed"] != []


def test_what_changed_since(page):
    page.judge(2, "r1", page.ask("pair", query="rest", chunk="clay"))
    page.tell("change", query="rest", values={"text": "How long must clay rest?"}, name="r2")
    found = page.ask("today", since="2026-12-02T00:00:00Z")
    assert found["judges"] == {"ana": 1, "ben": 3, "cleo": 2}
    assert "fields" in str(found["events"]) and len(found["events"]) == 7
    assert page.ask("today", since="2026-12-03T00:00:00Z")["events"] == []
    assert page.ask("today", since="2026-12-01T00:00:00Z")["proposed"] == {"goldkit mine": 6, "goldkit pool": 1}
    assert "no time" in page.ask("today", 400, since="now")["error"]


def test_frozen_questions_are_only_counted(page, golden):
    golden.append("split.jsonl", [SplitLine(query="hot", at=AT, why="freeze core", side="core")])
    told = [page.ask("questions"), page.ask("agreement"), page.ask("today", since="2026-12-01T00:00:00Z")]
    assert told[0]["frozen"] == 1 and told[2]["frozen"] == 4 and told[1]["shared"] == 2
    assert "'hot'" not in str(told) and "kiln#1" not in str(told)
    assert "unknown or frozen" in page.ask("question", 400, query="hot")["error"]
