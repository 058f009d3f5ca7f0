"""The golden directory on disk: what survives, what is refused, what a crash or a neighbour can do."""

import json
import multiprocessing
from dataclasses import replace

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.records import Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory
from goldkit.store.settings import Settings


@pytest.fixture
def golden(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    return golden


def judgment(n: int, by: str = "ana") -> Judgment:
    return Judgment(
        query=f"q{n}", chunk="c", grade=3, status="decided", source="human", by=by, at="2026-12-01T10:00:00Z"
    )


def test_a_new_directory_holds_its_settings_and_what_git_needs(golden):
    assert json.loads((golden.path / "goldkit.json").read_text()) == {
        "format": 1,
        "scale": {"max": 3, "relevant_from": 2},
        "primary": "recall",
        "margin": 0.02,
        "look_budget": 10,
    }
    assert ".salt" in (golden.path / ".gitignore").read_text().split()
    assert "judgments.jsonl merge=union" in (golden.path / ".gitattributes").read_text()
    assert golden.settings == Settings()


def test_no_directory_and_a_file_in_its_place(tmp_path):
    with pytest.raises(UsageError, match="no golden directory here"):
        GoldenDirectory.open(tmp_path / "none")
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="a file, not a golden directory"):
        GoldenDirectory(tmp_path / "file").create()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"format":2}', "format 2"),
        ("[]", "Expected `object`|list"),
        ("{", "truncated"),
        ('{"look_budget":"ten"}', "look_budget"),
        ("[" * 100_000, "recursion|nested"),
    ],
)
def test_settings_that_are_none_are_refused_by_name(golden, text, found):
    (golden.path / "goldkit.json").write_text(text)
    with pytest.raises(DataError, match=rf"(?s)goldkit\.json: found .*({found})"):
        GoldenDirectory.open(golden.path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"scale":{"max":0}}', "scale.max 0"),
        ('{"scale":{"max":1,"relevant_from":2}}', "scale.relevant_from 2"),
        ('{"scale":{"relevant_from":0}}', "scale.relevant_from 0"),
        ('{"margin":-0.1}', "margin -0.1"),
        ('{"look_budget":0}', "look_budget 0"),
        ('{"k":0}', "k 0"),
    ],
)
def test_settings_out_of_range_are_refused_by_name(golden, text, found):
    (golden.path / "goldkit.json").write_text(text)
    with pytest.raises(DataError, match=rf"goldkit\.json: found {found}; expected"):
        GoldenDirectory.open(golden.path)


def test_what_a_killed_process_left_half_written_goes(golden):
    (golden.path / ".queries.jsonl.4711.tmp").write_text('{"id"')
    golden.append("judgments.jsonl", [])
    assert sorted(path.name for path in golden.path.iterdir()) == [
        ".gitattributes",
        ".gitignore",
        ".lock",
        "goldkit.json",
    ]


def test_unknown_fields_survive_a_rewrite(golden):
    (golden.path / "queries.jsonl").write_text(
        '\ufeff{"id":"b","text":"two","mine":[1,{"z":1,"a":2}]}\r\n\r\n{"text":"one","id":"a"}'
    )
    golden.rewrite_queries(lambda present: [*present.values(), Query(id="c", text="three")])
    assert (golden.path / "queries.jsonl").read_text() == (
        '{"id":"a","text":"one"}\n{"id":"b","text":"two","mine":[1,{"a":2,"z":1}]}\n{"id":"c","text":"three"}\n'
    )
    (golden.path / "chunks.jsonl").write_text('{"id":"x","text":"t","page":7}\n')
    golden.add_chunks([Chunk(id="y", text="")])
    assert [chunk.unknown for chunk in golden.chunks()] == [{"page": 7}, {}]


def test_compressed_files_in_a_golden_directory_are_read(golden):
    import gzip

    (golden.path / "judgments.jsonl").write_bytes(
        gzip.compress(b'{"query":"q","chunk":"c","grade":3,"status":"decided","source":"human","by":"a","at":"t"}\n')
    )
    assert len(golden.judgments()) == 1


