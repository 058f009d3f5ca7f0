from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.text.wording import near_identical, near_identical_pairs, wording_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Why do transfers stall?", "why do transfers stall"),
        ("e-mail settings", "Email settings!"),
        ("ｆｕｌｌ width", "full width"),
        ("cafe\u0301 menu", "caf\u00e9 menu"),
        ("how do I reset the admin password of the gateway", "how do I reset the admin pasword of the gateway"),
        ("", ""),
        ("连接超时时间是多少？", "连接超时时间是多少"),
        ("?", "?"),
    ],
)
def test_near_identical_wording(one: str, other: str) -> None:
    assert near_identical(one, other) and near_identical(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C#"),
        ("C", "C#"),
        ("-5", "5"),
        ("2.1", "21"),
        ("?", "!"),
        ("", "a"),
        ("how do I reset the password", "how do I change the login"),
        ("start the gateway", "stop the gateway"),
    ],
)
def test_other_wording(one: str, other: str) -> None:
    assert not near_identical(one, other) and not near_identical(other, one)


def test_a_tie_is_not_a_merge() -> None:
    one = "why does the scheduler kill my job after 30 minutes of waiting in the long queue"
    other = one.replace("30", "60")
    assert near_identical(one, other)
    assert wording_key(one) != wording_key(other)
    assert wording_key(one) == wording_key(one.upper() + "?")


def test_the_key_keeps_signs_and_drops_punctuation() -> None:
    assert wording_key("What's new, in C# 2.5 (or -3)?") == "whatsnewinc#2.5or-3"


def test_the_threshold_is_exact_at_the_boundary() -> None:
    # 17 of 20 grams in common is 0.85: 20 grams against the first 17 of them.
    text = "abcdefghijklmnopqrstuv"
    assert near_identical(text, text[:19])
    assert not near_identical(text, text[:18])


def brute_force(texts: list[str]) -> list[tuple[int, int]]:
    return [(i, j) for i, j in combinations(range(len(texts)), 2) if near_identical(texts[i], texts[j])]


@given(st.lists(st.text(alphabet="abc 1-?é", max_size=12), max_size=30))
def test_pairs_equal_brute_force_on_small_alphabets(texts: list[str]) -> None:
    assert near_identical_pairs(texts) == brute_force(texts)


@given(st.integers(0, 10_000))
def test_pairs_equal_brute_force_on_edited_sentences(seed: int) -> None:
    source = random.Random(seed)
    words = [
        "why",
        "does",
        "the",
        "transfer",
        "stall",
        "when",
        "tape",
        "buffer",
        "is",
        "full",
        "gateway",
        "node",
        "reset",
    ]
    texts = [" ".join(source.choices(words, k=source.randint(3, 14))) for _ in range(8)]
    for text in list(texts):
        at = source.randrange(len(text))
        texts += [text[:at] + source.choice("abc ") + text[at + 1 :], text[:at] + text[at + 1 :]]
    assert near_identical_pairs(texts) == brute_force(texts)


def test_thousands_of_texts_are_no_burden() -> None:
    source = random.Random(3)
    words = [f"word{source.randrange(400)}" for _ in range(2000)]
    texts = [" ".join(source.sample(words, 8)) for _ in range(4000)]
    texts += [text + "?" for text in texts[:100]]
    pairs = near_identical_pairs(texts)
    assert {(i, 4000 + i) for i in range(100)} <= set(pairs)
