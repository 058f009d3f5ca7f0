"""Overlaps of texts that were cut anew, against what positions in the document say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldkit.duplicates.cuts import WINDOW, Cut, Cuts


def _cut(text: str, size: int, step: int) -> list[tuple[int, str]]:
    return [(start, text[start : start + size]) for start in range(0, max(1, len(text)), step)]


@given(
    seed=st.integers(0, 999),
    old=st.tuples(st.integers(30, 300), st.integers(0, 20)),
    new=st.tuples(st.integers(30, 300), st.integers(0, 20)),
)
def test_every_overlap_of_two_chunkings_is_found(seed: int, old: tuple[int, int], new: tuple[int, int]) -> None:
    # Each place has its own signs, so that nothing but position makes an overlap.
    text = "".join(chr(0x4E00 + (seed * 37 + place * 7919) % 20000) for place in range(1000))
    mine, theirs = _cut(text, old[0], old[0] - old[1]), _cut(text, new[0], new[0] - new[1])
    expected = set()
    for one, (at, part) in enumerate(mine):
        for other, (there, chunk) in enumerate(theirs):
            start, end = max(at, there), min(at + len(part), there + len(chunk))
            if end - start >= WINDOW:
                expected.add(Cut(one, other, start - at, end - at, start - there))
    assert set(Cuts([part for _, part in mine]).over(chunk for _, chunk in theirs)) == expected


def test_what_is_edited_is_no_overlap() -> None:
    text = "a retention of thirty days holds for every log that a service writes".replace(" ", "")
    other = text.replace("thirty", "sixty")
    assert not list(Cuts([text]).over([other]))


def test_short_and_empty_texts_have_none() -> None:
    assert not list(Cuts(["", "short"]).over(["", "short", "x" * 100]))
    assert not list(Cuts([]).over(["x" * 100]))


def test_a_text_that_stands_twice_in_a_chunk_is_found_twice() -> None:
    text = "the same notice stands in two places"
    found = list(Cuts([text]).over([text + "and between" + text]))
    assert [cut.at for cut in found] == [0, len(text) + 11]
