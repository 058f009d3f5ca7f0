"""A question is a copy where people's own questions hardly ever are one."""

from __future__ import annotations

import pytest

from goldkit.files import canonical
from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.copying import copies_chunk
from goldkit.generation.filters.shares import shares
from goldkit.generation.filters.thresholds import CHUNK_WITHIN, LEAST, RUN_WITHIN, Thresholds, thresholds_of
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk, Judgment, Query, SplitLine
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import read_golden
from goldkit.sets.log_pairs import log_pairs
from goldkit.store.golden import GoldenDirectory

TEXT = "The backup of the ticket database runs at 02:15 each night and takes about forty minutes of the machine's time."
AT = "2026-12-01T10:00:00Z"


def copies(question, **limits):
    one = Draft(
        chunks=(Chunk(id="c", text=TEXT),),
        style="direct",
        prompt=find_prompt("direct"),
        request=Request(model="m", messages=[], schema={}),
        reply=Reply(outcome="ok", value={"question": question, "quote": "", "answer": ""}),
    )
    return copies_chunk(one, Context(thresholds=Thresholds(**limits))).objection


def test_the_shares_of_a_question_are_figured_by_words():
    found = shares("how long does the backup of the ticket database take", TEXT)
    assert (found.run, found.asked) == (["the", "backup", "of", "the", "ticket", "database"], 10)
    assert found.copied == 0.6 and found.chunk == pytest.approx(5 / 17)
    assert shares("", "").copied == 0.0 and shares("?", TEXT).chunk == 0.0


def test_tighter_limits_reject_what_the_usual_ones_let_pass():
    question = "How long does the backup of the ticket database take?"
    assert copies(question) is None
    assert copies(question, run=0.5) == "the backup of the ticket database"
    assert copies(question, chunk=0.25) == "29% of the chunk's words"
    assert copies("How long does the backup take?", run=0.25) is None  # a run of two words copies nothing


def test_two_characters_of_a_script_without_spaces_are_a_word():
    text = "值班人员每周清洗一次磁带驱动器。"
    assert shares("磁带驱动器多久清洗一次", text).length == 2.5
    assert shares("每周清洗一次磁带驱动器 Ferry?", text).length == 5.5
    assert shares("每周清洗一次磁带驱动器 Ferry?", text).asked == 6.5


def test_fewer_than_thirty_log_questions_say_nothing():
    pairs = [("how long does the backup take", [TEXT])]
    assert thresholds_of(pairs * (LEAST - 1)) == Thresholds() == thresholds_of([])
    assert thresholds_of(pairs * LEAST).log_questions == LEAST


def test_the_limits_are_what_95_of_100_log_questions_do_not_exceed():
    plain, copied = "how long is it", "the backup of the ticket database runs"  # a run of no word, of all seven
    few = thresholds_of([(plain, [TEXT])] * 95 + [(copied, [TEXT])] * 5)
    assert (few.run, few.chunk) == (RUN_WITHIN[0], CHUNK_WITHIN[0])
    many = thresholds_of([(plain, [TEXT])] * 94 + [(copied, [TEXT])] * 6)
    assert (many.run, many.chunk) == (RUN_WITHIN[1], round(6 / 17, 3))


def test_of_several_relevant_texts_the_nearest_counts():
    half = thresholds_of(
        [("one two three four five unheard unsaid", ["nothing here", "one two three four five"])] * LEAST
    )
    assert half.run == 0.714


def test_a_question_of_one_name_copies_nothing():
    assert thresholds_of([("backup", [TEXT])] * LEAST).run == RUN_WITHIN[0]


@pytest.fixture
def golden(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    kinds = {
        "log": "log",
        "made": "synthetic",
        "sealed": "log",
        "aside": "log",
        "wrong": "log",
        "unseen": "log",
        "guess": "log",
    }
    queries = [
        Query(id=name, text=f"{name} question", origin=origin, aside="junk" if name == "aside" else None)
        for name, origin in kinds.items()
    ]
    judgments = [
        Judgment(
            query=name,
            chunk="gone" if name == "unseen" else "c",
            grade=1 if name == "wrong" else 3,
            status="proposed" if name == "guess" else "decided",
            source="log" if name == "guess" else "human",
            by="ana",
            at=AT,
        )
        for name in kinds
    ]
    enroll(golden, queries, judgments, [Chunk(id="c", text=TEXT)])
    golden.append("split.jsonl", [SplitLine(query="sealed", side="core", at=AT, why="freeze core")])
    return golden


def test_only_log_questions_of_dev_with_a_relevant_text_are_gone_by(golden):
    assert [(query.id, texts) for query, texts in log_pairs(read_golden(golden))] == [("log", [TEXT])]


def test_limits_are_numbers_that_json_carries():
    assert canonical.encode(thresholds_of([("a b", ["a b c"])] * LEAST))
