"""What counts as a ranking, and what is a failure with its reason."""

import numpy as np
import pytest

from goldkit.retrieval.answer import Answer, answer_of


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], Answer((), None)),
        (["a", "b"], Answer(("a", "b"), None)),
        (("a", 7), Answer(("a", "7"), None)),
        ([("a", 2), ("b", 0.5)], Answer(("a", "b"), (2.0, 0.5))),
        ([["a", -1.5]], Answer(("a",), (-1.5,))),
        ([{"id": "a", "score": 1}, {"id": "b", "score": 0}], Answer(("a", "b"), (1.0, 0.0))),
        ([{"chunk_id": "a"}, {"chunk_id": "b"}], Answer(("a", "b"), None)),
        (np.array(["a", "b"]), Answer(("a", "b"), None)),
        (np.array([4, 2]), Answer(("4", "2"), None)),
        ([(np.int64(4), np.float32(0.5))], Answer(("4",), (0.5,))),
        (["a", "b", "c", "d", "a"], Answer(("a", "b", "c"), None, cut=2)),
        (["ops/transfers.md#3", " x ", "é"], Answer(("ops/transfers.md#3", " x ", "é"), None)),
    ],
    ids=str,
)
def test_rankings(value, expected):
    assert answer_of(value, 3) == expected


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "null in place of a list of ids"),
        ("a", "'a' in place"),
        ({"results": ["a"]}, "an object in place"),
        ((name for name in "ab"), "a generator in place"),
        (["a", "b", "a"], "the id 'a' twice, at ranks 1 and 3"),
        (["a", None], "null as an id"),
        (["a", ""], "an empty id"),
        (["a", 1.5], "the number 1.5 as an id"),
        (["a", True], "a boolean True as an id"),
        ([("a", 1.0), "b"], "'b' at rank 2, among (id, score) pairs"),
        ([("a", 1.0, 2)], "a tuple at rank 1, among"),
        ([("a", float("nan"))], "NaN as a score"),
        ([("a", float("inf"))], "inf as a score"),
        ([("a", "high")], "'high' as a score"),
        ([("a", 10**400)], "beyond the range"),
        ([{"text": "no id here"}], "a result without an id"),
        (["\ud800"], "an id that is no Unicode text"),
        (["The buffer is full when the tape drive waits for it, and then nothing moves at all."], "texts in place of"),
    ],
    ids=str,
)
def test_no_rankings(value, reason):
    with pytest.raises(ValueError) as caught:
        answer_of(value, 3)
    assert reason in str(caught.value)


def test_an_id_that_comes_again_beyond_k_is_cut_with_the_rest():
    assert answer_of(["a", "b", "a"], 2) == Answer(("a", "b"), None, cut=1)
