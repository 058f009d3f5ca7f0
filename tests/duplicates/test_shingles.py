from __future__ import annotations

import numpy as np
import pytest

from goldkit.duplicates.shingles import shingled
from goldkit.results.widen import WidenParameters

PARAMETERS = WidenParameters()


def size(text: str) -> int:
    return len(shingled(text, PARAMETERS).hashes)


@pytest.mark.parametrize(
    ("text", "shingles", "words"),
    [
        ("", 0, 0),
        ("---", 0, 0),
        ("  \x00 ", 0, 0),
        ("yes", 1, 1),
        ("yes no", 1, 2),
        ("one two three", 1, 3),
        ("one two three four", 2, 4),
        ("a b c a b c", 3, 6),
        ("连接超时时间默认", 4, 4),
        ("连接", 1, 1),
    ],
)
def test_a_text_is_a_set_of_word_or_character_ngrams(text: str, shingles: int, words: int) -> None:
    made = shingled(text, PARAMETERS)
    assert (len(made.hashes), made.words) == (shingles, words)


def test_hashes_are_sorted_and_distinct_and_order_matters() -> None:
    hashes = shingled("one two three four five six", PARAMETERS).hashes
    assert hashes.dtype == np.uint64 and (np.diff(hashes) > 0).all()
    assert size("alice pays bob") == 1
    assert shingled("alice pays bob", PARAMETERS).hashes != shingled("bob pays alice", PARAMETERS).hashes


def test_short_texts_do_not_share_a_shingle_by_being_short() -> None:
    assert shingled("cat", PARAMETERS).hashes != shingled("dog", PARAMETERS).hashes
    assert shingled("a b", PARAMETERS).hashes != shingled("ab", PARAMETERS).hashes


def test_the_hashes_stay_what_they_are() -> None:
    """They go into recorded digests: a change here is a new VERSION."""
    assert shingled("one two three", PARAMETERS).hashes.tolist() == [11792941337206118974]


def test_a_broken_surrogate_and_a_megabyte_are_texts_like_others() -> None:
    assert size("broken \ud800 surrogate word") >= 1
    assert size("word " * 200_000) == 1
