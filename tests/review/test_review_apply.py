"""Applying recorded verdicts: what is taken, that twice is once, and that a wrong file changes nothing."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

from goldkit.errors import DataError, GoldkitError, UsageError
from goldkit.records import Chunk, SplitLine
from goldkit.review.apply import apply_verdicts
from goldkit.review.session import Session
from goldkit.sets.golden import read_golden

NOW = "2026-12-02T00:00:00Z"


def lines(path, *values):
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), encoding="utf-8")
    return path


def put(golden, path, *values, judge="ana", now=NOW, **options):
    return apply_verdicts(golden, lines(path, *values), judge, now, **options)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "verdicts.jsonl"


def test_the_least_that_a_line_must_say(golden, file):
    done = put(golden, file, {"query": "hot", "chunk": "kiln#1", "grade": 3})
    line = golden.judgments()[-1]
    assert (line.status, line.source, line.by, line.at, line.grade) == ("decided", "human", "ana", NOW, 3)
    assert line.text_sha256 == {c.id: c.sha256 for c in golden.chunks()}["kiln#1"]
    assert (done.applied, done.known, done.judges) == (1, 0, {"ana": 1})


def test_a_question_may_be_named_by_its_words_or_an_alias(golden, file):
    aliased = {"hot": ("q-17",)}
    golden.rewrite_queries(lambda found: [replace(q, aliases=aliased.get(q.id, ())) for q in found.values()])
    put(
        golden, file,
        {"text": "How hot does the KILN get", "chunk": "kiln#1", "grade": 3},
        {"query": "q-17", "chunk": "glaze", "grade": 0},
        {"text": "what is glaze mixed with?", "context": "how hot does the kiln get?", "chunk": "glaze", "grade": 2.0},
    )  # fmt: skip
    assert [(j.query, j.grade) for j in golden.judgments()[-3:]] == [("hot", 3), ("hot", 0), ("mix", 2)]


def test_twice_is_once(golden, file):
    values = [
        {"query": "hot", "chunk": "kiln#1", "grade": 3, "note": "exact"},
        {"query": "hot", "chunk": "glaze", "grade": 0, "by": "ben", "at": "2026-11-01T00:00:00Z"},
        {"query": "hot", "chunk": "glaze", "grade": 1, "by": "ben", "at": "2026-11-02T00:00:00Z"},
        {"query": "mix", "chunk": "glaze", "grade": 1},
        {"query": "mix", "chunk": "glaze", "grade": 2},
        {"query": "rest", "chunk": "clay", "grade": None, "reason": "cannot-judge"},
    ]
    first = put(golden, file, *values)
    assert (first.applied, first.known, first.superseded) == (5, 0, 1)
    before = (golden.path / "judgments.jsonl").read_bytes()
    second = put(golden, file, *values, now="2027-01-01T00:00:00Z")
    assert (second.applied, second.known, second.superseded) == (0, 5, 1)
    assert (golden.path / "judgments.jsonl").read_bytes() == before
    labels = read_golden(golden).folded.labels
    assert (labels["hot"]["glaze"].grade, labels["mix"]["glaze"].grade) == (1, 2)


def test_a_line_without_a_time_outranks_what_its_judge_said_before(golden, file):
    Session(golden, "ana", lambda: "2030-01-01T00:00:00Z").key("3", Session(golden, "ana", lambda: NOW).next())
    put(golden, file, {"query": "hot", "chunk": "kiln#1", "grade": 0})
    assert read_golden(golden).folded.labels["hot"]["kiln#1"].grade == 0


def test_a_text_that_changed_since_does_not_make_a_verdict_new(golden, file):
    value = {"query": "hot", "chunk": "kiln#1", "grade": 3}
    put(golden, file, value)
    edited = [Chunk(id="kiln#1", text="edited", sha256="e")]
    assert put(golden, file, value, corpus=edited).applied == 0
    told = put(golden, file, {**value, "text_sha256": "0" * 64}, corpus=edited)
    assert (told.applied, told.other_texts) == (1, 1)


def test_a_chunk_of_the_corpus_is_stored_with_the_verdict(golden, file):
    corpus = [Chunk(id="new", text="new text", sha256="n"), Chunk(id="unused", text="u", sha256="u")]
    done = put(golden, file, {"query": "hot", "chunk": "new", "grade": 2}, corpus=corpus)
    assert done.new_texts == 1
    assert "unused" not in {chunk.id for chunk in golden.chunks()}
    assert golden.judgments()[-1].text_sha256 == "n"


def test_whole_numbers_name_what_their_digits_name(golden, file):
    put(golden, file, {"query": "hot", "chunk": 7, "grade": 2}, corpus=[Chunk(id="7", text="seven", sha256="s")])
    assert golden.judgments()[-1].chunk == "7"


def test_compression_and_a_byte_order_mark_make_no_difference(golden, tmp_path):
    path = tmp_path / "v.jsonl.gz"
    path.write_bytes(gzip.compress(b'\xef\xbb\xbf{"query":"hot","chunk":"kiln#1","grade":3}\r\n\r\n'))
    assert apply_verdicts(golden, path, "ana", NOW).applied == 1


BAD = [
    ({"chunk": "kiln#1", "grade": 3}, "query"),
    ({"query": "nope", "chunk": "kiln#1", "grade": 3}, "the query 'nope'"),
    ({"query": " HOT", "chunk": "kiln#1", "grade": 3}, "Did you mean 'hot'?"),
    ({"query": ["hot"], "chunk": "kiln#1", "grade": 3}, "query"),
    ({"text": "never asked", "chunk": "kiln#1", "grade": 3}, "never asked"),
    ({"query": "hot", "text": "how long does clay rest", "chunk": "kiln#1", "grade": 3}, "'rest'"),
    ({"query": "hot", "grade": 3}, "chunk"),
    ({"query": "hot", "chunk": "kiln#1 ", "grade": 3}, "Did you mean 'kiln#1'?"),
    ({"query": "hot", "chunk": "unheard of", "grade": 3}, "--corpus"),
    ({"query": "hot", "chunk": None, "grade": 3}, "null"),
    ({"query": "hot", "chunk": "kiln#1"}, "no grade"),
    ({"query": "hot", "chunk": "kiln#1", "grade": None}, "without a reason"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 4}, "grade 4"),
    ({"query": "hot", "chunk": "kiln#1", "grade": -1}, "grade -1"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 2.5}, "grade 2.5"),
    ({"query": "hot", "chunk": "kiln#1", "grade": True}, "grade True"),
    ({"query": "hot", "chunk": "kiln#1", "grade": "3"}, "grade '3'"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 3, "noet": "typo"}, "Did you mean 'note'?"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 3, "by": 7}, "by"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 3, "by": " "}, "empty judge"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 3, "at": "yesterday"}, "ISO 8601"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 3, "status": "derived"}, "derived"),
    ({"query": "hot", "chunk": "kiln#1", "grade": 3, "source": "llm"}, "only people and imports decide"),
    ("just words", "a JSON object"),
    ([], "a JSON object"),
]


@pytest.mark.parametrize(("value", "said"), BAD)
def test_a_wrong_line_is_named_and_nothing_is_applied(golden, file, value, said):
    before = (golden.path / "judgments.jsonl").read_bytes()
    with pytest.raises(DataError) as caught:
        put(golden, file, {"query": "hot", "chunk": "glaze", "grade": 0}, value)
    assert f"{file}:2:" in str(caught.value)
    assert said in str(caught.value)
    assert (golden.path / "judgments.jsonl").read_bytes() == before


def test_a_word_on_a_frozen_query_is_taken_and_counted_apart(golden, file):
    line = {"query": "rest", "chunk": "clay", "grade": 3, "by": "ana", "at": NOW}
    put(golden, file, line)
    golden.append("split.jsonl", [SplitLine(query="rest", at=NOW, why="freeze core", side="core")])
    assert put(golden, file, line).known == 1
    assert put(golden, file, line).held_out == {}
    assert put(golden, file, line | {"grade": 0}).held_out == {"core": 1}


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_lines(golden, file):
    file.write_text('{"query":"hot","chunk":"kiln#1","grade":9}\n{"query"\n{"query":"x","chunk":"kiln#1","grade":1}\n')
    with pytest.raises(DataError) as caught:
        apply_verdicts(golden, file, "ana", NOW)
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3]


@pytest.mark.parametrize(
    "content",
    [b"", b"\n\n", b"\x00\x01\x02\xff\xfe", b"\x89PNG\r\n\x1a\n", b'{"query":"hot","chu', b"[" * 100_000, b'{"query":"\xff"}\n',
     gzip.compress(b'{"query":"hot","chunk":"kiln#1","grade":3}\n' * 99)[:40]],
)  # fmt: skip
def test_a_file_that_holds_something_else_is_refused(golden, file, content):
    file.write_bytes(content)
    with pytest.raises(DataError, match=r"verdicts\.jsonl"):
        apply_verdicts(golden, file, "ana", NOW)


def test_no_file_and_a_folder_are_refused(golden, tmp_path):
    with pytest.raises(UsageError):
        apply_verdicts(golden, tmp_path / "missing.jsonl", "ana", NOW)
    with pytest.raises(GoldkitError):
        apply_verdicts(golden, tmp_path, "ana", NOW)


def test_the_set_s_own_lines_apply_to_another_copy_of_it(golden, tmp_path, file):
    session = Session(golden, "ana", lambda: NOW)
    session.key("3", session.next())
    session.undo()
    session.key("2", session.next())
    file.write_bytes((golden.path / "judgments.jsonl").read_bytes())
    done = apply_verdicts(golden, file, "ben", NOW)
    assert (done.applied, done.known) == (0, len(golden.judgments()))
