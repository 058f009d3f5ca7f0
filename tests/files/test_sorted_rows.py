"""More rows than memory holds come out in the order in which memory alone would give them."""

from __future__ import annotations

import errno
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import IncompleteError
from goldkit.files import sorted_rows
from goldkit.files.sorted_rows import SortedRows

ROWS = st.lists(st.tuples(st.integers(0, 9), st.binary(max_size=400)), max_size=60)


def sorted_with(memory: int, rows: list[tuple[Any, bytes]]) -> list[tuple[Any, bytes]]:
    found = SortedRows(memory)
    for key, payload in rows:
        found.add(key, payload)
    return list(found)


@given(ROWS, st.integers(0, 3000))
def test_rows_are_sorted_and_those_of_one_key_stay_in_order(rows: list[tuple[int, bytes]], memory: int) -> None:
    assert sorted_with(memory, rows) == sorted(rows, key=lambda row: row[0])


@given(st.lists(st.tuples(st.text(max_size=3), st.integers(0, 5)), max_size=30))
def test_keys_of_several_parts(keys: list[tuple[str, int]]) -> None:
    assert [key for key, _ in sorted_with(0, [(key, b"") for key in keys])] == sorted(keys)


def test_rows_larger_than_the_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sorted_rows, "BUFFER", 16)
    rows = [(number % 3, bytes([number]) * (number * 7)) for number in range(20)]
    assert sorted_with(50, rows) == sorted(rows, key=lambda row: row[0])


def test_a_full_disk_says_where_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sorted_rows.tempfile, "TemporaryFile", full)
    with pytest.raises(IncompleteError, match="TMPDIR"):
        sorted_with(0, [(1, b"x")])
