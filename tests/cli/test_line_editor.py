"""One line on a terminal that can only go back to the start of a line."""

from __future__ import annotations

import pytest

from goldkit.cli.line_editor import edited_line
from goldkit.text.width import width

E_ACUTE = "e\u0301"


def edited(keys, start="", columns=40, prompt="text: "):
    """The line, and the last row that was painted before it was left."""
    written = []
    strokes = iter([*keys, ""])
    line = edited_line(lambda: next(strokes), written.append, lambda: columns, prompt, start)
    return line, "".join(written)


@pytest.mark.parametrize(
    ("keys", "start", "line"),
    [
        ([*"ab", "\n"], "", "ab"),
        (["\r"], "as it was", "as it was"),
        (["x", "\x7f", "\b", "\n"], "ab", "a"),
        (["\x7f", "\n"], "温度", "温"),
        (["\x7f", "\n"], f"a{E_ACUTE}", "a"),
        (["left", "left", "x", "\n"], f"a{E_ACUTE}b", f"ax{E_ACUTE}b"),
        (["home", "delete", "\n"], f"{E_ACUTE}b", "b"),
        (["home", "x", "end", "y", "right", "\n"], "ab", "xaby"),
        (["left", "\x15", "\n"], "abc", "c"),
        (["\x01", "1", "\x05", "2", "\x02", "3", "\x06", "\n"], "a", "1a32"),
        (["left", "left", "left", "delete", "\n"], "a", ""),
        (["unknown", "\x07", "\x1b", "\t", "\n"], "a", "a "),
        (["\x04", "\n"], "a", "a"),
        (["\x04"], "", None),
        (["x", "escape", "\n"], "a", None),
        (["x"], "a", None),
        (["\n"], "two\nlines", "two lines"),
        ([*"👩‍👩‍👧", "\n"], "", "👩‍👩‍👧"),
        (["ש", "ל", "\n"], "", "של"),
    ],
)
def test_keys_edit_the_line(keys, start, line):
    assert edited(keys, start)[0] == line


@pytest.mark.parametrize("columns", [80, 40, 12])
@pytest.mark.parametrize("text", ["", "short", "word " * 60, "温度" * 80, E_ACUTE * 90, "\x1b[31m" * 20])
@pytest.mark.parametrize("keys", [[], ["home"], ["left"] * 40])
def test_no_row_is_wider_than_the_terminal_and_nothing_steers_it(columns, text, keys):
    _, written = edited(keys, text, columns)
    assert "\x1b" not in written
    for row in written.replace("\n", "\r").split("\r"):
        assert width(row) < columns


def test_the_cursor_stands_where_the_next_character_goes():
    _, written = edited(["left", "left"], "abcd")
    assert written.rstrip("\n").rpartition("\r")[2] == "text: ab"


def test_a_long_prompt_stands_on_a_line_of_its_own():
    _, written = edited(["a"], prompt="a prompt that takes more than half of the row: ")
    assert written.startswith("a prompt that takes more than half of the row: \n\r> ")
