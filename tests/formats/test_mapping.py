import gzip
import json

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.formats.mapping import read_mapping
from goldkit.formats.options import ReadOptions

PLAIN = ReadOptions()


def labels(path, options=PLAIN):
    found = read_mapping(path, options)
    return [
        (item.query.id, item.query.text, {label.chunk: label.grade for label in item.labels}) for item in found.queries
    ]


def refused(path, options=PLAIN) -> DataError:
    with pytest.raises(DataError) as caught:
        read_mapping(path, options)
    return caught.value


@pytest.mark.parametrize("indent", [None, 1])
def test_question_to_chunks(tmp_path, indent):
    path = tmp_path / "m.json"
    path.write_text(
        json.dumps({"how do I …?": ["a/b#1", 2, "c 3"], "warum?": {"é": 3, "d": 0}, "none?": []}, indent=indent)
    )
    assert labels(path) == [
        ("", "how do I …?", {"a/b#1": None, "2": None, "c 3": None}),
        ("", "warum?", {"é": 3, "d": 0}),
        ("", "none?", {}),
    ]


def test_ids_in_place_of_questions(tmp_path):
    path, queries = tmp_path / "m.json", tmp_path / "q.jsonl"
    path.write_text('{"q1": ["c1"], "q2": ["c2"]}')
    assert "--queries FILE" in str(refused(path))
    queries.write_text('{"_id":"q1","text":"why?"}\n')
    options = ReadOptions(queries=queries)
    assert "in the entry 'q2' the query id 'q2', which the file of queries has not" in str(refused(path, options))
    queries.write_text("q1\twhy?\nq2\thow?\n")
    named = [("q1", "why?", {"c1": None}), ("q2", "how?", {"c2": None})]
    assert labels(path, options) == named
    path.write_text('{"query":"q1","chunks":["c1"]}\n{"query":"q2","chunks":["c2"]}\n')
    assert labels(path, options) == named
    path.write_text("query,chunk\nq1,c1\nq2,c2\n")
    assert labels(path, options) == named
    path.write_text("query,chunk\nq1,c1\nq3,c2\n")
    assert "m.json:3: found the query id 'q3'" in str(refused(path, options))


@pytest.mark.parametrize("lines", [True, False])
def test_objects(tmp_path, lines):
    rows = [
        {
            "question": "one?",
            "chunk_ids": ["a", "b"],
            "grades": [3, "1.0"],
            "tags": ["exact"],
            "answer": "yes",
            "team": "x",
        },
        {"query": "two?", "chunks": "a b", "grade": 2, "id": 7},
        {"query": "three?", "chunks": ["a"], "grades": {"a": 2, "z": 0}},
        {"query": "four?", "chunks": {"a": 1}},
        {"query": "one?", "chunks": ["a", "c"], "grades": [3, 2], "tags": "vague"},
    ]
    path = tmp_path / "m"
    path.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(rows, indent=1))
    assert labels(path) == [
        ("", "one?", {"a": 3, "b": 1, "c": 2}),
        ("7", "two?", {"a b": 2}),
        ("", "three?", {"a": 2, "z": 0}),
        ("", "four?", {"a": 1}),
    ]
    found = read_mapping(path, PLAIN)
    first = found.queries[0].query
    assert (first.tags, first.answer, first.metadata, first.origin) == (
        ("exact", "vague"),
        "yes",
        {"team": "x"},
        "import",
    )
    assert found.losses.repeated == 1


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_csv_one_pair_a_row(tmp_path, pack):
    path = tmp_path / "m.csv"
    text = '\ufeffQuery,Chunk,Grade,Id,team\r\n"a, ""b""?",c 1,3,,x\r\n\r\n"a, ""b""?",c;2,0,,\r\nünï?,c1,2,7,\r\n'
    path.write_bytes(pack(text.encode()))
    assert labels(path) == [("", 'a, "b"?', {"c 1": 3, "c;2": 0}), ("7", "ünï?", {"c1": 2})]
    assert read_mapping(path, PLAIN).notes == (
        "`;` or `|` in 1 chunk id: name the column `chunks` to have them taken apart",
    )


@pytest.mark.parametrize("tab", ["\t", ",", ";"])
def test_joined_chunks(tmp_path, tab):
    path = tmp_path / "m"
    separator = "|" if tab == ";" else ";"
    path.write_text(f"question{tab}chunks{tab}tags\nwhy?{tab}a{separator} b c{tab}x\nstar?{tab}{tab}\n")
    assert labels(path) == [("", "why?", {"a": None, "b c": None}), ("", "star?", {})]


def test_every_bad_row_of_a_table(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(
        'query,chunk,grade\na?,b\na?,b,x\n,b,1\na?,,1\na?,b,1\na?,b,2\n"x\ny?",b,0.5\na?,b,1,2\na?,b,"1"2\n'
    )
    assert sorted(problem.line for problem in refused(path).problems) == [2, 3, 4, 5, 7, 8, 10, 11]


@pytest.mark.parametrize(
    "content, byte",
    [
        ("query,chunk\ncaf\xe9?,c\n".encode("latin-1"), "0xe9 at byte 16"),
        ("query,chunk\n".encode("utf-16"), "found UTF-16; expected UTF-8"),
    ],
)
def test_other_encodings_are_refused_with_the_byte(tmp_path, content, byte):
    path = tmp_path / "m.csv"
    path.write_bytes(content)
    assert byte in str(refused(path))


def test_every_bad_object(tmp_path):
    path = tmp_path / "m.jsonl"
    rows = [
        '{"query":"a?","chunks":["c"]}',
        '{"q":"a?"}',
        '{"query":5}',
        '{"query":" "}',
        '{"query":"b?","chunks":[1.5]}',
        "{",
    ]
    rows += [
        '{"query":"a?","chunks":["c"],"grade":2}',
        '{"query":"b?","chunks":["c"],"grades":[1,2]}',
        '{"query":"b?","grade":1}',
    ]
    rows += [
        '{"query":"b?","chunks":["c"],"tags":5}',
        '{"query":"b?","chunks":[{"id":"c"}]}',
        '{"query":"b?","answer":5}',
        "[1]",
    ]
    rows += ['{"query":"one?","id":"7"}', '{"query":"two?","id":7}']
    path.write_text("\n".join(rows))
    lines = sorted(problem.line for problem in refused(path).problems)
    assert lines == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15]


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}", b"[]", b"\x00\x01\xff", b"query,chunk\n", b"a,a\n1,2\n", b"words", b"7"]
)
def test_what_holds_no_question(tmp_path, content):
    path = tmp_path / "m"
    path.write_bytes(content)
    assert str(path) in str(refused(path))


def test_missing_directory_truncated(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read_mapping(tmp_path / "nope", PLAIN)
    assert "a directory" in str(refused(tmp_path))
    path = tmp_path / "m.gz"
    path.write_bytes(gzip.compress(b'{"a b?": ["c"]}')[:-9])
    assert "broken gzip" in str(refused(path))