def test_one_id_may_have_several_texts_each_stored_once(golden):
    assert golden.add_chunks([Chunk(id="x", text="old"), Chunk(id="x", text="new"), Chunk(id="x", text="old")]) == 2
    assert golden.add_chunks([Chunk(id="x", text="new")]) == 0
    assert {chunk.text for chunk in golden.chunks()} == {"old", "new"}


def test_two_queries_of_one_id_are_an_error_with_both_lines(golden):
    (golden.path / "queries.jsonl").write_text('{"id":"a","text":"1"}\n{"id":"b","text":"2"}\n{"id":"a","text":"3"}\n')
    with pytest.raises(DataError, match=r"queries\.jsonl:3: found a query id again \(first on line 1\): 'a'"):
        golden.queries()


def test_a_torn_last_line_is_reported_skipped_and_cut(golden):
    golden.append("judgments.jsonl", [judgment(1)])
    with (golden.path / "judgments.jsonl").open("ab") as stream:
        stream.write(b'{"query":"q2","chu')
    assert len(golden.judgments()) == len(golden.judgments()) == 1
    assert len(golden.notices) == 1, "said once, however often the file is read"
    assert "judgments.jsonl:2" in golden.notices[0] and '{"query":"q2","chu' in golden.notices[0]
    golden.append("judgments.jsonl", [judgment(3)])
    assert [line.query for line in golden.judgments()] == ["q1", "q3"]
    assert "was cut" in golden.notices[1]


def test_a_last_line_that_is_json_but_no_record_is_an_error_for_no_append_would_cut_it(golden):
    (golden.path / "judgments.jsonl").write_text('{"query":"q1"}')
    with pytest.raises(DataError, match="chunk"):
        golden.judgments()
    assert golden.notices == []


def test_a_bad_line_in_the_middle_is_an_error_not_a_torn_line(golden):
    (golden.path / "judgments.jsonl").write_text('{"query":"q1"}\n{"torn\n')
    with pytest.raises(DataError) as caught:
        golden.judgments()
    assert [problem.line for problem in caught.value.problems] == [1, 2]


def test_the_salt_is_made_once_and_overridden_by_the_environment(golden, monkeypatch):
    monkeypatch.delenv("GOLDKIT_SALT", raising=False)
    assert golden.salt() == golden.salt() == (golden.path / ".salt").read_text()
    for odd in ("sälz".encode("latin-1"), b"", b"\n"):
        (golden.path / ".salt").write_bytes(odd)
        assert golden.salt() == golden.salt() != ""
    monkeypatch.setenv("GOLDKIT_SALT", "ours")
    assert golden.salt() == "ours"


def test_settings_are_rewritten_with_what_others_put_there(golden):
    (golden.path / "goldkit.json").write_text('{"format":1,"theirs":1}')
    golden.write_settings(replace(golden.settings, k=5))
    assert json.loads((golden.path / "goldkit.json").read_text())["theirs"] == 1
    assert golden.settings.k == 5


def _work(path: str, name: str) -> None:
    golden = GoldenDirectory(path)
    for n in range(15):
        golden.rewrite_queries(lambda present, n=n: [*present.values(), Query(id=f"{name}-{n}", text="?")])
        golden.append("judgments.jsonl", [judgment(n, name)])
        golden.add_chunks([Chunk(id=f"{name}-{n}", text="t")])


def test_rewrites_under_concurrent_appends_lose_nothing(golden):
    workers = [
        multiprocessing.get_context("spawn").Process(target=_work, args=(str(golden.path), f"w{n}")) for n in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(golden.queries()) == len(golden.judgments()) == len(golden.chunks()) == 60
    assert sorted({line.by for line in golden.judgments()}) == ["w0", "w1", "w2", "w3"]
