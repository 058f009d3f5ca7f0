from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from goldkit.files.hashes_on_disk import LOAD, SLOTS, HashesOnDisk


@given(st.lists(st.tuples(st.integers(1, 2**64 - 1), st.integers(0, 3)), max_size=60))
def test_the_first_number_of_a_hash_stays(pairs: list[tuple[int, int]]) -> None:
    index, plain = HashesOnDisk(held=5), {}
    for key, number in pairs:
        assert index.add(key, number) == (key not in plain)
        plain.setdefault(key, number)
    assert len(index) == len(plain)
    for number in range(4):
        assert list(index.of(number)) == sorted(key for key, held in plain.items() if held == number)


def test_it_grows_and_forgets_nothing() -> None:
    rng = random.Random(1)
    keys = [rng.getrandbits(64) for _ in range(LOAD << 9)]
    index = HashesOnDisk(held=100)
    assert all(index.add(key, place % 2) for place, key in enumerate(keys))
    assert not any(index.add(key, 7) for key in keys)
    assert list(index.of(1)) == sorted(keys[1::2])
    assert list(index.of(7)) == []


def test_more_hashes_than_fit_into_a_bucket_are_kept() -> None:
    index = HashesOnDisk(held=100)
    close = range(1, 40 * SLOTS)
    assert all(index.add(key, 1) for key in close)
    assert not any(index.add(key, 2) for key in close)
    assert list(index.of(1)) == list(close)


def test_bytes_across_two_slots_are_no_hash() -> None:
    index = HashesOnDisk(held=1)
    index.add(0x0807060504030201, 0x0C0B0A09)
    assert index.add(0x0C0B0A0908070605 & (2**58 - 1), 1)
    assert len(index) == 2
