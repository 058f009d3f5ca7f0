"""Log files with every kind of dirt: what can be read is read, the rest is counted with its first line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from goldkit.errors import DataError, UsageError
from goldkit.logs.catalogue import LOG_READERS, reader_for
from goldkit.logs.find import log_files
from goldkit.logs.log_file import LogFile, first_records

RECORD = {"user_query": "why?", "query_id": "1"}
LINE = json.dumps(RECORD).encode()


def unused(file: LogFile) -> dict[str, tuple[int, int]]:
    return {reason.reason: (reason.count, reason.first_line) for reason in file.tally.unused}


def test_bad_lines_are_counted_with_the_first_of_their_kind(tmp_path: Path) -> None:
    path = tmp_path / "dirty.jsonl"
    lines = [LINE, b"", b"not json", b"null", b"[1]", b"\xff\xfe", b"{oops}", b'"text"', LINE, b'{"torn": ']
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines))
    file = LogFile(path, 0, "b")
    assert [line for line, _ in file.records()] == [1, 9]
    assert unused(file) == {
        "no JSON": (2, 3),
        "JSON, but no object": (2, 5),
        "null": (1, 4),
        "bytes that are not UTF-8": (1, 6),
        "a torn last line": (1, 10),
    }


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
def test_compression_is_told_by_content(tmp_path: Path, pack: object) -> None:
    path = tmp_path / "log"
    path.write_bytes(pack(LINE + b"\n"))  # type: ignore[operator]
    assert [value for _, value in LogFile(path, 0, "b").records()] == [RECORD]


@pytest.mark.parametrize("text", [json.dumps([RECORD, RECORD]), json.dumps([RECORD, RECORD], indent=1)])
def test_a_json_list_gives_its_items(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.json"
    path.write_text(text)
    assert list(LogFile(path, 0, "b").records()) == [(1, RECORD), (2, RECORD)]


def test_one_object_over_several_lines_is_one_record(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(RECORD, indent=2))
    assert list(LogFile(path, 0, "b").records()) == [(1, RECORD)]


@pytest.mark.parametrize("text", ['""', '""\n', '""\n\n', '"', '"\n'])
def test_a_file_of_quotes_alone_is_no_log(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    with pytest.raises(DataError, match="no record in it"):
        reader_for(path, None, {})


def test_a_torn_first_line_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"cut": \n' + LINE + b"\n")
    file = LogFile(path, 0, "b")
    assert [line for line, _ in file.records()] == [2]
    assert unused(file) == {"no JSON": (1, 1)}


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "file: found an empty file"),
        (b" \n\n", "white space alone"),
        (b"\x00\x01\x02\xff" * 50, "no record in it: bytes that are no text in UTF-8"),
        (2 * (json.dumps(RECORD) + "\n").encode("utf-16-le"), "no text in UTF-8.*save the file as UTF-8"),
        (b"# a readme\n", "no record in it: text that is neither JSON nor a table"),
        (b"\xef\xbb\xbf\n<!DOCTYPE html>\n<p>502</p>", "file:2: found no record in it: HTML or XML.*export again"),
        (b"[1, 2]", "no record in it: a JSON list without an object in it"),
        (b"[]", "no record in it: an empty JSON list"),
        (b"null", "no record in it: one JSON value that is no object"),
        (b"[1]\n[2]\n", "no record in it: JSON lines without an object"),
        (b'{"a": x}', "no record in it: JSON that is broken"),
        (b"[" * 100_000 + b"]" * 100_000, "no record in it: JSON nested too deeply"),
        (json.dumps(json.dumps([RECORD])).encode(), "no record in it: JSON inside one JSON string.*Unpack"),
        (json.dumps(RECORD).encode()[:-5], "file:1: found no record in it: JSON that ends too early.*cut off"),
        (b"\n" + json.dumps([RECORD]).encode()[:-5], "file:2: found no record in it: JSON that ends too early"),
        (json.dumps(RECORD, indent=2).encode()[:-2], r"file:\d+: found no record in it: JSON that ends too early"),
        (json.dumps({"data": [RECORD]}, indent=2).encode()[:-9], r"file:\d+: found no record in it: JSON that ends"),
    ],
)
def test_what_is_no_log_is_refused(tmp_path: Path, data: bytes, found: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert first_records(path) == []
    with pytest.raises(DataError, match=found):
        reader_for(path, None, {})


def test_records_of_no_known_system_name_what_was_tried_and_the_cure(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text('{"frage": "warum?", "stellen": []}\n')
    with pytest.raises(DataError) as caught:
        reader_for(path, None, {})
    assert all(
        part in str(caught.value)
        for part in (str(path), "frage, stellen", "ubi (", "openinference (", "--format", "--map query=")
    )


def test_formats_and_maps_that_do_not_fit_are_wrong_usage(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text('{"a": 1}\n')
    for name, mapping in (("nosuch", {}), (None, {"qery": "a"}), (None, {"chunks": "a"}), ("jsonl", {})):
        with pytest.raises(UsageError):
            reader_for(path, name, mapping)
    assert reader_for(path, "ubi", {}) is LOG_READERS["ubi"]


def test_folders_are_walked_in_order_and_hidden_files_passed_over(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a/z.jsonl", ".hidden", ".git/x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    named = tmp_path / "b.jsonl"
    assert log_files([tmp_path, named]) == [(tmp_path / "a/z.jsonl", True), (named, False)]
    with pytest.raises(UsageError, match="no such file"):
        log_files([tmp_path / "gone"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="without files"):
        log_files([tmp_path / "empty"])
