"""The mark that something was cut off, looked for at the end of a text only."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from goldkit.text.passage import CUT, uncut

PIECES = (
    "...",
    "…",
    " […]",
    "[...]",
    " continued on in source document",
    "...",
    "words",
    " ",
    "\n",
    "\u2003",
    ".",
    "]",
)


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
@example("some words … continued on in source document\n")
@example("some words [...] ")
@example("some words … […]")
def test_a_text_that_is_not_searched_has_no_such_mark(text: str) -> None:
    assert uncut(text) == CUT.sub("", text)


def test_the_mark_is_taken_off() -> None:
    assert [
        uncut(f"some words{mark}") for mark in ("...", " … ", " [...]\n", " … continued on in source document")
    ] == ["some words"] * 4
