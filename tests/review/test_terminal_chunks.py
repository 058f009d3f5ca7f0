"""The terminal's way to any chunk: found by words, another one of the question, one that judges dispute."""

from __future__ import annotations

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Judgment
from goldkit.review.screen import Size
from goldkit.review.session import Session

LATER = "2026-12-01T12:00:00Z"
CORPUS = tuple(
    Chunk(id=f"doc/{n}", text=text, sha256=sha256_text(text), title=f"Page {n}")
    for n in range(30)
    for text in [f"Page {n} says how hot the furnace of building {n} gets."]
)


def given(golden):
    return [(line.query, line.chunk, line.grade) for line in golden.judgments() if line.by == "ana"]


def decided(golden, by, grade, query="hot", chunk="kiln#1"):
    line = {"grade": grade, "status": "decided", "source": "human", "by": by, "at": LATER}
    golden.append("judgments.jsonl", [Judgment(query=query, chunk=chunk, **line)])


@pytest.mark.parametrize("key", ["f", "/"])
def test_any_chunk_of_the_corpus_is_found_by_words_and_judged(golden, sitting, key):
    person = sitting([key, "1", "3"], ["furnace building 17"], corpus=CORPUS)
    assert person.asked == [("words of the passage, or the id of a chunk: ", "how hot does the kiln get?")]
    assert given(golden) == [("hot", "doc/17", 3)]
    assert "doc/17 · Page 17" in person.screens[3] and "The best 20 of 36 chunks" in person.screens[3]
    assert "── doc/17 · Page 17" in person.screens[4]
    stored = {chunk.id: chunk.text for chunk in golden.chunks()}
    assert stored["doc/17"] == "Page 17 says how hot the furnace of building 17 gets."


def test_an_id_is_found_as_it_is(golden, sitting):
    sitting("f12", ["窯/手順"])
    assert given(golden) == [("hot", "窯/手順", 2)]


def test_what_was_found_comes_with_what_was_said_of_it(golden, sitting):
    assert "kiln#1 (you said 3)" in sitting("3f", ["kiln lit"]).screens[4]


def test_words_that_no_chunk_has_and_other_words(golden, sitting):
    person = sitting("ff11", ["zzz", "rain water"])
    assert "None of 6 chunks has one of these words: zzz" in person.screens[3]
    assert person.asked[1][1] == "zzz"
    assert given(golden) == [("hot", "glaze", 1)]


@pytest.mark.parametrize("lines", [[""], [None], ["kiln"]])
def test_a_search_that_leads_nowhere_leaves_the_item(golden, sitting, lines):
    person = sitting("fz", lines)
    assert "── kiln#1" in person.screens[-1]
    assert given(golden) == []


def test_the_chosen_chunk_is_shown_until_it_is_judged_and_then_the_queue_goes_on(golden, sitting):
    person = sitting("f1e0", ["rain water"])
    assert ["── glaze" in screen for screen in person.screens] == [False, False, False, False, True, True, False]
    assert "── kiln#1" in person.screens[-1]


def test_a_verdict_on_a_found_chunk_is_taken_back_and_shown_again(golden, sitting):
    person = sitting("f13u", ["furnace building 17"], corpus=CORPUS)
    assert "taken back: 3 for doc/17" in person.screens[-1] and "── doc/17" in person.screens[-1]


def test_pages_of_hits_each_choose_by_their_own_numbers(golden, sitting):
    person = sitting("fmm13", ["building"], corpus=CORPUS)
    first = person.screens[3].split("\n")
    assert len(first) <= 23 and any("… 1–" in line and "m shows more" in line for line in first)
    assert len(given(golden)) == 1
    third = next(line for line in person.screens[5].split("\n") if line.startswith("  1  "))
    assert given(golden)[0][1] == third.split()[1]


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 12), Size(20, 8)])
def test_lists_fit_the_terminal(golden, sitting, size):
    person = sitting("fkok" if size.rows == 24 else "zfkok", ["building"], corpus=CORPUS, size=size)
    lists = [screen.split("\n") for screen in person.screens if "any other key goes back" in " ".join(screen.split())]
    assert len(lists) == 2
    for lines in lists:
        assert all(len(line) <= size.columns for line in lines)
        assert size.rows < 12 or len(lines) < size.rows


def test_other_chunks_of_the_question_judged_or_not(golden, sitting):
    person = sitting("3o13")
    listed = person.screens[3]
    assert "how hot does the kiln get?" in listed and "you said 3" in listed and "oven.md (this one)" in listed
    assert [line.split()[1] for line in listed.split("\n") if line[2:3].isdigit()] == [
        "glaze",
        "kiln#1",
        "kiln#2",
        "oven.md",
    ]
    assert given(golden) == [("hot", "kiln#1", 3), ("hot", "glaze", 3)]


def test_a_dispute_is_settled_by_the_next_grade(golden, sitting):
    decided(golden, "ben", 3)
    decided(golden, "cleo", 0)
    person = sitting("d12")
    assert "kiln#1 · judged by ben, cleo" in person.screens[2]
    assert "this settles the dispute" in person.screens[3] and "this settles" not in person.screens[4]
    line = golden.judgments()[-1]
    assert (line.chunk, line.grade, line.role) == ("kiln#1", 2, "adjudicate")
    assert "no judges dispute anything" in sitting("d").screens[-1]
    assert sitting("u").screens and golden.judgments()[-1].reason == "undo"
    assert "judged by ben, cleo" in sitting("d").screens[-2]


def test_cannot_judge_settles_nothing(golden, sitting):
    decided(golden, "ben", 3)
    decided(golden, "cleo", 0)
    sitting("d1c")
    assert (golden.judgments()[-1].reason, golden.judgments()[-1].role) == ("cannot-judge", "judge")


def test_two_grades_only(golden, sitting):
    person = sitting("v1230v1")
    assert given(golden) == [("hot", "kiln#1", 2), ("hot", "oven.md", 0), ("hot", "glaze", 1)]
    assert "0 no  2 yes, it answers" in person.screens[2] and "1 related" not in person.screens[2]
    assert "1 is no grade while there are two" in person.screens[3]


def test_a_question_that_is_set_aside_elsewhere_is_left(golden, sitting):
    other = Session(golden, "ben", lambda: LATER)

    def keys():
        yield "f"
        yield "1"
        other.change("hot", {"aside": "unclear"})
        yield "3"
        yield "2"

    person = sitting(keys(), ["rain water"])
    assert not any(line.query == "hot" for line in golden.judgments() if line.by == "ana")
    assert any("not open to review" in screen for screen in person.screens)
