"""Marking in the terminal the passage that answers: by sentence numbers, by first and last words, in any script."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.review.passage_keys import passage_of
from goldkit.review.quoting import between
from goldkit.review.screen import Size
from goldkit.text.sentences import sentence_spans
from goldkit.text.width import width

TEXT = (
    "The kiln is lit at 6 h. It reaches 900 degrees! Is it hot? Yes: -5 K/h.\n\n"
    + "- open the door\n- wait\n\n| a | b |\n|---|---|\n"
)


def sentences(text):
    return [text[start:end] for start, end in sentence_spans(text)]


def test_sentences_items_and_rows_each_have_a_number():
    assert sentences(TEXT) == [
        "The kiln is lit at 6 h.",
        "It reaches 900 degrees!",
        "Is it hot?",
        "Yes: -5 K/h.",
        "- open the door",
        "- wait",
        "| a | b |",
        "|---|---|",
    ]


def test_a_line_that_was_broken_to_fit_a_page_goes_on():
    broken = "the boundary layer of a flat plate is considered here in\nthe presence of a shear flow."
    assert sentences(f"{broken} The solution of it is given in this report.\nSo it is.") == [
        broken,
        "The solution of it is given in this report.",
        "So it is.",
    ]
    assert sentences("窯は朝六時に点火します。次に温度を上げます。") == [
        "窯は朝六時に点火します。",
        "次に温度を上げます。",
    ]
    assert sentences("step 1: turn\nstep 2: turn") == ["step 1: turn", "step 2: turn"]


@given(st.text(alphabet="aB. \n!|-窯。9", max_size=120))
def test_sentences_hold_every_character_but_space_once(text):
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())
    spans = sentence_spans(text)
    assert all(start < end for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("2", "It reaches 900 degrees!"),
        ("2-3", "It reaches 900 degrees! Is it hot?"),
        ("2 – 3", "It reaches 900 degrees! Is it hot?"),
        ("3-2", None),
        ("0", None),
        ("900", None),
        ("it", "It"),
        ("900 degrees", "900 degrees"),
        ("9999999", None),
        ("reaches ... hot?", "reaches 900 degrees! Is it hot?"),
        ("REACHES … Hot", "reaches 900 degrees! Is it hot"),
        ("It ... It", "It reaches 900 degrees! Is it"),
        ("reaches ... nothing", None),
        ("at 6 h. it reaches", "at 6 h. It reaches"),
        ("-5 K/h.", "-5 K/h."),
        ("no such words", None),
        ("...", None),
        ("!!", None),
    ],
)
def test_what_a_typed_line_means(typed, found):
    assert passage_of(TEXT, sentence_spans(TEXT), typed) == found
    assert found is None or found in TEXT


def test_the_shortest_stretch_from_the_first_to_the_last_words_is_meant():
    assert between("open a, open b, close, close", "open", "close") == "open b, close"
    assert between("ΣΑΣ ΤΩΡΑ", "σας", "τωρα") in (None, "ΣΑΣ ΤΩΡΑ")
    assert between("İstanbul is far", "istanbul") in (None, "İstanbul")


def quotes(golden):
    return [(line.chunk, line.grade, line.quote, line.note) for line in golden.judgments() if line.by == "ana"]


def test_the_passage_goes_with_the_verdict_and_only_with_that(golden, sitting):
    person = sitting("wn30", ["1", "says it"])
    assert person.asked == [("passage: ", ""), ("note (an empty line for none): ", "")]
    assert quotes(golden) == [
        ("kiln#1", 3, "The kiln is lit at 6 h and reaches 900 degrees after 3 h.", "says it"),
        ("oven.md", 0, None, None),
    ]
    assert "  1  The kiln is lit" in person.screens[2]
    assert "passage: “The kiln is lit at 6 h" in person.screens[3]
    assert "passage:" not in person.screens[-1]


def test_words_that_are_not_there_are_asked_for_again_and_an_empty_line_unmarks(golden, sitting):
    person = sitting("www3", ["no such words", "lit at ... 900", "", None])
    assert "'no such words' is no sentence's number, and not in the text" in person.screens[3]
    assert "passage: “lit at 6 h and reaches 900”" in person.screens[4]
    assert "no passage is marked" in person.screens[6]
    assert quotes(golden)[0][2] is None


def test_a_passage_without_a_verdict_is_said_to_be_lost(golden, sitting):
    assert "not kept" in sitting("wq", ["1"]).screens[-1]
    assert "not kept" in sitting("wx", ["1"]).screens[-1]


def test_a_long_text_opens_at_the_best_sentence_and_turns_pages(golden, sitting):
    person = sitting("3w3", ["m", "m", "step 59"])
    pages = person.screens[3:6]
    assert all(len(page.split("\n")) <= 23 and "m shows more" in page for page in pages)
    assert len(set(pages)) == 3
    assert quotes(golden)[-1][:3] == ("oven.md", 3, "step 59")


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 14)])
def test_wide_characters_are_numbered_within_the_width(golden, sitting, size):
    person = sitting("zx0w3", ["2-3"], size=size)
    shown = next(screen for screen in person.screens if "窯" in screen and "Which sentences" in screen)
    assert all(width(line) <= size.columns for line in shown.split("\n")) and len(shown.split("\n")) < size.rows
    assert ("窯/手順", 3, "窯は朝六時に点火します。" * 2, None) in quotes(golden)


def test_without_a_text_nothing_is_marked(golden, sitting):
    (golden.path / "chunks.jsonl").write_text("")
    assert "not stored" in sitting("w").screens[-1]
