"""Word search: what it finds, in which order, and that nothing else decides it."""

from __future__ import annotations

import pytest

from goldkit.text.word_search import word_search

TEXTS = {
    "kiln": "the kiln is lit at six",
    "glaze": "glaze is mixed with rain water",
    "clay": "clay rests for two days",
    "long": "the kiln " + "and nothing else " * 20,
    "窯": "窯は朝六時に点火します",
    "empty": "",
    "signs": "— … —",
}


def found(question: str, depth: int = 10, texts=TEXTS) -> tuple[str, ...]:
    return word_search(texts, {"q": question}, depth)["q"]


def test_texts_that_share_a_word_best_first_and_no_others():
    assert found("when is the kiln lit?") == ("kiln", "glaze", "long")
    assert found("窯の点火") == ("窯",)
    assert found("nothing of that kind exists", texts={"a": "quite other words"}) == ()


def test_no_more_than_asked_for_and_equal_scores_by_id():
    same = dict.fromkeys("dbca", "one two") | {"e": "one two three four five"}
    assert found("one", 3, same) == ("a", "b", "c")
    assert found("one", 9, same) == ("a", "b", "c", "d", "e")
    many = {f"n{number:03}": "one two" if number % 3 else "one" for number in range(300)}
    assert found("one", 150, many) == (*sorted(many)[::3], *[name for name in sorted(many) if many[name] != "one"][:50])


def test_the_order_of_the_texts_makes_no_difference():
    backwards = dict(reversed(TEXTS.items()))
    for question in ("the kiln is lit", "rain and clay", "days"):
        assert found(question, 2) == found(question, 2, backwards)


def test_a_rarer_word_weighs_more():
    texts = {"a": "rare common x y", "b": "often common x y", "c": "often common z w", "d": "often u v w"}
    assert found("often rare", 1, texts) == ("a",)


@pytest.mark.parametrize("texts", [{}, {"a": ""}, {"a": "…"}])
def test_without_any_word_nothing_is_found(texts):
    assert found("kiln", texts=texts) == ()


def test_a_question_without_a_word_finds_nothing():
    assert found("…") == ()
