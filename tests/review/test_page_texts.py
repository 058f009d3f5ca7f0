"""A chunk's text on the page: cut, folded, marked, quoted, and never markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.review.asked_words import AskedWords
from goldkit.review.page.passage import FOLDED, WHOLE, more_after, more_before, opening_part
from goldkit.review.page.pieces import LONGEST, pieces
from goldkit.review.page.tree import TAGS, markdown_tree
from goldkit.review.quoting import quoted

HOSTILE = (
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "![x](javascript:alert(1))",
    "<svg onload=alert(1)></svg>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "![](http://evil.example/pixel.png)",
    "[x](http://evil.example)",
)
texts = st.text(alphabet=st.sampled_from("ab 字\n\n`~|-*#>[]()<1.\u202e"), max_size=200)


def tags(nodes):
    for node in nodes:
        if isinstance(node, list):
            yield node[0], node[1]
            yield from tags(node[2:])


def words_of(nodes):
    return "".join(node if isinstance(node, str) else words_of(node[2:]) for node in nodes)


@given(texts, st.integers(1, 80))
def test_pieces_are_the_text(text, times):
    text *= times
    found = pieces(text)
    assert "".join(text[piece.start : piece.end] for piece in found) == text
    assert all(piece.end - piece.start < 2 * LONGEST for piece in found)


def test_a_block_of_code_stays_one_or_goes_on_as_code():
    assert len(pieces("```py\na = 1\n\nb = 2\n```\n\nafter")) == 2
    long = "```\n" + "a line of code\n" * 1000 + "```\n\nafter"
    found = pieces(long)
    assert len(found) > 2
    assert all(piece.opening == "```\n" for piece in found[1:-1])
    assert markdown_tree(found[1].opening + long[found[1].start : found[1].end], AskedWords("x"))[0][0] == "pre"


@given(texts)
def test_only_known_elements_come_of_any_text(text):
    for tag, attributes in tags(markdown_tree(text, AskedWords("a 字 1"))):
        assert tag in TAGS
        assert set(attributes) <= {"class", "title", "start"}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_shown_as_they_are_written(text):
    nodes = markdown_tree(text, AskedWords("x"))
    assert {tag for tag, _ in tags(nodes)} <= {"p", "span", "mark"}
    assert "alert(1)" in str(nodes) or "evil" in str(nodes)


def test_tables_code_and_lists_are_kept():
    nodes = markdown_tree("# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx  = 1\n```\n\n3. c\n", AskedWords("q"))
    assert [node[0] for node in nodes] == ["h3", "table", "pre", "ol"]
    assert nodes[2] == ["pre", {}, ["code", {}, "x  = 1\n"]]
    assert nodes[3][1] == {"start": 3}


def test_lines_that_were_ended_stay_and_wrapped_ones_flow():
    assert words_of(markdown_tree("Hall A\nRow 3", AskedWords("q"))) == "Hall A\nRow 3"
    assert "\n" not in words_of(markdown_tree(f"{'word ' * 15}end\nand more", AskedWords("q")))


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("how hot does the kiln get?", "The kilns are hot. The how is not.", ["kilns", "hot"]),
        ("what is it?", "what it is", ["what", "it", "is"]),
        ("use C++ or C#", "C++, C and C#", ["C++", "C#"]),
        ("窯は何時に点火しますか", "窯の点火は六時", ["点火"]),
        ("STRASSE 12.5", "Straße 12.5 and 12", ["Straße", "12.5"]),
    ],
)
def test_the_question_s_words_are_marked(question, text, marked):
    assert [text[start:end] for start, end in AskedWords(question).spans(text)] == marked


def test_a_long_text_is_folded_around_the_best_passage_and_the_rest_is_to_be_had():
    text = (
        "".join(f"Paragraph {number} speaks of clay.\n\n" for number in range(2000))
        + "The ferry sails at noon.\n\n"
        + "End of it.\n\n" * 500
    )
    assert len(text) > 10 * WHOLE
    part = opening_part(text, "when does the ferry sail?")
    shown = "".join(words_of(nodes) for _, nodes in part.parts)
    assert "ferry sails" in shown and len(shown) < 3 * FOLDED
    assert part.before and part.after
    first, last, count = part.first, part.last, part.pieces
    while first > 0:
        first, before = (found := more_before(text, "q", first)).first, found.before
    while last < count:
        last, after = (found := more_after(text, "q", last)).last, found.after
    assert (first, before, last, after) == (0, 0, count, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "字" * 1_000_000,
        "x" * 1_000_000,
        "\n" * 1_000_000,
        "a b " * 250_000,
        "[" * 100_000,
        "> " * 50_000,
        "`" * 100_001,
        "- " * 100_000,
    ],
)
def test_a_megabyte_of_anything_is_folded_to_a_little(text):
    assert len(str(opening_part(text, "when 字 a?").to_dict())) < 100_000


SOURCE = 'The **kiln** is lit at [six](http://x.y/6 "title 7") &amp; more.\n\n1. It is `−5` here.\n2. It is `-5` there.'


@pytest.mark.parametrize(
    ("selected", "near", "found"),
    [
        ("kiln is lit", 0, "kiln** is lit"),
        ("lit at six & more.", 0, 'lit at [six](http://x.y/6 "title 7") &amp; more.'),
        ("−5", 0, "−5"),
        ("-5 there.", 0, "-5` there."),
        ("It is", 90, "It is"),
        ("here.\nIt is", 0, "here.\n2. It is"),
        ("not there at all", 0, None),
        ("**", 0, "**"),
        ("  ", 0, None),
    ],
)
def test_what_is_marked_on_the_page_is_quoted_as_it_stands(selected, near, found):
    assert quoted(SOURCE, selected, near) == found
    assert found is None or found in SOURCE


@given(st.text(max_size=60), st.data())
def test_any_marked_part_of_a_plain_text_is_found(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = quoted(text, text[start:end], start)
    assert found is None or found in text
    if any(character.isalnum() for character in text[start:end]) and text.isascii() and "&" not in text:
        assert found is not None
