"""A person overrules a pair of near-duplicates in the terminal: what is shown, what is recorded, how it is taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.records import Copy, Judgment
from goldkit.review.pair_screen import pair_screen
from goldkit.review.pair_verdict import turned
from goldkit.review.screen import UNBOUNDED, Size
from goldkit.review.session import Session
from goldkit.review.sitting import Sitting
from goldkit.review.terminal import review_in_terminal
from goldkit.sets.golden import read_golden
from goldkit.store.pairs import fold_pairs

NOW = "2026-12-02T00:00:00Z"


class Person:
    """Presses what is on the list, then leaves; keeps all that was shown."""

    def __init__(self, keys):
        self.keys, self.screens = iter(keys), []

    def key(self):
        return next(self.keys, None)

    def line(self, prompt, start=""):
        return ""

    def show(self, lines):
        self.screens.append("\n".join(line.text for line in lines))

    def size(self):
        return Size(100, 40)


def sit(golden, keys, judge="ana"):
    person = Person([" ", *keys])
    return review_in_terminal(Session(golden, judge, lambda: NOW), person), person


def verdicts(golden):
    return [(pair.verdict, pair.by) for pair in fold_pairs(golden.copies()).standing]


def derived(golden) -> set[str]:
    labels = read_golden(golden).folded.labels["hot"]
    return {chunk for chunk, label in labels.items() if label.status == "derived"}


@pytest.fixture
def differing(golden):
    """kiln#1 answers "hot" for ben; kiln#2 is proposed too, comes first, and differs in a number by goldkit's verdict."""
    decided = {"status": "decided", "source": "human", "by": "ben", "at": "2026-12-01T11:00:00Z"}
    golden.append("judgments.jsonl", [Judgment(query="hot", chunk="kiln#1", grade=3, **decided)])
    line = golden.judgments()[0]
    golden.append("judgments.jsonl", [replace(line, chunk="kiln#2", batch="b2")])
    texts = {chunk.id: chunk for chunk in golden.chunks()}
    spans = ({"a": [35, 38], "b": [35, 38]},)
    sums = {"a_sha256": texts["kiln#1"].sha256, "b_sha256": texts["kiln#2"].sha256}
    golden.append("copies.jsonl", [replace(golden.copies()[0], spans=spans, **sums)])
    return golden


def test_the_item_names_the_key_and_the_key_shows_what_differs(differing):
    _, person = sit(differing, "p")
    assert "p compares it with kiln#1: nearly the same text" in person.screens[1]
    assert person.screens[2].splitlines()[:7] == [
        "pair 1 of 1: do these two say the same?",
        "kiln#2",
        "kiln#1",
        "goldkit widen says: differs (number); Jaccard 0.900",
        "",
        "  here   …iln is lit at 6 h and reaches [950] degrees after 3 h.",
        "  there  …iln is lit at 6 h and reaches [900] degrees after 3 h.",
    ]


def test_same_makes_it_a_copy_so_that_nobody_is_asked_about_it(differing):
    done, person = sit(differing, "ps")
    assert verdicts(differing) == [("same", "ana")]
    assert derived(differing) == {"kiln#2"}
    assert "recorded: kiln#2 says the same as kiln#1; u takes it back" in person.screens[-1]
    assert "── kiln#2" not in person.screens[-1]
    assert (done.pairs, done.grades, done.undone) == (1, {}, 0)


def test_undo_takes_the_pair_back_and_then_what_came_before(differing):
    _, person = sit(differing, "psu")
    assert "taken back: kiln#2 says the same as kiln#1" in person.screens[-1] and "── kiln#2" in person.screens[-1]
    assert verdicts(differing) == [("differs", "goldkit widen")] and derived(differing) == set()
    _, person = sit(differing, "0")
    assert person.screens[1].count("── kiln#2") == 1
    sit(differing, "s")
    _, person = sit(differing, "uu")
    assert "taken back: later for" in person.screens[2] and "taken back: 0 for kiln#2" in person.screens[3]


def test_undo_goes_back_in_the_order_of_the_verdicts_on_another_day_too(differing):
    session = Session(differing, "ana", lambda: NOW)
    pair = session.next().pairs[0]
    session.key("1", session.queue()[2])
    session.pair(pair, "same")
    session.key("2", session.next())
    later = Session(differing, "ana", lambda: NOW)
    taken = [later.undo() for _ in range(4)]
    assert [getattr(line, "grade", "pair") if line else None for line in taken] == [2, "pair", 1, None]
    assert verdicts(differing) == [("differs", "goldkit widen")]


