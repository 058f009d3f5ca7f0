"""The comment under a pull request: what is on top, and that no name turns into markup."""

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from goldkit.reports.score_markdown import escape, score_markdown

HOSTILE = "a|b <script>alert(1)</script> `code` **bold** [x](http://y) $m$ line\nbreak"


def rows(text: str) -> list[list[str]]:
    """The cells of every table line, split at bars that are not escaped."""
    return [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line.startswith("|")]


def test_the_verdict_comes_first_and_stands_in_one_line(scored):
    lines = score_markdown(scored()).splitlines()
    assert lines[0] == "### after is better than before in recall@10"
    assert lines[2].startswith("- **after: better** in recall@10, +0.303 \\[+0.214, ")
    assert "p 0.0005 after adjustment" in lines[2]


def test_only_a_verdict_is_bold(scored):
    text = score_markdown(scored(("before", "after", "twin", "worse")))
    assert re.search(r"\| after \| 0\.\d+ \(\*\*\+0\.\d+\*\*\)", text)
    assert re.search(r"\| twin \| 0\.\d+ \(0\.000\)", text)
    assert re.search(r"\| worse \| 0\.\d+ \(\*\*−0\.\d+\*\*\)", text)
    assert "worse is worse than before in recall@10; after is better" in text


def test_slices_and_notes_are_folded(scored):
    text = score_markdown(scored())
    titles = re.findall(r"<summary>(.*)</summary>", text)
    assert titles[1:3] == ["By origin", "By tag (exploratory)"]
    assert "Notes" in titles
    assert text.count("<details>") == text.count("</details>") == len(titles)
    assert "without a relevant label: junk (2 queries)" in text
    assert "4 times in 5. secondary, p uncorrected: MRR, nDCG@10." in text
    assert "- before: missing 1 of 38 (scored 0)" in text


def test_no_name_is_read_as_markup(scored):
    text = score_markdown(scored(("before", HOSTILE), tag=HOSTILE))
    assert set(re.findall(r"(?<!\\)</?\w+>", text)) == {"<details>", "</details>", "<summary>", "</summary>"}
    assert not re.search(r"(?<!\\)`", text)
    assert "\\<script\\>" in text
    counts = {len(row) for row in rows(text)}
    assert counts == {4, 8, 6, 5}, "every row has the cells of its table"


def test_a_single_run_says_its_mean(scored):
    text = score_markdown(scored(("before",)))
    assert text.startswith("### before: recall@10 0.487 \\[0.")
    assert "against" not in text


def test_a_frozen_set_names_no_query(scored):
    text = score_markdown(scored(digest="d" * 64, frozen=True))
    assert not re.search(r"\bq\d\d\b", text)
    assert "look budget 10" in text
    assert "look 4 of 10, paid for" in score_markdown(replace(scored(digest="d" * 64, frozen=True), look=4))


@pytest.mark.parametrize(("text", "safe"), [("a\nb", "a b"), ("x_y*z", "x\\_y\\*z"), ("<b>&amp;", "\\<b\\>\\&amp;")])
def test_escape(text, safe):
    assert escape(text) == safe


def test_a_reader_of_markdown_sees_the_names_as_they_are(scored):
    """By the parser that rich brings along: GitHub's own is not at hand."""
    text = score_markdown(scored(("before", HOSTILE), tag=HOSTILE))
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    name = " ".join(HOSTILE.split())
    cells = 0
    for token in parser.parse(text):
        if token.type == "html_block":
            assert set(re.findall(r"</?\w+", token.content)) <= {"<details", "</details", "<summary", "</summary"}
        if token.type == "inline":
            kinds = {child.type for child in token.children}
            assert kinds <= {"text", "text_special", "strong_open", "strong_close", "softbreak"}
            shown = "".join(child.content for child in token.children)
            cells += shown == name
    assert cells > 10
