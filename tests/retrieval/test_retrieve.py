"""A run written, begun anew or gone on with; what is in the file and what is refused."""

import json
import os

import pytest

from goldkit.errors import DataError, IncompleteError, UsageError
from goldkit.retrieval.failure import Failure
from goldkit.retrieval.part import open_part
from goldkit.retrieval.retrieve import retrieve
from goldkit.sets.runs import read_run


def fine(question, attempt):
    return [(f"{question.id}/a", 2.0), (f"{question.id}/b", 1.0)]


def broken(*names):
    def answer(question, attempt):
        if question.id in names:
            raise Failure("the index is away")
        return fine(question, attempt)

    return answer


def test_the_run_is_one_that_score_reads(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    result = retrieve(scripted(broken("q01")), asked(3, digest="abc"), path, request_of(models=["m1"], commit="c0ffee"))
    run = read_run(path)
    assert run.rankings == {"q00": ("q00/a", "q00/b"), "q02": ("q02/a", "q02/b")}
    assert run.failed == result.failed == {"q01": "the index is away"}
    assert run.scores["q00"] == (2.0, 1.0)
    fingerprint = asked(3).fingerprint
    assert run.header == {
        "name": "words",
        "pipeline": "scripted",
        "models": ["m1"],
        "k": 3,
        "commit": "c0ffee",
        "at": "2026-12-01T10:00:00Z",
        "set": {"name": "dev", "digest": "abc", "questions": fingerprint},
    }


def test_the_same_bytes_whatever_the_order_of_the_answers(scripted, asked, request_of, tmp_path):
    written = []
    for concurrency in (1, 7):
        path = tmp_path / f"run{concurrency}.jsonl"
        retrieve(scripted(fine), asked(20), path, request_of(concurrency=concurrency))
        written.append(path.read_bytes())
    assert written[0] == written[1]


def test_latency_is_in_the_first_line_where_it_may_differ(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    result = retrieve(scripted(fine), asked(5), path, request_of(timed=True))
    assert read_run(path).header["latency_ms"] == result.latency
    assert result.latency["p95"] >= result.latency["p50"] > 0


def test_cut_and_empty_rankings_are_counted(scripted, asked, request_of, tmp_path):
    pipeline = scripted(lambda question, attempt: [] if question.id == "q00" else list("abcdef"))
    result = retrieve(pipeline, asked(3), tmp_path / "run.jsonl", request_of())
    assert (result.cut, result.empty, result.failed) == (2, 1, {})
    assert read_run(tmp_path / "run.jsonl").rankings["q00"] == ()


class Stop(BaseException):
    """As if the process had been killed."""


def stopped(after):
    left = [after]

    def answer(question, attempt):
        left[0] -= 1
        if left[0] < 0:
            raise Stop
        return fine(question, attempt)

    return answer


def interrupted(scripted, asked, request, path, after=3):
    with pytest.raises(BaseException):  # noqa: B017  # the group that holds the Stop, or the Stop itself
        retrieve(scripted(stopped(after)), asked(8), path, request)
    return path.with_name(path.name + ".part")


def test_what_was_interrupted_goes_on_and_gives_the_same_bytes(scripted, asked, request_of, tmp_path):
    retrieve(scripted(fine), asked(8), tmp_path / "whole.jsonl", request_of())
    path = tmp_path / "run.jsonl"
    part = interrupted(scripted, asked, request_of(concurrency=1), path)
    assert not path.exists()
    with part.open("ab") as stream:
        stream.write(b'{"query":"q03","chu')  # torn by the crash
    pipeline = scripted(fine)
    result = retrieve(pipeline, asked(8), path, request_of())
    assert sorted(pipeline.asked) == ["q03", "q04", "q05", "q06", "q07"]
    assert result.kept == 3
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not part.exists()


def test_interrupted_twice_with_a_torn_line_between(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    part = interrupted(scripted, asked, request_of(concurrency=1), path)
    with part.open("ab") as stream:
        stream.write(b'{"query":"q03","chu')
    interrupted(scripted, asked, request_of(concurrency=1), path, after=2)
    pipeline = scripted(fine)
    assert retrieve(pipeline, asked(8), path, request_of()).kept == 5
    assert sorted(pipeline.asked) == ["q05", "q06", "q07"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"k": 9}, "k 3, now 9"),
        ({"commit": "c0ffee"}, 'commit none, now "c0ffee"'),
        ({"count": 9}, "questions "),
        ({"settings": {"body": "x"}}, 'settings {}, now {"body":"x"}'),
    ],
)
def test_another_run_does_not_go_on_there(scripted, asked, request_of, tmp_path, change, words):
    path = tmp_path / "run.jsonl"
    part = interrupted(scripted, asked, request_of(concurrency=1), path)
    before = part.read_bytes()
    count, settings = change.pop("count", 8), change.pop("settings", {})
    with pytest.raises(UsageError) as caught:
        retrieve(scripted(fine, settings), asked(count), path, request_of(**change))
    assert words in str(caught.value)
    assert "--restart" in str(caught.value)
    assert part.read_bytes() == before
    pipeline = scripted(fine, settings)
    retrieve(pipeline, asked(count), path, request_of(restart=True, **change))
    assert len(pipeline.asked) == count


