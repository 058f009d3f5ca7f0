"""What the terminal's keys do to a question: set aside, unanswerable, another wording, tags, a new one; all of it taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldkit.records import Judgment, SplitLine
from goldkit.review.question_changes import changes
from goldkit.review.question_keys import tags_of


def question(golden, name="hot"):
    return next(query for query in golden.queries() if query.id == name)


@pytest.mark.parametrize(
    ("keys", "lines", "aside"),
    [
        ("b1", [], "unclear"),
        ("b2", [], "not self-contained"),
        ("b3", [], "private"),
        ("b4", [" names a colleague "], "names a colleague"),
        ("b4", [""], None),
        ("b4", [None], None),
        ("bz", [], None),
        ("b", [], None),
    ],
)
def test_a_bad_question_is_set_aside_with_the_reason(golden, sitting, keys, lines, aside):
    person = sitting(keys, lines)
    assert question(golden).aside == aside
    assert "What is wrong with the question?" in person.screens[2]
    if aside:
        assert f"set aside: {aside}; u takes it back" in person.screens[-1]
        assert "what is glaze mixed with" in person.screens[-1]


def test_a_question_that_nothing_answers_leaves_the_queue(golden, sitting):
    person = sitting("x")
    assert question(golden).answerable == "no"
    assert "── glaze" in person.screens[-1] and "nothing answers this question" in person.screens[-1]


def test_what_a_model_said_before_is_a_persons_word_now(golden, sitting):
    golden.rewrite_queries(lambda found: [*{**found, "hot": _unanswerable(found["hot"])}.values()])
    person = sitting("x")
    assert [change.by for change in changes(question(golden))] == ["ana"]
    assert "what is glaze mixed with" in person.screens[-1], "it is not asked again"
    sitting("u")
    assert question(golden).answerable == "no", "the model's word stands again"
    assert "how hot" in sitting("").screens[1]


def _unanswerable(query):
    return replace(query, answerable="no")


def test_another_wording_starts_from_the_one_there_is_which_stays_as_a_variant(golden, sitting):
    person = sitting("t", ["how hot is the 窯?"])
    assert person.asked[0][1] == "how hot does the kiln get?"
    assert (question(golden).text, question(golden).variants) == ("how hot is the 窯?", ("how hot does the kiln get?",))
    assert "how hot is the 窯?" in person.screens[-1] and "u takes it back" in person.screens[-1]


@pytest.mark.parametrize("typed", ["", None, "how hot does the kiln get?"])
def test_a_wording_that_says_nothing_new_changes_nothing(golden, sitting, typed):
    assert "the wording stays" in sitting("t", [typed]).screens[-1]
    assert question(golden).provenance == {}


def test_a_wording_of_another_question_is_refused_by_its_id(golden, sitting):
    assert "another question already: rest" in sitting("t", ["How long does clay rest?"]).screens[-1]
    assert question(golden).text == "how hot does the kiln get?"


def test_tags(golden, sitting):
    sitting("g", ["exact, 数字 ,, exact"])
    assert question(golden).tags == ("exact", "数字")
    person = sitting("g", [""])
    assert person.asked == [("tags, with commas between: ", "exact, 数字")]
    assert question(golden).tags == ()
    assert "the tags stay" in sitting("g", [None]).screens[-1]


def test_tags_are_told_apart_by_commas_alone():
    assert tags_of(" two  words,a ,a,,") == ["two words", "a"]


def test_a_new_question_and_what_answers_it(golden, sitting):
    person = sitting("a13", ["  how long does clay rest before it is used? ", "clay rests"])
    found = next(query for query in golden.queries() if query.origin == "manual")
    assert found.text == "how long does clay rest before it is used?"
    line = golden.judgments()[-1]
    assert (line.query, line.chunk, line.grade) == (found.id, "clay", 3)
    assert person.asked[1] == ("words of the passage, or the id of a chunk: ", found.text)


@pytest.mark.parametrize("typed", ["", "  ", None])
def test_a_new_question_without_words_is_none(golden, sitting, typed):
    assert "no question was written" in sitting("a", [typed]).screens[-1]
    assert len(golden.queries()) == 3


def test_the_wording_of_a_question_there_is_leads_to_it(golden, sitting):
    person = sitting("a1", ["How long does clay rest?", "two days"])
    assert len(golden.queries()) == 3
    assert "how long does clay rest" in person.screens[-1] and "── clay" in person.screens[-1]


def test_every_change_is_taken_back_one_by_one_in_later_sittings(golden, sitting):
    before = [(query.text, query.tags, query.aside, query.answerable, query.variants) for query in golden.queries()]
    sitting("3tgxb1a", ["hotter?", "one", "brand new?", None])
    assert len(golden.queries()) == 4
    for _ in range(6):
        person = sitting("u")
        assert "taken back: " in person.screens[-1]
    after = [(q.text, q.tags, q.aside, q.answerable, q.variants) for q in golden.queries() if q.origin != "manual"]
    assert after == before
    assert [query.aside for query in golden.queries() if query.origin == "manual"] == ["taken back by who wrote it"]
    assert "nothing to take back" in sitting("u").screens[-1]


def test_the_same_change_is_made_again_after_it_was_taken_back(golden, sitting):
    sitting("xux")
    assert question(golden).answerable == "no"
    sitting("ux")
    assert question(golden).answerable == "no"


def test_a_frozen_question_is_not_changed_and_the_sitting_goes_on(golden, sitting):
    golden.append("split.jsonl", [SplitLine(query="hot", at="2026-12-01T10:00:00Z", why="freeze core", side="core")])
    golden.append(
        "split.jsonl", [SplitLine(query="mix", at="2026-12-01T10:00:00Z", why="freeze core", side="embargoed")]
    )
    pooled = {"grade": None, "status": "proposed", "source": "pool", "by": "goldkit pool", "at": "2026-12-01T11:00:00Z"}
    golden.append("judgments.jsonl", [Judgment(query="hot", chunk="clay", metadata={"set": "core"}, **pooled)])
    person = sitting("x3")
    assert question(golden).answerable is None
    assert "'hot' is unknown or frozen" in person.screens[2] and "recorded: 3 for clay" in person.screens[3]
