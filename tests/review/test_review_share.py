"""Several judges of one set: parts that meet nowhere and leave nothing out, and questions for everybody."""

from __future__ import annotations

import pytest

from goldkit.errors import UsageError
from goldkit.records import Judgment, Query
from goldkit.review.session import Session
from goldkit.review.share import Share, read_share
from goldkit.review.sitting import Sitting

AT = "2026-12-01T10:00:00Z"
NAMES = [f"q{n}" for n in range(3000)]


def test_parts_meet_nowhere_and_leave_nothing_out():
    parts = [{name for name in NAMES if Share(part=part, parts=3).has(name)} for part in (1, 2, 3)]
    assert set.union(*parts) == set(NAMES) and sum(map(len, parts)) == len(NAMES)
    assert all(900 < len(part) < 1100 for part in parts)


def test_the_overlap_is_the_same_for_all_and_about_as_large_as_asked_for():
    shares = [Share(part=part, parts=3, overlap=0.2) for part in (1, 2, 3)]
    common = {name for name in NAMES if shares[0].for_all(name)}
    assert 500 < len(common) < 700
    assert all(share.has(name) for share in shares for name in common)
    assert {name for name in NAMES if all(share.has(name) for share in shares)} == common


def test_words():
    assert read_share(None, None) == Share()
    assert read_share("2/3", "20%") == Share(part=2, parts=3, overlap=0.2)
    for part in ("0/3", "4/3", "2", "a/b", "-1/3", "1/0"):
        with pytest.raises(UsageError, match="--share"):
            read_share(part, None)
    for overlap in ("20", "101%", "-1%", "all"):
        with pytest.raises(UsageError, match="--overlap"):
            read_share(None, overlap)


def test_each_judge_is_offered_their_part_and_what_is_everybody_s_although_it_is_decided(golden):
    names = NAMES[:60]
    golden.rewrite_queries(lambda _: [Query(id=name, text=f"question {name}?") for name in names])
    proposed = {"chunk": "clay", "grade": None, "status": "proposed", "source": "log", "by": "goldkit mine", "at": AT}
    golden.append("judgments.jsonl", [Judgment(query=name, **proposed) for name in names])
    given = {}
    for part, judge in enumerate(("ana", "ben"), 1):
        share = Share(part=part, parts=2, overlap=0.3)
        session = Session(golden, judge, lambda: AT, sitting=Sitting(share=share))
        given[judge] = set()
        while (item := session.next()) is not None:
            given[judge].add(item.query.id)
            session.key("3", item)
    common = {name for name in names if Share(overlap=0.3).for_all(name)}
    assert given["ana"] | given["ben"] == set(names)
    assert given["ana"] & given["ben"] == common and common
