"""Threads that finish in any order, results in one; and what is left when the work is broken off."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.llm.in_order import InOrder


@settings(max_examples=30, deadline=None)
@given(
    waits=st.lists(st.integers(0, 3), max_size=25),
    workers=st.sampled_from([1, 3, 64]),
    ahead=st.sampled_from([1, 2, 8, 256]),
)
def test_results_come_in_the_order_of_the_items(waits, workers, ahead):
    def work(item):
        at, wait = item
        time.sleep(wait / 2000)
        return at

    with InOrder(work, workers=workers, ahead=ahead) as flying:
        for item in enumerate(waits):
            flying.put(item)
        assert len(flying) == len(waits)
        assert [flying.take() for _ in range(len(flying))] == list(range(len(waits)))
        assert len(flying) == 0


def test_no_more_runs_at_once_than_there_are_workers_and_no_more_begins_than_may():
    running, most, begun = 0, 0, []
    lock = threading.Lock()

    def work(item):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
            begun.append(item)
        time.sleep(0.005)
        with lock:
            running -= 1

    with InOrder(work, workers=3, ahead=5) as flying:
        for item in range(40):
            flying.put(item)
        time.sleep(0.1)
        assert sorted(begun) == list(range(5))
        for _ in range(40):
            flying.take()
    assert most == 3 and len(begun) == 40


def test_an_error_is_raised_where_its_result_is_taken():
    def work(item):
        if item == 2:
            raise OSError("disk full")
        return item

    with InOrder(work, workers=4, ahead=8) as flying:
        for item in range(4):
            flying.put(item)
        assert [flying.take(), flying.take()] == [0, 1]
        with pytest.raises(OSError, match="disk full"):
            flying.take()
        assert flying.take() == 3


def test_breaking_off_drops_what_waits_and_finishes_what_runs():
    begun, finished, both = [], [], threading.Event()

    def work(item):
        begun.append(item)
        if len(begun) == 2:
            both.set()
        time.sleep(0.05)
        finished.append(item)

    with pytest.raises(KeyboardInterrupt), InOrder(work, workers=2, ahead=10) as flying:
        for item in range(20):
            flying.put(item)
        both.wait(5)
        raise KeyboardInterrupt
    assert sorted(begun) == sorted(finished) == [0, 1]
    assert not [thread for thread in threading.enumerate() if thread.daemon and "_serve" in thread.name]


def test_what_was_begun_and_never_taken_is_there_afterwards():
    began = threading.Event()

    def work(item):
        if item == 3:
            began.set()
        if item == 2:
            raise ValueError("no result")
        return item * 10

    with InOrder(work, workers=1, ahead=4) as flying:
        for item in range(9):
            flying.put(item)
        assert flying.take() == 0
        began.wait(10)
    assert list(flying.left())[:2] == [10, 30] and set(flying.left()) <= {10, 30, 40}
