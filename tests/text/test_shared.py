from difflib import SequenceMatcher

from hypothesis import given
from hypothesis import strategies as st

from goldkit.text.shared import longest_run, shared_words

FEW = st.lists(st.sampled_from(["a", "b", "c", "\0"]), max_size=12)


@given(FEW, FEW)
def test_the_longest_run_is_that_of_difflib(one, other):
    expected = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    assert longest_run(one, other) == one[expected.a : expected.a + expected.size]


def test_a_text_that_repeats_one_word_is_no_trap():
    assert longest_run(["a"] * 300, ["a"] * 299 + ["b"] + ["a"] * 200_000) == ["a"] * 300
    assert longest_run(["a", "b"] * 100, ["a"] * 400_000) == ["a"]


def test_words_are_shared_by_the_folded_word():
    assert shared_words("Backup NIGHT whatever else", "a backup each night") == 0.5
    assert shared_words("?", "a backup") == 0.0
