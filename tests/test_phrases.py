"""Messages count, cut short and sign in one way."""

import pytest

from goldkit.phrases import counted, excerpt, plural, signed, some


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (0, "query", "0 queries"),
        (1, "query", "1 query"),
        (2, "new query", "2 new queries"),
        (3000, "key", "3,000 keys"),
        (2, "batch", "2 batches"),
        (2, "chunk id", "2 chunk ids"),
    ],
)
def test_a_number_goes_with_its_noun(number, noun, said):
    assert counted(number, noun) == said


def test_a_count_that_is_a_float_goes_with_its_noun_too():
    assert (plural("sign", 1.0), plural("sign", 1.5), plural("sign")) == ("sign", "signs", "signs")


def test_a_list_is_cut_and_the_rest_is_counted():
    assert some(["a", "b"]) == "a, b"
    assert some(["a", "b"], 2) == "a, b"
    assert some(list("abcde"), 2) == "a, b, … and 3 more"
    assert some([]) == ""


def test_an_excerpt_is_one_line_and_never_longer_than_asked():
    assert excerpt("  two\n words ") == "two words"
    assert excerpt("x" * 60) == "x" * 60
    assert excerpt("x" * 61) == "x" * 59 + "…"
    assert len(excerpt("a b " * 100, 7)) <= 7


def test_a_difference_has_a_sign_unless_it_rounds_to_nothing():
    assert [signed(value) for value in (0.1454, -0.02, 0.0004, -0.0004, 0.0)] == [
        "+0.145",
        "−0.020",
        "0.000",
        "0.000",
        "0.000",
    ]
