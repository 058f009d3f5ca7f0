"""The loop of keys, with a person made of a list."""

from __future__ import annotations

import pytest

from goldkit.review.screen import Size
from goldkit.review.session import Session
from goldkit.review.terminal import review_in_terminal

NOW = "2026-12-02T00:00:00Z"
TERMINAL = Size(80, 24)


class Person:
    """Presses what is on the list, then leaves; keeps all that was shown."""

    def __init__(self, keys, notes=(), size=TERMINAL):
        self.keys, self.notes, self.screens, self._size = iter(keys), iter(notes), [], size

    def key(self):
        return next(self.keys, None)

    def line(self, prompt, start=""):
        return next(self.notes, None)

    def show(self, lines):
        self.screens.append("\n".join(line.text for line in lines))

    def size(self):
        return self._size


def sit(golden, keys, judge="ana", **options):
    person = Person([" ", *keys], **options)
    return review_in_terminal(Session(golden, judge, lambda: NOW), person), person


def given(golden):
    return [(line.chunk, line.grade, line.reason) for line in golden.judgments() if line.by == "ana"]


def test_one_key_a_verdict(golden):
    done, _ = sit(golden, "30c")
    assert given(golden) == [("kiln#1", 3, None), ("oven.md", 0, None), ("glaze", None, "cannot-judge")]
    assert (done.grades, done.cannot_judge) == ({0: 1, 3: 1}, 1)


def test_the_first_screen_is_the_rubric_and_the_last_verdict_is_named(golden):
    _, person = sit(golden, "3")
    assert person.screens[0].startswith("Does the chunk answer the question?")
    assert "how hot does the kiln get?" in person.screens[1]
    assert "recorded: 3 for kiln#1" in person.screens[2]


def test_each_verdict_is_on_disk_before_the_next_item_is_shown(golden):
    class Watcher(Person):
        def show(self, lines):
            super().show(lines)
            on_disk.append(len(given(golden)))

    on_disk = []
    review_in_terminal(Session(golden, "ana", lambda: NOW), Watcher(" 320"))
    assert on_disk == [0, 0, 1, 2, 3]


def test_quitting_and_coming_back_goes_on_at_the_same_item(golden):
    _, before = sit(golden, "31mq")
    _, after = sit(golden, "")
    assert before.screens[3].split("\n")[3:6] == after.screens[1].split("\n")[3:6]


@pytest.mark.parametrize("key", ["z", "9", "", "\x1b", "\n", "٣", "33", "Ω"])
def test_a_key_that_is_none_records_nothing(golden, key):
    sit(golden, [key])
    assert given(golden) == []


@pytest.mark.parametrize(("key", "grade"), [("３", 3), ("C", None)])
def test_an_input_method_and_caps_lock_do_not_matter(golden, key, grade):
    sit(golden, [key])
    assert given(golden)[0][1] == grade
    assert len(given(golden)) == 1


def test_a_note_goes_with_the_verdict_and_only_with_that(golden):
    sit(golden, "n30", notes=["  names the figure "])
    assert [line.note for line in golden.judgments() if line.by == "ana"] == ["names the figure", None]


def test_a_note_without_a_verdict_is_said_to_be_lost(golden):
    _, person = sit(golden, "nq", notes=["a thought"])
    assert "not kept" in person.screens[-1]
    assert given(golden) == []


def test_undo_goes_back_to_the_item(golden):
    _, person = sit(golden, "3u")
    assert given(golden)[-1] == ("kiln#1", None, "undo")
    assert "taken back: 3 for kiln#1" in person.screens[-1] and "── kiln#1" in person.screens[-1]


def test_undo_with_nothing_to_undo(golden):
    _, person = sit(golden, "u")
    assert "nothing to take back" in person.screens[-1]


def test_evidence_waits_for_its_key_and_hides_again_with_the_next_item(golden):
    _, person = sit(golden, "e3")
    assert ["cited 3" in screen for screen in person.screens] == [False, False, True, False]


def test_the_end_of_the_queue_ends_the_sitting(golden):
    done, person = sit(golden, "0" * 7)
    assert done.progress.left == 0
    assert next(person.keys, "none left") == "none left"
    assert len(given(golden)) == 7
    assert "Nothing is left to judge" in person.screens[-1] and "7 pairs judged" in person.screens[-1]


def test_the_last_verdict_can_be_taken_back_and_a_grade_does_nothing_where_nothing_is_shown(golden):
    sit(golden, "0" * 7)
    _, person = sit(golden, ["3", "u"])
    assert "Nothing is left" in person.screens[0] and "Nothing is left" in person.screens[1]
    assert "taken back: 0 for kiln#1" in person.screens[-1] and "── kiln#1" in person.screens[-1]


def test_off_a_terminal_the_end_of_the_queue_ends_the_sitting(golden):
    sit(golden, "0" * 7)
    _, person = sit(golden, "u", size=None)
    assert person.screens == [] and next(person.keys, None) == " "


def test_input_that_ends_at_once_records_nothing(golden):
    person = Person([])
    assert review_in_terminal(Session(golden, "ana", lambda: NOW), person).grades == {}
    assert len(person.screens) == 1


def test_off_a_terminal_no_key_is_needed_to_begin(golden):
    person = Person(["3"], size=None)
    review_in_terminal(Session(golden, "ana", lambda: NOW), person)
    assert given(golden) == [("kiln#1", 3, None)]


def test_a_run_is_never_named(golden):
    _, person = sit(golden, "0e" * 7)
    assert person.screens and not any("secret" in screen or "pool" in screen for screen in person.screens)
