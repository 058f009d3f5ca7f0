"""The page of `goldkit review` in a real browser, worked with the keys: judged, marked, searched, changed, taken back."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from goldkit.records import Judgment
from goldkit.store.golden import GoldenDirectory

SAMPLES = Path(__file__).parents[2] / "samples"


def test_keys_alone_judge_and_take_back(sheets, sheet, golden):
    page = sheet()
    assert page.inner_text("h1") == sheets.QUESTIONS["hot"][0]
    assert not page.locator(".evidence li").first.is_visible(), "a question is first seen without its evidence"
    page.keys("3")
    page.says("recorded: 3 for kiln.md#1")
    page.keys("c")
    page.says("cannot judge for kiln.md#2")
    page.keys("s")
    page.says("later for 窯/手順")
    page.keys("u")
    page.says("taken back: later")
    page.keys("e")
    page.wait_for_selector(".evidence[open] li")
    assert "cited 2" in page.inner_text(".evidence")
    assert sheets.given(golden) == [
        ("kiln.md#1", 3),
        ("kiln.md#2", "cannot-judge"),
        ("窯/手順", "later"),
        ("窯/手順", "undo"),
    ]


def test_a_passage_is_marked_by_keys_and_by_selecting_and_quoted_from_the_source(sheets, sheet, golden):
    page = sheet()
    page.keys("q", "Enter")
    page.wait_for_selector(".remark .quote")
    page.keys("3")
    page.says("recorded")
    assert golden.judgments()[-1].quote == "The **kiln** is lit at 6 h and reaches `900` degrees after 3 h."
    page.evaluate(
        "() => { const text = document.querySelector('.chunk p').lastChild;"
        " getSelection().setBaseAndExtent(text, 1, text, text.data.length); }"
    )
    page.keys("q")
    page.wait_for_selector(".remark .quote")
    page.keys("n")
    page.keyboard.type("on Mondays only")
    page.keys("Enter")
    page.wait_for_selector(".remark p")
    page.keys("1")
    page.says("recorded: 1 for kiln.md#2")
    line = golden.judgments()[-1]
    assert line.note == "on Mondays only" and line.quote and line.quote in sheets.TEXTS["kiln.md#2"]


def test_any_chunk_is_found_added_and_judged(sheets, sheet, golden):
    page = sheet()
    page.keys("/")
    page.wait_for_selector(".hits li")
    page.keyboard.type("potters clay")
    page.keys("Enter")
    page.wait_for_function("() => document.querySelector('.hits .id')?.textContent === 'far'")
    page.keys("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.source .id')?.textContent === 'far'")
    page.keys("2")
    page.says("recorded: 2 for far")
    assert page.inner_text(".source .id") == "kiln.md#1", "and the queue goes on where it was"
    assert sheets.given(golden) == [("far", 2)]


def test_a_bad_question_an_edited_one_and_one_without_an_answer(sheets, sheet, golden):
    page = sheet()
    page.keys("t")
    page.fill("#edit-text", "How hot does the kiln become?")
    page.keys("Enter")
    page.says("the question was changed")
    assert page.inner_text("h1") == "How hot does the kiln become?"
    page.keys("b", "2")
    page.says("set aside: not self-contained")
    assert page.inner_text("h1") == sheets.QUESTIONS["ferry"][0]
    page.keys("x")
    page.says("nothing answers")
    queries = {query.id: query for query in golden.queries()}
    assert (queries["hot"].aside, queries["ferry"].answerable) == ("not self-contained", "no")
    for field in ("answerable", "aside", "text"):
        page.keys("u")
        page.says(f"taken back: the change of {field}")
    assert page.inner_text("h1") == sheets.QUESTIONS["hot"][0]


def test_a_dispute_is_settled(sheets, sheet, golden):
    golden.append("judgments.jsonl", [
        Judgment(query="hot", chunk="kiln.md#1", grade=grade, status="decided", source="human", by=by, at=sheets.AT)
        for by, grade in (("ben", 3), ("cleo", 0))
    ])  # fmt: skip
    page = sheet()
    page.click("header nav >> text=Agreement")
    page.click("text=Settle it")
    page.wait_for_selector("text=You settle what the judges dispute")
    page.keys("2")
    page.says("recorded: 2")
    assert golden.judgments()[-1].role == "adjudicate"
    page.click("header nav >> text=Agreement")
    page.wait_for_selector("text=Nothing is.")


def test_a_new_question_is_written_and_answered(sheet, golden):
    page = sheet()
    page.click("header nav >> text=Questions")
    page.click("text=New question")
    page.keyboard.type("How long do potters rest their clay?")
    page.keys("Enter")
    page.wait_for_selector("text=Search the corpus")
    page.click("text=Search the corpus")
    page.wait_for_selector(".hits li")
    page.keys("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".desk")
    page.keys("3")
    page.says("recorded: 3 for far")
    assert [query.origin for query in golden.queries() if query.text.startswith("How long do potters")] == ["manual"]


def test_binary_mode_has_two_grades(sheet, golden):
    page = sheet()
    page.keys("?")
    page.click("text=Two grades only")
    assert page.locator(".grades button").count() == 2
    page.keys("3")
    page.says("3 is no grade here")
    page.keys("2")
    page.says("recorded: 2")
    page.reload()
    page.wait_for_selector(".grades")
    assert page.locator(".grades button").count() == 2


def test_fifty_questions_are_confirmed_with_at_most_two_keys_a_pair(sheet, reviewing, tmp_path):
    """As a person who knows what samples/review.jsonl says and marks every other answer; keys are counted as pressed."""
    logs = [str(path) for path in sorted((SAMPLES / "logs").glob("*")) if path.name != "helpdesk.jsonl"]
    corpus = ["--corpus", str(SAMPLES / "corpus.jsonl")]
    mine = [sys.executable, "-m", "goldkit", "mine", *logs, *corpus, "--golden", str(tmp_path / "mined")]
    subprocess.run(mine, check=True, capture_output=True)
    lines = map(json.loads, (SAMPLES / "review.jsonl").read_text(encoding="utf-8").splitlines())
    known = {(line["query"], line["chunk"]): line["grade"] for line in lines if line.get("grade") is not None}
    page = sheet(reviewing(tmp_path / "mined", *corpus))
    keys, pairs, confirmed = 0, 0, set()
    while len(confirmed) < 50:
        query, chunk = page.pair()
        grade = known.get((query, chunk), 0)
        if grade == 3 and len(confirmed) % 2:
            page.keys("q", "Enter")
            page.wait_for_selector(".remark .quote")
            keys += 2
        page.judged(str(grade))
        keys, pairs = keys + 1, pairs + 1
        confirmed |= {query} if grade >= 2 else set()
    assert keys <= 2 * pairs
    judgments = GoldenDirectory(tmp_path / "mined").judgments()
    assert {line.query for line in judgments if line.by == "ana" and (line.grade or 0) >= 2} == confirmed
    assert page.inner_text("#far").startswith(f"{pairs} of ")


def test_how_far_one_is_shows_in_whatever_view_is_opened_first(sheet, golden):
    page = sheet()
    page.goto(page.url.partition("#")[0] + "#questions")
    page.reload()
    page.wait_for_selector(".questions li")
    assert page.inner_text("#far").startswith("0 of 6")
