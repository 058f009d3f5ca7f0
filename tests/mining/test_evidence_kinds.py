"""What is counted about a (query, chunk) pair, and how it adds up over mined files."""

from __future__ import annotations

import json

from goldkit.records import Judgment
from goldkit.store.evidence import combined_evidence

MAP = {"query": "q", "chunks": "docs", "clicked": "clicked", "cited": "cited", "session": "s", "id": "id"}


def click(query_id: str, chunk: str, action: str = "click", **more: object) -> dict[str, object]:
    return {"action_name": action, "query_id": query_id, "event_attributes": {"object": {"object_id": chunk}}} | more


def search(query_id: str, text: str = "why?") -> dict[str, object]:
    return {"query_id": query_id, "user_query": text, "query_response_hit_ids": ["a", "b"]}


def test_clicks_copies_and_the_time_spent_are_counted_apart(mill):
    mill.mine(
        mill.write(
            "ubi.jsonl",
            search("1"),
            click("1", "a", dwell_time=12.4, session_id="s1"),
            click("1", "a", "copy", session_id="s1"),
            search("2"),
            click("2", "a", session_id="s2"),
            search("3"),
            click("3", "a", dwell_time=30, session_id="s2"),
        )
    )
    evidence = mill.evidence()["why?", "a"]
    assert evidence == {
        "shown": 3,
        "best_rank": 1,
        "clicked": 3,
        "copied": 1,
        "dwell_clicks": 2,
        "dwell_seconds": 42,
        "sessions": 2,
    }


def test_a_mapped_log_can_tell_what_was_copied(mill):
    rows = [{"q": "why?", "docs": ["a", "b"], "copied": ["b"], "id": 1}]
    mill.mine(mill.write("log.jsonl", *rows), mapping=MAP | {"copied": "copied"})
    assert mill.evidence() == {("why?", "b"): {"shown": 1, "best_rank": 2, "copied": 1}}


def test_a_session_counts_once_over_all_files_ever_mined(mill):
    def rows(*sessions: str | None) -> list[dict[str, object]]:
        number = mill.numbers = getattr(mill, "numbers", 0) + 100
        return [
            {"q": "why?", "docs": ["a"], "cited": ["a"], "s": session, "id": number + at}
            for at, session in enumerate(sessions)
        ]

    first, second = mill.write("1.jsonl", *rows("x", "x", "y", None)), mill.write("2.jsonl", *rows("y", "z", "z"))
    mill.mine(first, mapping=MAP)
    mill.mine(second, mapping=MAP)
    evidence = mill.evidence()["why?", "a"]
    assert (evidence["cited"], evidence["sessions"]) == (7, 3)
    before = mill.digest()
    mill.mine(first, second, mapping=MAP)
    assert mill.digest() == before


def test_a_pair_without_a_known_session_has_no_count_of_them(mill):
    mill.mine(mill.write("log.jsonl", {"q": "why?", "docs": ["a"], "cited": ["a"], "id": 1}), mapping=MAP)
    assert "sessions" not in mill.evidence()["why?", "a"]


def test_sessions_are_remembered_only_as_salted_hashes(mill):
    log = mill.write("log.jsonl", {"q": "why?", "docs": ["a"], "cited": ["a"], "s": "ana@example.org", "id": 1})
    one, other = mill.look(log, mapping=MAP), mill.look(log, mapping=MAP)
    assert one.batches == other.batches
    from goldkit.mining.known import known_in
    from goldkit.mining.mine import mine
    from goldkit.mining.options import MineOptions

    options = MineOptions(mapping=MAP)
    salted = mine([log], known_in(mill.golden), options, at="2026-12-01T10:00:00Z", salt=lambda: "another")
    (batch,) = one.batches
    assert list(salted.hashes[batch.batch]) != list(one.hashes[batch.batch])
    assert "ana@" not in json.dumps([line.evidence for line in one.proposals])


def test_sessions_beyond_the_sample_are_estimated(mill, monkeypatch):
    monkeypatch.setattr("goldkit.mining.distinct.MOST", 100)
    rows = [{"q": "why?", "docs": ["a"], "cited": ["a"], "s": f"s{at}", "id": at} for at in range(900)]
    mill.mine(mill.write("log.jsonl", *rows), mapping=MAP)
    assert 600 < mill.evidence()["why?", "a"]["sessions"] < 1200


def test_fractions_add_up_to_the_same_in_any_order():
    lines = [
        Judgment(
            query="q", chunk="a", grade=None, status="proposed", source="log", by="goldkit mine", at="t",
            batch=str(value), evidence={"rank_correction": value},
        )
        for value in (0.1, 0.2, 0.3, 1.7)
    ]  # fmt: skip
    assert combined_evidence(lines) == combined_evidence(lines[::-1]) == {"rank_correction": 2.3}
