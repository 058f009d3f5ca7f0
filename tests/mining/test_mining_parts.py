"""The parts of mining by themselves: junk, follow-ups, priority, counting once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.mining.identity import salted
from goldkit.mining.junk import junk
from goldkit.mining.seen import Seen, packed, unpack
from goldkit.records import Batch
from goldkit.text.leaning import leans


@pytest.mark.parametrize(
    "text", ["hi", "Hello there!", "thanks", "THANK YOU SO MUCH", "ok", "good morning", "test", "?!", "…"]
)
def test_junk(text):
    assert junk(text) is not None


@pytest.mark.parametrize("text", ["hi, why is it slow", "test the tape", "why?", "传输为什么停止", "C++", "5", "help"])
def test_no_junk(text):
    assert junk(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("and for the other site?", True),
        ("What about T2?", True),
        ("android builds", False),
        ("and " * 13, False),
        ("why?", True),
    ],
)
def test_leaning(text, expected):
    assert leans(text) is expected


@given(st.lists(st.integers(0, 2**64 - 1)))
def test_packed_hashes_come_back(keys):
    assert list(unpack("".join(packed(sorted(keys))))) == sorted(keys)


def test_a_part_counts_once_over_batches():
    first = Seen([])
    assert first.new("b1", "reader", "1", "asked")
    assert not first.new("b2", "reader", "1", "asked")
    assert first.new("b1", "reader", "1", "rated")
    assert list(first.packed("b2")) == []
    later = Seen([Batch(batch="b1", file="f", reader="r", at="t", record_ids="".join(first.packed("b1")))])
    assert not later.new("b3", "reader", "1", "rated")
    assert later.new("b3", "reader", "2", "asked")


def test_salted_ids_differ_by_salt_and_by_id():
    assert len({salted("a", "s"), salted("a", "t"), salted("b", "s")}) == 3
    assert salted("a", "s") == salted("a", "s")
