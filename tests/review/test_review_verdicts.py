"""Verdicts: what a key records, in which order they count, and that any sequence of keys comes to what it says."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.records import Chunk, Judgment, Query, Scale, SplitLine
from goldkit.review.session import Session
from goldkit.review.verdicts import Remarks, Shown, grade_keys, standing, verdict_of_key
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory

NOW = "2026-12-02T00:00:00Z"
SHOWN = Shown(query="hot", chunk="kiln#1", text_sha256="abc")


def test_a_grade_key_is_a_decided_judgment_on_the_text_that_was_shown():
    line = verdict_of_key("3", Scale(), SHOWN, "ana", NOW, Remarks(note="exact", quote="900 degrees"))
    assert line == Judgment(
        query="hot", chunk="kiln#1", grade=3, status="decided", source="human", by="ana", at=NOW, text_sha256="abc",
        note="exact", quote="900 degrees",
    )  # fmt: skip


@pytest.mark.parametrize(("key", "reason"), [("c", "cannot-judge"), ("s", "later")])
def test_other_keys_leave_a_reason(key, reason):
    line = verdict_of_key(key, Scale(), SHOWN, "ana", NOW)
    assert (line.grade, line.reason) == (None, reason)


@pytest.mark.parametrize("key", ["2", "4", "x", "", "33", "-1", "٣", "\x1b"])
def test_a_key_outside_the_scale_is_no_verdict(key):
    assert verdict_of_key(key, Scale(max=1, relevant_from=1), SHOWN, "ana", NOW) is None


def test_a_scale_without_single_keys_is_refused_with_the_way_out():
    with pytest.raises(UsageError, match="--apply"):
        grade_keys(Scale(max=10, relevant_from=5))


def test_the_verdict_given_last_stands_last(golden):
    session = Session(golden, "ana", lambda: NOW)
    for key in "3", "0":
        session.key(key, session.next())
    assert list(standing(golden.judgments(), "ana")) == [("hot", "kiln#1"), ("hot", "oven.md")]


def test_an_undo_reaches_behind_a_restart_and_stops_at_a_frozen_query(golden):
    session = Session(golden, "ana", lambda: NOW)
    for key in "3", "0", "2":
        session.key(key, session.next())
    session = Session(golden, "ana", lambda: NOW)
    assert session.undo().chunk == "glaze"
    assert session.next().chunk == "glaze"
    assert session.undo().chunk == "oven.md"
    assert session.next().chunk == "oven.md"
    golden.append("split.jsonl", [SplitLine(query="hot", at=NOW, why="freeze core", side="core")])
    assert Session(golden, "ana", lambda: NOW).undo() is None


def test_nobody_takes_back_another_s_verdict(golden):
    session = Session(golden, "ana", lambda: NOW)
    session.key("3", session.next())
    assert Session(golden, "ben", lambda: NOW).undo() is None


def test_a_session_sees_what_another_process_decided(golden):
    ana, ben = Session(golden, "ana", lambda: NOW), Session(golden, "ben", lambda: NOW)
    item = ben.next()
    ben.key("3", item)
    assert ana.next().chunk != item.chunk
    assert ana.next().query.id == "mix"
    assert ben.next().query.id == "hot"


def test_the_text_of_a_corpus_is_stored_with_the_verdict_on_it(golden):
    new = Chunk(id="kiln#1", text="The kiln reaches 900 degrees.", sha256="f00")
    other = Chunk(id="never named", text="x", sha256="f01")
    session = Session(golden, "ana", lambda: NOW, corpus=[new, other])
    before = len(golden.chunks())
    assert session.next().passage == new
    assert len(golden.chunks()) == before
    session.key("3", session.next())
    assert golden.judgments()[-1].text_sha256 == "f00"
    assert new in golden.chunks() and other not in golden.chunks()


def test_progress_and_summary_count_this_sitting(golden):
    session = Session(golden, "ana", lambda: NOW)
    for key in "3", "c", "s":
        session.key(key, session.next())
    session.undo()
    done = session.summary()
    assert (done.grades, done.cannot_judge, done.later, done.undone) == ({3: 1}, 1, 1, 1)
    assert (done.progress.done, done.progress.left, done.progress.postponed) == (2, 6, 0)
    assert done.to_dict()["grades"] == {"3": 1}


KEYS = st.sampled_from(["0", "1", "2", "3", "c", "s", "u", "restart"])


@settings(max_examples=25, deadline=None)
@given(
    st.lists(KEYS, max_size=25),
    st.sampled_from([["2026-12-02T00:00:00Z"], ["2026-12-02T00:00:09Z", "2020-01-01T00:00:00Z"]]),
)
def test_any_sequence_of_keys_comes_to_what_it_says(keys, times):
    """The model: an ordered dict from pair to verdict; a new verdict goes to its end, undo takes the last one out."""
    with tempfile.TemporaryDirectory() as folder:
        golden = GoldenDirectory(Path(folder) / "golden")
        golden.create()
        golden.rewrite_queries(lambda _: [Query(id=f"q{n}", text=f"question {n}") for n in range(2)])
        pairs = [(f"q{q}", f"c{c}") for q in range(2) for c in range(3)]
        golden.append(
            "judgments.jsonl",
            [
                Judgment(query=q, chunk=c, grade=None, status="proposed", source="log", by="goldkit mine", at=NOW)
                for q, c in pairs
            ],
        )
        clock = iter(times * (len(keys) + 1))
        model: dict[tuple[str, str], str] = {}
        session = Session(golden, "ana", lambda: next(clock))
        for key in keys:
            item = session.next()
            if key == "restart":
                session = Session(golden, "ana", lambda: next(clock))
                assert session.next() == item
            elif key == "u":
                undone = session.undo()
                assert (undone is None) == (not model)
                if undone is not None:
                    assert model.popitem()[0] == (undone.query, undone.chunk)
                    assert session.next().query.id == undone.query
            elif item is not None:
                pair = (item.query.id, item.chunk)
                assert model.get(pair) in (None, "s")
                assert session.key(key, item) is not None
                model.pop(pair, None)
                model[pair] = key
        labels = read_golden(golden).folded.labels
        grades = {pair: labels[pair[0]][pair[1]].grade for pair in pairs}
        assert grades == {pair: int(model[pair]) if model.get(pair, "c").isdigit() else None for pair in pairs}
        left = {(item.query.id, item.chunk) for item in session.queue()}
        assert left == {pair for pair in pairs if model.get(pair, "s") == "s"}