def test_failed_queries_alone_are_asked_again(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    retrieve(scripted(broken("q01", "q03")), asked(5), path, request_of())
    pipeline = scripted(broken("q03"))
    assert retrieve(pipeline, asked(5), path, request_of()).failed == {"q03": "the index is away"}
    assert sorted(pipeline.asked) == ["q01", "q03"]
    assert retrieve(scripted(fine), asked(5), path, request_of()).failed == {}
    assert [entry.name for entry in tmp_path.iterdir()] == ["run.jsonl"]


def test_a_part_without_an_answer_gives_way(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    retrieve(scripted(broken("q00", "q01")), asked(2), path, request_of())
    assert (tmp_path / "run.jsonl.part").exists()
    assert retrieve(scripted(fine), asked(3), path, request_of(k=9)).failed == {}
    assert len(read_run(path).rankings) == 3


def test_two_at_once_do_not_write_one_part(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    with open_part(path, {}, restart=False) as part:
        before = part.path.read_bytes()
        with pytest.raises(UsageError, match="another goldkit retrieve"):
            retrieve(scripted(fine), asked(), path, request_of(restart=True))
        assert part.path.read_bytes() == before


@pytest.mark.parametrize("text", ['{"query":"q00","chunks":["a"]}\n', "hello\n", "hello", "[1]\n"])
def test_what_is_no_part_is_left_alone(scripted, asked, request_of, tmp_path, text):
    part = tmp_path / "run.jsonl.part"
    part.write_text(text)
    with pytest.raises(DataError, match="no part of a run"):
        retrieve(scripted(fine), asked(), tmp_path / "run.jsonl", request_of())
    assert part.read_text() == text


def test_a_broken_line_within_a_part_is_named(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    part = interrupted(scripted, asked, request_of(concurrency=1), path)
    part.write_bytes(part.read_bytes().replace(b'"query":"q01"', b'"query":11111'))
    with pytest.raises(DataError, match=r"run.jsonl.part:3: .*--restart"):
        retrieve(scripted(fine), asked(8), path, request_of())


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("queries.jsonl", '{"id":"q1","text":"why?"}\n', "exists and is no run"),
        ("judgments.jsonl", '{"query":"q1","chunk":"c","grade":3}\n', "exists and is no run"),
        ("notes.txt", "dear diary\n", "exists and is no run"),
        ("run.jsonl.gz", "", "leave .gz out"),
        ("nowhere/run.jsonl", None, "no folder"),
    ],
)
def test_nothing_else_is_overwritten(scripted, asked, request_of, tmp_path, name, text, words):
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    pipeline = scripted(fine)
    with pytest.raises(UsageError, match=words):
        retrieve(pipeline, asked(), path, request_of())
    assert not pipeline.asked
    assert text is None or path.read_text() == text


def test_a_run_is(scripted, asked, request_of, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text('{"query":"q9","failed":"x"}\n')
    retrieve(scripted(fine), asked(2), path, request_of())
    assert json.loads(path.read_text().splitlines()[1])["query"] == "q00"


def test_progress_is_told_with_each_outcome(scripted, asked, request_of, tmp_path):
    told = []
    retrieve(scripted(broken("q01")), asked(3), tmp_path / "run.jsonl", request_of(concurrency=1), told.append)
    assert [(step.done, step.queries, step.failed) for step in told] == [
        (1, 3, ""),
        (2, 3, "the index is away"),
        (3, 3, ""),
    ]


def test_a_full_disk_is_said_as_one_and_what_is_there_goes_on(scripted, asked, request_of, tmp_path, monkeypatch):
    path = tmp_path / "run.jsonl"
    part = tmp_path / "run.jsonl.part"
    write, room = os.write, 1000

    def full(handle, data):
        return write(handle, data[: max(0, room - os.fstat(handle).st_size)])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(IncompleteError, match=r"run.jsonl.part: the disk is full"):
        retrieve(scripted(fine), asked(30), path, request_of())
    assert part.stat().st_size == room
    monkeypatch.undo()
    result = retrieve(scripted(fine), asked(30), path, request_of())
    assert 0 < result.kept < 30
    assert len(read_run(path).rankings) == 30
