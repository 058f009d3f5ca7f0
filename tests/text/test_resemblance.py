"""How near two texts are by their words."""

from __future__ import annotations

from math import log, sqrt

import pytest

from goldkit.text.resemblance import cosine, vectors

TEXTS = {"a": "kiln kiln hot", "b": "kiln cold", "c": "glaze", "d": "", "e": "Kiln, HOT kiln!"}


def test_a_vector_is_log_counts_times_rarity_at_length_one():
    found = vectors(TEXTS)
    kiln, hot = (1 + log(2)) * log(5 / 3), log(5 / 2)
    length = sqrt(kiln**2 + hot**2)
    assert found["a"] == pytest.approx({"kiln": kiln / length, "hot": hot / length})
    assert found["d"] == {}


def test_the_cosine_is_one_of_the_same_words_and_none_without_a_shared_one():
    found = vectors(TEXTS)
    assert cosine(found["a"], found["e"]) == pytest.approx(1.0)
    assert cosine(found["a"], found["c"]) == cosine(found["a"], found["d"]) == 0.0
    assert 0 < cosine(found["a"], found["b"]) < 1
    assert cosine(found["a"], found["b"]) == pytest.approx(cosine(found["b"], found["a"]))


def test_a_word_that_every_text_has_tells_nothing():
    found = vectors({"a": "the kiln", "b": "the glaze", "c": "the"})
    assert cosine(found["a"], found["b"]) == 0.0 and found["c"] == {}


def test_the_order_of_the_texts_changes_no_bit():
    assert vectors(TEXTS) == vectors(dict(reversed(TEXTS.items())))
