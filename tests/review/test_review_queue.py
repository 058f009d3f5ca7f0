"""The queue: what is in it, what never is, and in which order."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.records import Chunk, Copy, Judgment, Query, Scale, SplitLine
from goldkit.review.candidates import Reviewer
from goldkit.review.queue import by_query, current_query, first, ordered, queue, refolded, waiting, why
from goldkit.review.texts import current_texts
from goldkit.review.wording import evidence_lines
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.sets.pooling import step
from goldkit.store.fold import fold
from goldkit.store.settings import Settings

AT = "2026-12-01T10:00:00Z"


def told(golden, judge="ana", **options):
    held = read_golden(golden)
    judgments = golden.judgments()
    return queue(held, judgments, judge, current_texts(held.chunks, judgments), **options)


def pairs(items):
    return [(item.query.id, item.chunk) for item in items]


def say(query, chunk, grade, by="ana", at="2026-12-02T00:00:00Z", **fields):
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by=by, at=at, **fields)


def test_best_priority_first_and_the_candidates_of_a_query_together(golden):
    assert pairs(told(golden)) == [
        ("hot", "kiln#1"), ("hot", "oven.md"), ("hot", "glaze"),
        ("mix", "glaze"), ("mix", "窯/手順"),
        ("rest", "clay"), ("rest", "kiln#1"),
    ]  # fmt: skip


def test_an_item_carries_its_text_and_its_evidence(golden):
    item = told(golden)[0]
    assert item.passage.text.startswith("The kiln is lit")
    assert item.evidence == {"cited": 3, "shown": 9, "best_rank": 1}
    assert "priority 0.9" in why(item)
    assert "asked 9 times" in why(item)


def test_a_chunk_that_was_found_by_its_text_says_how(golden):
    line = replace(golden.judgments()[0], batch="b2", metadata={"matched": "cut"})
    golden.append("judgments.jsonl", [line, replace(line, batch="b3", metadata={"matched": "exact"})])
    lines = evidence_lines(told(golden)[0])
    assert "the log names another id or none: it is this chunk by its text (cut)" in lines


def test_a_priority_is_told_with_its_parts_and_clicks_against_their_ranks(golden):
    told_by = {"priority": {"cited": 2.0, "skipped": -0.25, "best_rank": 0.5}, "coec": 2.34}
    line = replace(golden.judgments()[0], priority=2.25, batch="b2", metadata=told_by)
    golden.append("judgments.jsonl", [line])
    lines = evidence_lines(told(golden)[0])
    assert "in this place: priority 2.25 = cited +2, best rank +0.5, skipped -0.25; " in lines[-1]
    assert "clicked 2.3 times as often as results at its ranks are on average" in lines


def test_what_a_model_says_is_told_with_the_words_it_went_by(golden):
    line = replace(golden.judgments()[0], grade=3, source="llm", by="m", metadata={"quote": "lit at dawn"})
    golden.append("judgments.jsonl", [line, replace(line, by="n", grade=1, metadata={})])
    lines = evidence_lines(told(golden)[0])
    assert "m says 3, for “lit at dawn”" in lines
    assert "n says 1" in lines


def test_the_parts_of_a_pooled_priority_are_not_told(golden):
    line = replace(
        golden.judgments()[0], priority=9.0, source="pool", by="goldkit pool", metadata={"priority": {"x": 9.0}}
    )
    golden.append("judgments.jsonl", [line])
    assert "= x" not in why(told(golden)[0])


def test_evidence_of_two_mined_files_adds_up(golden):
    golden.append(
        "judgments.jsonl", [replace(golden.judgments()[0], batch="b2", evidence={"cited": 2, "best_rank": 4})]
    )
    assert told(golden)[0].evidence == {"cited": 5, "shown": 9, "best_rank": 1}


def test_a_pooled_candidate_says_nothing_about_its_run(golden):
    item = told(golden)[-1]
    assert pairs([item]) == [("rest", "kiln#1")]
    assert item.suggested == () and item.evidence == {}
    assert "secret" not in repr(item)


def test_what_differs_from_a_relevant_chunk_comes_up_and_says_how(golden):
    golden.append("judgments.jsonl", [say("hot", "kiln#1", 3)])
    item = next(item for item in told(golden) if item.chunk == "kiln#2")
    assert item.query.id == "hot"
    assert [(one.other, one.grade, one.readings) for one in item.differences] == [("kiln#1", 3, (("900", "950"),))]


def test_nothing_comes_up_beside_an_irrelevant_chunk(golden):
    golden.append("judgments.jsonl", [say("hot", "kiln#1", 1)])
    assert "kiln#2" not in {item.chunk for item in told(golden)}


def test_a_safe_copy_of_a_decided_chunk_is_not_asked_about(golden):
    golden.append("copies.jsonl", [replace(golden.copies()[0], verdict="same", a="kiln#1", b="oven.md", differs=())])
    golden.append("judgments.jsonl", [say("hot", "kiln#1", 3)])
    assert ("hot", "oven.md") not in pairs(told(golden))
    assert ("hot", "oven.md") in pairs(told(golden, again=True))


def test_what_others_decided_is_offered_only_again_and_names_them(golden):
    golden.append("judgments.jsonl", [say("hot", "kiln#1", 3, by="ben")])
    assert ("hot", "kiln#1") not in pairs(told(golden))
    again = {(item.query.id, item.chunk): item for item in told(golden, again=True)}
    assert again["hot", "kiln#1"].others == ("ben",)
    assert ("hot", "kiln#1") not in pairs(told(golden, judge="ben", again=True))


@pytest.mark.parametrize("reason", ["undo", None])
def test_what_was_taken_back_is_offered(golden, reason):
    lines = [say("hot", "kiln#1", 3), say("hot", "kiln#1", None, reason="undo", at="2026-12-03T00:00:00Z")]
    golden.append("judgments.jsonl", lines if reason else lines[:1])
    assert (("hot", "kiln#1") in pairs(told(golden))) == (reason == "undo")


def test_what_cannot_be_judged_is_not_offered_to_this_judge_again(golden):
    golden.append("judgments.jsonl", [say("hot", "kiln#1", None, reason="cannot-judge")])
    assert ("hot", "kiln#1") not in pairs(told(golden))
    assert ("hot", "kiln#1") in pairs(told(golden, judge="ben"))


def test_a_chunk_that_is_gone_is_not_offered(golden):
    gone = replace(golden.judgments()[0], reason="gone", at="2026-12-02T00:00:00Z")
    golden.append("judgments.jsonl", [gone])
    assert ("hot", "kiln#1") not in pairs(told(golden))


def test_frozen_embargoed_and_aside_queries_are_never_shown(golden):
    golden.append("split.jsonl", [SplitLine(query="hot", at=AT, why="freeze core", side="core")])
    golden.append("split.jsonl", [SplitLine(query="mix", at=AT, why="freeze core", side="embargoed")])
    golden.rewrite_queries(lambda found: [replace(q, aside="odd") if q.id == "rest" else q for q in found.values()])
    assert told(golden) == ()
    assert told(golden, again=True) == ()


def test_later_goes_to_the_end_and_the_next_later_moves_on(golden):
    golden.append("judgments.jsonl", [say("hot", "kiln#1", None, reason="later")])
    items = told(golden)
    assert pairs(items)[-1] == ("hot", "kiln#1")
    assert items[-1].postponed is not None
    later = [say(*pair, None, reason="later", at=f"2026-12-02T00:00:{n:02}Z") for n, pair in enumerate(pairs(items), 1)]
    golden.append("judgments.jsonl", later)
    front = told(golden)[0]
    golden.append(
        "judgments.jsonl", [say(front.query.id, front.chunk, None, reason="later", at="2026-12-03T00:00:00Z")]
    )
    assert pairs(told(golden))[0] != (front.query.id, front.chunk)


def test_what_goes_ahead_goes_step_by_step_whatever_its_query(golden):
    ahead = {"query": "mix", "chunk": "clay", "priority": 52.0}, {"query": "rest", "chunk": "glaze", "priority": 51.0}
    pooled = replace(golden.judgments()[0], source="pool", by="goldkit pool", batch=None, evidence={})
    golden.append("judgments.jsonl", [replace(pooled, **values) for values in ahead])
    golden.append("judgments.jsonl", [replace(pooled, query="mix", chunk="oven.md", priority=51.0)])
    items = told(golden)
    assert pairs(items)[:4] == [("mix", "clay"), ("mix", "oven.md"), ("rest", "glaze"), ("hot", "kiln#1")]
    golden.append("judgments.jsonl", [say("rest", "clay", 3)])
    assert pairs(told(golden))[:3] == [("mix", "clay"), ("rest", "glaze"), ("mix", "oven.md")], "first the one begun"


def test_a_query_once_begun_is_finished_first(golden):
    golden.append("judgments.jsonl", [say("rest", "clay", 3)])
    assert pairs(told(golden))[0] == ("rest", "kiln#1")


def test_audits_are_no_candidates(golden):
    golden.append("judgments.jsonl", [say("mix", "clay", 2, by="ben", role="audit")])
    assert ("mix", "clay") not in pairs(told(golden, again=True))


judges = st.sampled_from(["ana", "ben"])
a_line = st.builds(
    lambda query, chunk, by, grade, reason, at, priority: Judgment(
        query=f"q{query}", chunk=f"c{chunk}", grade=grade if by != "goldkit mine" else None,
        status="proposed" if by == "goldkit mine" else "decided",
        source="log" if by == "goldkit mine" else "human", by=by,
        reason=None if by == "goldkit mine" or grade is not None else reason,
        at=f"2026-12-01T10:00:{at:02}Z", priority=priority,
    ),
    st.integers(0, 4), st.integers(0, 4), st.sampled_from(["ana", "ben", "goldkit mine"]), st.none() | st.integers(0, 3),
    st.sampled_from(["undo", "later", "cannot-judge"]), st.integers(0, 59), st.sampled_from([0.0, 0.5, 1.0, 51.0, 52.0]),
)  # fmt: skip


def held(lines):
    copies = [Copy(a="c0", b="c1", jaccard=0.9, containment=(1, 1), verdict="same", by="goldkit widen", at=AT)]
    copies.append(replace(copies[0], b="c2", verdict="differs"))
    queries = {f"q{n}": Query(id=f"q{n}", text=f"question {n}", weight=float(n % 2)) for n in range(5)}
    return GoldenSet(
        settings=Settings(),
        queries=queries,
        folded=fold(lines, copies, Scale()),
        chunks=(),
        sides={},
        burned=frozenset(),
    )


@given(st.lists(a_line, max_size=25), st.randoms(use_true_random=False))
def test_the_order_of_lines_is_no_matter(lines, chance: random.Random):
    shuffled = chance.sample(lines, len(lines))
    assert queue(held(lines), lines, "ana", {}) == queue(held(shuffled), shuffled, "ana", {})


@given(st.lists(a_line, max_size=25), st.booleans())
def test_nothing_decided_is_offered_and_queries_stay_together(lines, again):
    items = queue(held(lines), lines, "ana", {}, again)
    labels = fold([line for line in lines if line.by == "ana"]).labels
    for item in items:
        mine = labels.get(item.query.id, {}).get(item.chunk)
        assert mine is None or mine.status != "decided"
        assert again or not item.others
    assert len(set(pairs(items))) == len(items)
    steps = [step(item.priority) for item in items if item.postponed is None]
    assert steps == sorted(steps, reverse=True)
    parts = [[i for i in items if i.postponed is None and step(i.priority) == one] for one in set(steps)]
    for part in (*parts, [i for i in items if i.postponed is not None]):
        runs = [name for name, _ in groupby(item.query.id for item in part)]
        assert len(runs) == len(set(runs))


@given(st.lists(a_line, max_size=25))
def test_the_shortcuts_agree_with_the_whole(lines):
    golden = held(lines)
    reviewer = Reviewer(judge="ana", scale=Scale(), pairs=golden.folded.pairs, texts={})
    rows = waiting(golden, by_query(lines), reviewer)
    current = current_query(lines, "ana")
    assert first(rows, current) == next(iter(ordered(rows, current)), None)
    for query, own in by_query(lines).items():
        assert refolded(own, golden.folded.pairs, golden) == golden.folded.labels.get(query, {})


def test_the_text_shown_is_the_corpus_s_else_the_one_named_last():
    stored = [Chunk(id="c", text=text, sha256=text) for text in ("a", "b", "z")]
    line = say("q", "c", 3, text_sha256="b")
    assert current_texts(stored, [line])["c"].text == "b"
    assert current_texts(stored, [line, replace(line, text_sha256="a", at="2026-12-05T00:00:00Z")])["c"].text == "a"
    assert current_texts(stored, [])["c"].text == "z"
    assert current_texts(stored, [line], [Chunk(id="c", text="new", sha256="n")])["c"].text == "new"
