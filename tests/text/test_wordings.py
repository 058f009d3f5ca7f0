from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.text.wording import grams_of, near_identical, wording_key
from goldkit.text.wordings import Wordings

SHORT = st.text(alphabet="abc ?5é\ud800", max_size=12)


def first_of_fewest_grams(remembered: list[str], text: str) -> str | None:
    """What `match` is to give, found by comparing with every text."""
    alike = [each for each in remembered if near_identical(each, text)]
    return min(alike, key=lambda each: len(grams_of(wording_key(each))), default=None)


@given(st.lists(SHORT, max_size=12), SHORT)
def test_a_match_equals_brute_force_on_short_texts(remembered: list[str], text: str) -> None:
    assert Wordings(remembered).match(text) == first_of_fewest_grams(remembered, text)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_a_match_equals_brute_force_on_questions_of_one_pattern(seed: int) -> None:
    source = random.Random(seed)
    names = [f"{source.choice('kbr')}{source.choice('aou')}{source.randrange(30)}" for _ in range(40)]
    texts = [f"{source.choice(('When', 'Why', 'How often'))} is the {name} looked after by the crew?" for name in names]
    known = Wordings()
    for at, text in enumerate(texts):
        cut = source.randrange(len(text))
        for asked in (text, text[:cut] + text[cut + 1 :], text[:cut] + "xyz" + text[cut:]):
            assert known.match(asked) == first_of_fewest_grams(texts[:at], asked)
        known.add(text)
