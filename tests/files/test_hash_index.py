from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldkit.files.hash_index import HashIndex, hash64


@given(st.lists(st.tuples(st.integers(1, 5000), st.integers(0, 2**32 - 1)), max_size=40))
def test_it_is_a_dict_that_keeps_the_first_number(pairs: list[tuple[int, int]]) -> None:
    index, plain = HashIndex(), {}
    for key, value in pairs:
        assert (key in index) == (key in plain)
        assert index.setdefault(key, value) == plain.setdefault(key, value)
    assert dict(index.items()) == plain
    assert len(index) == len(plain)
    assert index.get(9999) is None


def test_it_grows_and_colliding_keys_stay_apart() -> None:
    index = HashIndex()
    keys = [number << 32 | 7 for number in range(4000)]
    for number, key in enumerate(keys):
        index.setdefault(key, number)
    assert [index.get(key) for key in keys] == list(range(4000))


def test_hashes_are_of_64_bits_and_never_zero() -> None:
    assert hash64("a") == int("ca978112ca1bbdca", 16)
    assert 0 < hash64("\ud800") < 2**64