def test_a_person_says_that_what_goldkit_calls_the_same_differs(differing):
    same = replace(differing.copies()[0], verdict="same", differs=(), rule=None, spans=())
    differing.append("copies.jsonl", [same])
    assert derived(differing) == {"kiln#2"}
    session = Session(differing, "ana", lambda: NOW, sitting=Sitting(again=True))
    item = next(item for item in session.queue() if item.chunk == "kiln#2")
    session.pair(item.pairs[0], "differs")
    assert derived(differing) == set() and verdicts(differing) == [("differs", "ana")]
    assert ("hot", "kiln#2") in {(one.query.id, one.chunk) for one in Session(differing, "ana", lambda: NOW).queue()}
    _, person = sit(differing, "")
    assert "p compares it with kiln#1: nearly the same text; ana says differs" in person.screens[1]
    session.undo()
    assert derived(differing) == {"kiln#2"}


def test_of_two_people_who_takes_theirs_back_leaves_the_other_s(differing):
    sit(differing, "ps", judge="ana")
    session = Session(differing, "cleo", lambda: NOW, sitting=Sitting(again=True))
    session.pair(turned(fold_pairs(differing.copies()).standing[0]), "differs")
    assert verdicts(differing) == [("differs", "cleo")]
    session.undo()
    assert verdicts(differing) == [("same", "ana")]


def test_the_other_keys_go_on_to_the_next_pair_page_through_the_text_and_go_back(differing):
    more = Copy(a="kiln#2", b="oven.md", jaccard=0.8, containment=(1, 1), verdict="same", by="goldkit widen", at=NOW)
    differing.append("copies.jsonl", [more])
    before = (differing.path / "copies.jsonl").read_bytes()
    _, person = sit(differing, "ppmpx")
    assert [screen.splitlines()[0][:11] for screen in person.screens[2:6]] == [
        "pair 1 of 2", "pair 2 of 2", "pair 2 of 2", "pair 1 of 2",
    ]  # fmt: skip
    assert "step 1:" in person.screens[3] and "step 1:" not in person.screens[4]
    assert person.screens[6] == person.screens[1]
    assert (differing.path / "copies.jsonl").read_bytes() == before
    _, person = sit(differing, "p")
    assert person.screens[-1] == person.screens[1], "the end of the input goes back and ends the sitting"


def test_without_a_pair_the_key_says_so(golden):
    _, person = sit(golden, "p")
    assert "no other chunk of this question is nearly the same" in person.screens[-1]
    assert "p compares" not in person.screens[1]


def test_what_another_process_said_of_a_pair_is_noticed(differing):
    session = Session(differing, "ana", lambda: NOW)
    assert session.next().chunk == "kiln#2"
    same = replace(differing.copies()[-1], verdict="same", by="ben")
    differing.append("copies.jsonl", [same])
    assert session.next().chunk != "kiln#2"


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 12), UNBOUNDED])
def test_a_pair_fits_the_terminal_however_long_its_texts(differing, size):
    chunk = replace(differing.chunks()[0], text="word " * 3000)
    pair = replace(differing.copies()[0], differs=(("x" * 500, "y" * 500),) * 9, spans=())
    lines = pair_screen(pair, "pair 1 of 1", chunk, chunk, 0, size)
    assert all(len(line.text) <= size.columns for line in lines)
    assert lines[-1].text and (size is UNBOUNDED or size.rows < 24 or len(lines) <= size.rows - 1)


def test_a_difference_in_a_text_that_changed_since_is_told_by_its_readings(differing):
    pair = differing.copies()[-1]
    texts = {chunk.id: chunk for chunk in differing.chunks()}
    edited = replace(texts["kiln#1"], text="edited", sha256=sha256_text("edited"))
    shown = [line.text for line in pair_screen(pair, "", edited, texts["kiln#2"], 0, UNBOUNDED)]
    assert "  here   “900”" in shown and any("reaches [950] degrees" in line for line in shown)


def test_the_texts_that_were_read_are_kept_with_the_verdict(differing):
    texts = {chunk.id: chunk for chunk in differing.chunks()}
    edited = replace(texts["kiln#1"], text="The kiln is cold.", sha256=sha256_text("The kiln is cold."))
    session = Session(differing, "ana", lambda: NOW, corpus=[edited])
    session.pair(session.next().pairs[0], "differs")
    said = differing.copies()[-1]
    assert (said.a, said.b_sha256) == ("kiln#2", edited.sha256)
    assert edited.sha256 in {chunk.sha256 for chunk in differing.chunks()}
