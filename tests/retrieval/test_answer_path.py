"""Paths into an answer: what is there is found, what is not there is an error and never an item fewer."""

import pytest

from goldkit.errors import UsageError
from goldkit.retrieval.answer_path import AnswerPath

ANSWER = {
    "results": [{"id": "a", "meta": {"chunk id": 1}}, {"id": "b", "meta": {"chunk id": 2}}],
    "groups": [{"ids": ["a", "b"]}, {"ids": []}, {"ids": ["c"]}],
    "empty": [],
    "a.b": {"c": 3},
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("results[*].id", ["a", "b"]),
        ("$.results[*].id", ["a", "b"]),
        ('results[*].meta["chunk id"]', [1, 2]),
        ("results[*].meta.chunk id", [1, 2]),
        ("groups[*].ids[*]", ["a", "b", "c"]),
        ("groups[*].ids", [["a", "b"], [], ["c"]]),
        ("groups[0].ids", ["a", "b"]),
        ("groups[-1].ids", ["c"]),
        ("empty[*].id", []),
        ("['a.b'].c", 3),
        ("", ANSWER),
        ("$", ANSWER),
    ],
)
def test_what_is_there(path, found):
    assert AnswerPath("--ids", path).pick(ANSWER) == found


def test_a_list_at_the_top():
    assert AnswerPath("--ids", "[*].id").pick([{"id": "a"}]) == ["a"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("hits[*].id", "no 'hits' at the top (keys: results, groups, empty, a.b)"),
        ("results[*].score", "no 'score' at results[*] (keys: id, meta)"),
        ("results.id", "a list, not an object, at results; for each of its items write results[*].id"),
        ("results[7].id", "no item [7] in the list of 2 at results"),
        ("results[*].id[*]", "'a', not a list, at results[*].id"),
        ("a.b.c", "no 'a' at the top"),
    ],
)
def test_what_is_not_there(path, words):
    with pytest.raises(ValueError) as caught:
        AnswerPath("--ids", path).pick(ANSWER)
    assert words in str(caught.value)


@pytest.mark.parametrize("path", ["results[", "results[x].id", "results[*]..id", "[]", "results[*].id."])
def test_what_is_no_path(path):
    with pytest.raises(UsageError, match="--ids"):
        AnswerPath("--ids", path)
