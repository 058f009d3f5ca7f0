"""What fits on a terminal, and what text from anywhere may do to one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.records import Chunk, Query, Scale
from goldkit.results.review import Progress
from goldkit.review.candidates import Item
from goldkit.review.differences import Difference
from goldkit.review.screen import UNBOUNDED, Size, View, help_screen, item_screen
from goldkit.review.wrap import visible, wrapped
from goldkit.sets.rubric import rubric
from goldkit.text.width import width

SMALL = Size(80, 24)


def item(text="short", question="why?", **fields):
    return Item(query=Query(id="q", text=question), chunk="c", passage=Chunk(id="c", text=text, sha256="s"), **fields)


def screen(shown, view=None, size=SMALL, scale=None):
    return [line.text for line in item_screen(shown, Progress(left=3), view or View(), scale or Scale(), size)]


@given(st.text(max_size=300), st.integers(2, 40))
def test_no_line_is_wider_than_asked(text, columns):
    for line in wrapped(text, columns):
        assert width(line) <= max(columns, max((width(visible(one)) for one in text), default=0))
        assert "\n" not in line and "\x1b" not in line


@given(st.text(alphabet="ab 漢字、。「」\u0301", max_size=80), st.integers(2, 20))
def test_wrapping_loses_nothing_but_spaces(text, columns):
    assert "".join("".join(wrapped(text, columns)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("漢字漢字漢", 4, ["漢字", "漢字", "漢"]),
        ("漢字「ab」漢", 6, ["漢字", "「ab」", "漢"]),
        ("x" * 5, 2, ["xx", "xx", "x"]),
        ("a\r\nb\n\nc", 9, ["a", "b", "", "c"]),
        ("e\u0301" * 3, 2, ["e\u0301e\u0301", "e\u0301"]),
        ("", 5, [""]),
    ],
)
def test_lines_break_where_a_reader_expects_it(text, columns, lines):
    assert wrapped(text, columns) == lines


def test_what_would_steer_the_terminal_is_spelt_out():
    assert visible("\x1b[31m\u202e\x07\t\udc80") == "<U+001B>[31m<U+202E><U+0007>    <U+DC80>"
    assert visible("👩‍👩‍👧 שלום") == "👩‍👩‍👧 שלום"


LONG = "\n".join(f"step {number}" for number in range(100))


@pytest.mark.parametrize("text", ["short", LONG, "窯は朝六時に点火します。" * 200, "x" * 9000])
@pytest.mark.parametrize("question", ["why?", "why? " * 200])
@pytest.mark.parametrize("evidence", [True, False])
def test_a_screen_of_80_by_24_holds_everything_and_the_keys(text, question, evidence):
    shown = item(
        text,
        question,
        evidence={"cited": 3},
        others=("ben",),
        differences=(Difference(other="d", grade=3, readings=()),),
    )
    lines = screen(shown, View(evidence=evidence, note="a note", status="recorded"))
    assert len(lines) <= 23
    assert all(width(line) <= 80 for line in lines)
    assert "3 answers" in lines[-3] and "q quit" in lines[-1]


def test_paging_through_a_long_text_shows_each_line_and_begins_again():
    seen = [line for page in range(20) for line in screen(item(LONG), View(page=page)) if line.startswith("step")]
    assert set(seen) == set(LONG.split("\n"))
    pages = [screen(item(LONG), View(page=page)) for page in range(20)]
    assert pages[0] in pages[1:]


def test_a_long_question_is_told_whole_on_the_pages():
    question = " ".join(f"word{number}" for number in range(300))
    seen = " ".join(line for page in range(9) for line in screen(item(question=question), View(page=page)))
    assert all(f"word{number}" in seen for number in range(300))


def test_off_a_terminal_nothing_is_folded():
    assert LONG.split("\n")[-1] in screen(item(LONG), size=UNBOUNDED)
    assert "x" * 5000 in screen(item("x" * 5000), size=UNBOUNDED)


def test_evidence_is_shown_only_when_asked_for():
    shown = item(evidence={"cited": 3, "shown": 0}, suggested=(("some-llm", 1),))
    assert not any("cited" in line or "some-llm" in line for line in screen(shown))
    lines = screen(shown, View(evidence=True))
    assert "logs: cited 3" in lines and "some-llm says 1" in lines
    assert "nothing is known about this one" in screen(item(), View(evidence=True))


def test_a_difference_is_spelt_out_from_this_chunk_s_side():
    many = Difference(other="d", grade=3, readings=(("30 s", "60 s"), ("", "not"), ("a", "b"), ("c", "d")))
    said = " ".join(screen(item(differences=(many,)), size=UNBOUNDED))
    assert "“60 s” here is “30 s” there, “not” here is nothing there" in said and "and 1 more" in said


def test_a_chunk_without_a_text_says_so():
    assert "(no text stored)" in screen(replace(item(), passage=None))


@pytest.mark.parametrize(
    ("scale", "meanings"),
    [
        (Scale(), ["irrelevant", "related", "answers partly", "answers"]),
        (Scale(max=1, relevant_from=1), ["irrelevant", "answers"]),
        (Scale(max=2, relevant_from=1), ["irrelevant", "answers partly", "answers"]),
    ],
)
def test_the_rubric_fits_the_scale(scale, meanings):
    assert [meaning.short for meaning in rubric(scale).values()] == meanings
    lines = help_screen(scale, SMALL)
    assert len(lines) <= 21 and any(line.text.endswith(rubric(scale)[1].long) for line in lines)


def test_a_long_text_is_folded_once_for_all_the_keys_that_are_pressed(monkeypatch):
    folded = []
    monkeypatch.setattr(
        "goldkit.review.screen.wrapped", lambda text, columns: folded.append(text) or wrapped(text, columns)
    )
    long = item("a text that no other test has. " * 100)
    pages = [screen(long, View(page=page)) for page in range(5)]
    assert folded.count(long.passage.text) == 1 and pages[0] != pages[1]
