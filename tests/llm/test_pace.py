import threading

import pytest

from goldkit.llm.pace import Pace


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self):
        self.now, self.sleeps = 0.0, []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.sleeps.append(seconds)
        self.now += seconds


def test_calls_a_minute_are_spread_evenly():
    clock = Clock()
    pace = Pace(30, now=clock, sleep=clock.sleep)
    moments = []
    for _ in range(4):
        pace.wait()
        moments.append(clock.now)
    assert moments == [0, 2, 4, 6]


def test_one_call_told_to_wait_makes_all_of_them_wait_and_the_pace_recovers():
    clock = Clock()
    pace = Pace(now=clock, sleep=clock.sleep)
    pace.wait()
    pace.hold(10)
    moments = []
    for _ in range(3):
        pace.wait()
        moments.append(clock.now)
    assert moments == [10, 11, 12]
    for _ in range(10):
        pace.ease()
    pace.wait()  # the slot that was taken while the spacing held
    before = clock.now
    pace.wait()
    pace.wait()
    assert clock.now == before


def test_a_pause_that_begins_while_one_waits_is_waited_for_too():
    clock = Clock()
    pace = Pace(
        60, now=clock, sleep=lambda seconds: (clock.sleep(seconds), pace.hold(5) if len(clock.sleeps) == 1 else None)
    )
    pace.wait()
    pace.wait()
    assert clock.now == pytest.approx(6)


def test_a_stop_wakes_those_who_wait():
    pace = Pace()
    pace.hold(600)
    waiting = [threading.Thread(target=pace.wait) for _ in range(3)]
    for thread in waiting:
        thread.start()
    assert not pace.stopped
    pace.stop()
    for thread in waiting:
        thread.join(timeout=5)
    assert pace.stopped and not any(thread.is_alive() for thread in waiting)


def test_tokens_a_minute_are_reserved_before_a_call_and_corrected_after_it():
    clock = Clock()
    pace = Pace(now=clock, sleep=clock.sleep, tpm=6000)
    pace.wait(400)
    pace.wait(400)
    assert clock.now == pytest.approx(4)
    pace.correct(400, 100)
    pace.wait(400)
    assert clock.now == pytest.approx(5)
    pace.correct(400, 500)
    pace.wait(400)
    assert clock.now == pytest.approx(10)


def test_the_slower_of_both_limits_counts():
    clock = Clock()
    pace = Pace(30, now=clock, sleep=clock.sleep, tpm=6000)
    pace.wait(100)
    pace.wait(400)
    assert clock.now == pytest.approx(2)
    pace.correct(100, 50)
    pace.wait(0)
    assert clock.now == pytest.approx(6)
