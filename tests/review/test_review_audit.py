"""A judge's own grades judged again, blind: it is measured and changes no label."""

from __future__ import annotations

from goldkit.records import Judgment
from goldkit.review.agreement import agreement
from goldkit.review.session import Session
from goldkit.review.sitting import Sitting
from goldkit.sets.golden import read_golden

AT = "2026-12-01T10:00:00Z"


def say(chunk, grade, by="ana"):
    return Judgment(query="hot", chunk=chunk, grade=grade, status="decided", source="human", by=by, at=AT)


def test_only_one_s_own_grades_are_offered_and_nothing_tells_what_they_were(golden):
    golden.append("judgments.jsonl", [say("kiln#1", 3), say("glaze", 0), say("kiln#1", 1, by="ben")])
    session = Session(golden, "ana", lambda: AT, sitting=Sitting(audit=True))
    items = session.queue()
    assert [(item.query.id, item.chunk) for item in items] == [("hot", "kiln#1"), ("hot", "glaze")]
    assert all(item.others == () for item in items)
    before = read_golden(golden).folded.labels
    for key in ("2", "0"):
        assert session.key(key, session.next()).role == "audit"
    assert session.next() is None and session.progress().done == 2
    assert read_golden(golden).folded.labels == before
    found = agreement(golden.judgments(), session.scale).again
    assert [(two.first, two.second, two.n, two.same) for two in found] == [("ana", "ana, again", 2, 0.5)]


def test_an_audit_is_put_off_and_taken_back_like_any_verdict(golden):
    golden.append("judgments.jsonl", [say("kiln#1", 3), say("glaze", 0)])
    session = Session(golden, "ana", lambda: AT, sitting=Sitting(audit=True))
    session.key("s", session.next())
    assert session.next().chunk == "glaze"
    session.key("1", session.next())
    assert session.undo().grade == 1 and session.undo().reason == "later"
    assert session.undo() is None, "what was judged outside of the audit is not touched"
    again = Session(golden, "ana", lambda: AT, sitting=Sitting(audit=True))
    assert [item.chunk for item in again.queue()] == ["kiln#1", "glaze"]
    assert Session(golden, "ana", lambda: AT).progress().done == 2


def test_the_page_says_that_it_is_an_audit(opened, golden):
    golden.append("judgments.jsonl", [say("kiln#1", 3)])
    page = opened(audit=True)
    assert page.ask("settings")["audit"]
    state = page.ask("next")
    assert state["item"]["said"] is None and state["candidates"][0]["grade"] is None
    page.judge(2, "r1", state)
    assert golden.judgments()[-1].role == "audit"
    assert page.judge(2, "r1", state)["repeated"]
