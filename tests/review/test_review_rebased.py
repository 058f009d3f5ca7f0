"""A pair that a changed corpus brought up says why, in the terminal and to the page."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from goldkit.records import Judgment
from goldkit.review.rebased import why_rebased

TEXT = (
    "The kiln is lit at six in the morning and it reaches {} degrees after three hours, says the book of the workshop. "
    "Before that the door is closed, the flue is opened by a hand's breadth and the fire is fed with small dry wood. Nobody "
    "leaves the yard while it burns, and whoever has the watch writes down every hour what the thermometer shows."
)


@pytest.fixture
def rebased(golden, tmp_path):
    """kiln#1 was judged to answer; in the new corpus one number of it is another. Rebased by the command."""
    said = tmp_path / "said.jsonl"
    said.write_text(json.dumps({"query": "hot", "chunk": "day", "grade": 3}) + "\n")
    for name, degrees in (("old", 900), ("new", 950)):
        line = {"id": "day" if name == "old" else "day-2", "text": TEXT.format(degrees), "doc_id": "book"}
        (tmp_path / name).write_text(json.dumps(line) + "\n")
        (tmp_path / name).rename(tmp_path / f"{name}.jsonl")
    goldkit = [sys.executable, "-m", "goldkit"]
    where = ["--golden", str(golden.path), "--corpus"]
    subprocess.run([*goldkit, "review", "--apply", said, "--judge", "ben", *where, tmp_path / "old.jsonl"], check=True)
    subprocess.run([*goldkit, "rebase", *where, tmp_path / "new.jsonl"], check=True, capture_output=True)
    return golden


def test_the_terminal_says_what_changed_when_it_is_asked(rebased, sitting):
    person = sitting("e")
    assert "── day-2" in person.screens[1] and "new corpus" not in person.screens[1]
    assert (
        " ".join(person.screens[2].split()).count("the new corpus has this in place of day: number: “900” → “950”") == 1
    )


def test_the_page_is_told_the_same(rebased, opened):
    evidence = opened(rebased).ask("next")["item"]["evidence"]
    assert any("the new corpus has this in place of day: number: “900” → “950”" in line for line in evidence)


@pytest.mark.parametrize(
    ("rebase", "said"),
    [
        (
            {"from": ["a", "b"], "why": ["several documents have it"]},
            ("the new corpus has this in place of a, b: several documents have it",),
        ),
        ({"from": ["a"]}, ("the new corpus has this in place of a",)),
        ({"why": ["x", "y"]}, ("the corpus is a new one: x; y",)),
        ({"from": 3, "why": "no list"}, ()),
        ("nothing", ()),
        (None, ()),
    ],
)
def test_the_words_for_what_a_rebase_left(rebase, said):
    line = Judgment(
        query="q", chunk="c", grade=3, status="proposed", source="rebase", by="goldkit rebase", at="2026-12-01T10:00:00Z",
        metadata={"rebase": rebase},
    )  # fmt: skip
    assert why_rebased([line, line]) == said
