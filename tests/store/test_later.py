"""Lines that replace others are later than they are, whatever the clock says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.records import Copy
from goldkit.store.golden import GoldenDirectory
from goldkit.store.later import dated, stamp
from goldkit.store.moments import moment
from goldkit.store.pairs import fold_pairs

NOW = "2026-12-02T00:00:00Z"
PAIR = Copy(a="a", b="b", jaccard=1.0, containment=(1.0, 1.0), verdict="same", by="goldkit widen", at=NOW)


@pytest.mark.parametrize(
    ("now", "previous", "expected"),
    [
        (NOW, [], NOW),
        (NOW, ["2026-12-01T00:00:00Z"], NOW),
        (NOW, [NOW], "2026-12-02T00:00:00.001Z"),
        (NOW, [NOW, "2026-12-02T00:00:00.001Z"], "2026-12-02T00:00:00.002Z"),
        (NOW, ["2027-01-01T00:00:00"], "2027-01-01T00:00:00.001Z"),
        (NOW, ["2026-12-02T01:00:00+01:00"], "2026-12-02T00:00:00.001Z"),
        (NOW, ["no time at all"], NOW),
        (NOW, ["9999-12-31T23:59:59.999999Z"], NOW),
    ],
)
def test_a_stamp_is_later_than_all_before(now, previous, expected):
    assert stamp(now, previous) == expected


@given(st.datetimes(timezones=st.just(UTC), max_value=datetime(2200, 1, 1)))  # noqa: DTZ001  # hypothesis wants it so
def test_a_stamp_is_always_later(before):
    assert moment(stamp("1000-01-01T00:00:00Z", [before.isoformat()]))[0] > moment(before.isoformat())[0]


@pytest.mark.parametrize("first", ["same", "differs", "retracted"])
@pytest.mark.parametrize("then", ["same", "differs", "retracted"])
def test_of_two_lines_of_one_second_the_one_appended_last_stands(tmp_path, first, then):
    golden = GoldenDirectory(tmp_path)
    golden.create()
    golden.append("copies.jsonl", [replace(PAIR, verdict=first)])
    golden.append("copies.jsonl", [replace(PAIR, verdict=then, a="b", b="a", jaccard=0.9)])
    standing = [copy.verdict for copy in fold_pairs(golden.copies()).standing]
    assert standing == ([] if then == "retracted" else [then])


def test_lines_that_replace_nothing_keep_their_time():
    person, other = replace(PAIR, by="ana"), replace(PAIR, b="c")
    assert dated([person, other], [PAIR]) == [person, other]
    assert [copy.at for copy in dated([replace(person, verdict="differs")], [person])] == ["2026-12-02T00:00:00.001Z"]


def test_bytes_are_appended_as_they_are(tmp_path):
    golden = GoldenDirectory(tmp_path)
    golden.create()
    golden.append("copies.jsonl", [PAIR])
    line = (tmp_path / "copies.jsonl").read_bytes()
    golden.append("copies.jsonl", [line])
    assert (tmp_path / "copies.jsonl").read_bytes() == line * 2


@given(
    st.lists(
        st.builds(
            Copy,
            a=st.sampled_from("ab"),
            b=st.sampled_from("bc"),
            jaccard=st.sampled_from([0.8, 0.9]),
            containment=st.just((1.0, 1.0)),
            verdict=st.sampled_from(["same", "differs", "retracted"]),
            by=st.sampled_from(["goldkit widen", "ana", "bo"]),
            at=st.sampled_from([NOW, "2026-12-02T00:00:01Z", "2026-12-01T23:00:00-02:00"]),
        ),
        max_size=8,
    )
)
def test_the_last_of_any_lines_stands_for_its_side(lines):
    before: list[Copy] = []
    for line in lines:
        before += dated([line], before)
    last = {}
    for line in before:
        last[frozenset((line.a, line.b)), line.by == "goldkit widen"] = line
    for (chunks, tool), line in last.items():
        same_side = [one for one in before if {one.a, one.b} == chunks and (one.by == "goldkit widen") == tool]
        assert moment(line.at) == max(moment(one.at) for one in same_side)
        assert same_side.count(line) == 1
