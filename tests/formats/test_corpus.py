import gzip
import json
import os
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.files.canonical import line as json_line
from goldkit.files.canonical import sha256_text
from goldkit.formats.corpus import read_corpus
from goldkit.records import Chunk

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def refused(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        list(read_corpus(path))
    return str(caught.value)


@pytest.mark.parametrize("id_key", ["_id", "id", "chunk_id"])
@pytest.mark.parametrize("text_key", ["text", "contents", "page_content"])
def test_takes_the_spellings_of_the_field(tmp_path, id_key, text_key):
    row = {id_key: "a/b #1", text_key: "hello", "title": "T", "doc_id": 7, "start": 3.0, "end": 8, "lang": "pl"}
    (chunk,) = read_corpus(write(tmp_path / "c.jsonl", row | {"metadata": {"page": 2}}))
    assert chunk == Chunk(
        id="a/b #1",
        text="hello",
        sha256=sha256_text("hello"),
        title="T",
        doc_id="7",
        start=3,
        end=8,
        metadata={"page": 2},
        unknown={"lang": "pl"},
    )


def test_whole_numbers_become_strings_and_empty_texts_are_chunks(tmp_path):
    path = write(tmp_path / "c.jsonl", {"id": 12, "text": ""}, {"id": "012", "text": "x", "title": None})
    assert [(chunk.id, chunk.text) for chunk in read_corpus(path)] == [("12", ""), ("012", "x")]


def test_foreign_fields_never_overwrite_a_chunks_own(tmp_path):
    row = {"_id": "c1", "id": 99, "contents": "real", "text": None, "sha256": "of the document", "unknown": 1}
    (chunk,) = read_corpus(write(tmp_path / "c.jsonl", row))
    again = tmp_path / "again.jsonl"
    again.write_bytes(json_line(chunk))
    assert (chunk.id, chunk.text, chunk.sha256) == ("c1", "real", sha256_text("real"))
    assert list(read_corpus(again)) == [chunk]
    assert chunk.metadata == {"id": 99, "sha256": "of the document"}


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_compressed_by_content(tmp_path, pack):
    path = tmp_path / "c.jsonl"
    path.write_bytes(pack(b'\xef\xbb\xbf{"id":"c1","text":"a"}\r\n\r\n{"id":"c2","text":"b"}'))
    assert [chunk.id for chunk in read_corpus(path)] == ["c1", "c2"]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_truncated_compression_is_an_error_beside_the_others(tmp_path, pack):
    path = tmp_path / "c.jsonl"
    rows = [{"id": "c1"}, *({"id": str(n), "text": os.urandom(2000).hex()} for n in range(100))]
    path.write_bytes(pack("".join(json.dumps(row) + "\n" for row in rows).encode())[:-50])
    message = refused(path)
    assert "c.jsonl:1: found no text" in message
    assert "whole" in message


def test_one_object_from_id_to_text(tmp_path):
    path = tmp_path / "c.json"
    for indent in (None, 1):
        path.write_text(json.dumps({"c 1": "one", "2": {"text": "two", "title": "T"}}, indent=indent))
        assert [(c.id, c.text, c.title) for c in read_corpus(path)] == [("c 1", "one", None), ("2", "two", "T")]


def test_a_single_record_is_no_mapping(tmp_path):
    (chunk,) = read_corpus(write(tmp_path / "c.jsonl", {"id": "c1", "text": "one"}))
    assert chunk.id == "c1"
    assert "no text (keys: id, txt)" in refused(write(tmp_path / "d.jsonl", {"id": "c1", "txt": "one"}))


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_of_objects(tmp_path, indent):
    path = tmp_path / "c.json"
    path.write_text(json.dumps([{"id": 1, "text": "one"}, {"id": 2, "text": "two"}], indent=indent))
    assert [chunk.id for chunk in read_corpus(path)] == ["1", "2"]
    path.write_text(json.dumps([{"id": 1, "text": "one"}, {"id": 1, "text": "one"}, 5], indent=indent))
    message = refused(path)
    assert "in entry 2 the id '1' a second time, first on entry 1" in message
    assert "in entry 3 the number 5 as an object" in message


def test_keys_that_stand_twice_in_a_mapping_are_found_with_their_lines(tmp_path):
    path = tmp_path / "c.json"
    path.write_text('{\n "ü": "one",\n "b": "two",\n "\\u00fc": "three"\n}')
    assert "c.json:4: found the key 'ü' a second time, first on line 2" in refused(path)


def test_beir_folder(tmp_path):
    write(tmp_path / "corpus.jsonl", {"_id": "c1", "title": "T", "text": "x", "metadata": {}})
    (tmp_path / "README.md").write_text("not a chunk")
    assert [chunk.id for chunk in read_corpus(tmp_path)] == ["c1"]


def test_folder_of_texts(tmp_path):
    (tmp_path / "ops" / ".hidden").mkdir(parents=True)
    (tmp_path / "ops" / ".hidden" / "x.md").write_text("no")
    (tmp_path / "ops" / "a b.md").write_bytes(b"\xef\xbb\xbfline\r\n")
    (tmp_path / "z.TXT").write_text("")
    (tmp_path / "image.png").write_bytes(b"\x89PNG")
    chunks = [(chunk.id, chunk.text, chunk.doc_id) for chunk in read_corpus(tmp_path)]
    assert chunks == [("ops/a b.md", "line\r\n", "ops/a b.md"), ("z.TXT", "", "z.TXT")]


def test_folder_with_bad_bytes_names_each_file_and_byte(tmp_path):
    (tmp_path / "a.md").write_bytes(b"caf\xe9")
    (tmp_path / "b.md").write_text("fine")
    (tmp_path / "c.md").write_bytes("\ud800".encode("utf-8", "surrogatepass"))
    message = refused(tmp_path)
    assert "a.md: found bytes that are not UTF-8 (0xe9 at byte 4 of the file)" in message
    assert "c.md: found bytes that are not UTF-8 (0xed at byte 1 of the file)" in message


def test_parquet(tmp_path):
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "c.parquet"
    table = {"id": [1, 2, 2], "contents": ["one", None, "two"], "title": ["T", None, None]}
    pyarrow.parquet.write_table(pyarrow.table({key: column[::2] for key, column in table.items()}), path)
    assert [(c.id, c.text, c.title) for c in read_corpus(path)] == [("1", "one", "T"), ("2", "two", None)]
    pyarrow.parquet.write_table(pyarrow.table(table), path)
    assert "in row 2 no text" in refused(path)
    path.write_bytes(path.read_bytes()[:-20])
    assert "broken Parquet" in refused(path)


def test_parquet_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    (tmp_path / "c.parquet").write_bytes(b"PAR1")
    with pytest.raises(UsageError, match=r"pip install 'goldkit\[parquet\]'"):
        list(read_corpus(tmp_path / "c.parquet"))


def test_duplicates_are_an_error_with_both_lines_equal_or_not(tmp_path):
    rows = [{"id": "a", "text": "x"}, {"id": "a", "text": "x"}, {"id": 1, "text": "y"}, {"id": "1", "text": "y"}]
    message = refused(write(tmp_path / "c.jsonl", *rows))
    assert "c.jsonl:2: found the id 'a' a second time, first on line 1" in message
    assert "c.jsonl:4: found the id '1' here and 1 on line 3: the same once both are strings" in message


def test_a_bad_first_line_is_no_other_format(tmp_path):
    path = tmp_path / "c.jsonl"
    for first, found in [('{"a":"x"}', "no id (keys: a)"), ('{"id":"a","text":"cut', "JSON is malformed")]:
        path.write_text(first + '\n{"id":"b","text":"x"}\n')
        assert f"c.jsonl:1: found {found}" in refused(path)


def test_all_problems_at_once_and_good_chunks_before_them(tmp_path):
    path = tmp_path / "c.jsonl"
    bad_lines = ['{"text":"x"}', '{"id":"a"}', "{", "[1]", '{"id":1.5,"text":"x"}', '{"id":"","text":"x"}']
    bad_lines += ['{"id":"b","text":5}', '{"id":true,"text":"x"}', '{"id":"c","text":"\\ud800"}', "null"]
    bad_lines += ['{"id":"d","text":"x","metadata":[]}', '{"id":"e","text":"x","start":-1}']
    path.write_text('{"id":"ok","text":""}\n' + "\n".join(bad_lines) + "\n")
    chunks = []
    with pytest.raises(DataError) as caught:
        chunks.extend(read_corpus(path))
    lines = sorted(problem.line for problem in caught.value.problems)
    assert lines == list(range(2, len(bad_lines) + 2))


@pytest.mark.parametrize(
    "content", [b"", b"\n \n", b"\xef\xbb\xbf", gzip.compress(b""), b"{}", b"[]", b"\x00\x01\xff", b"words"]
)
def test_what_holds_no_chunk_is_refused(tmp_path, content):
    path = tmp_path / "c.jsonl"
    path.write_bytes(content)
    assert "c.jsonl" in refused(path)


def test_missing_path_and_useless_folder(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        list(read_corpus(tmp_path / "nope"))
    assert "a folder without corpus.jsonl" in refused(tmp_path)


def test_not_utf8_names_line_and_byte(tmp_path):
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'{"id":"a","text":"x"}\n{"id":"b","text":"caf\xe9"}\n')
    assert "c.jsonl:2: found bytes that are not UTF-8 (0xe9 at byte 22 of the line)" in refused(path)
    path.write_bytes(b'{\n "a": "caf\xe9"}\n')
    assert "c.jsonl:2: found bytes that are not UTF-8 (0xe9 at byte 13 of the file)" in refused(path)


def test_deep_nesting_is_an_error_not_a_crash(tmp_path):
    path = tmp_path / "c.json"
    path.write_text('{\n"a": ' + "[" * 200_000)
    assert refused(path)
    path.write_text('{"id":"a","text":"x","m":' + "[" * 200_000 + "\n" + '{"id":"b","text":"x"}\n')
    assert refused(path)


@settings(deadline=None)  # disks stall
@given(st.dictionaries(TEXT.filter(bool), TEXT, min_size=1, max_size=5))
def test_what_is_written_is_read(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("corpus") / "c.jsonl"
    chunks = [Chunk(id=name, text=text, sha256=sha256_text(text)) for name, text in texts.items()]
    path.write_bytes(b"".join(map(json_line, chunks)))
    assert list(read_corpus(path)) == chunks


def test_cranfield(real_data):
    assert len(list(read_corpus(real_data / "cranfield" / "beir"))) == 1400


def test_not_a_number_in_parquet_is_an_empty_cell(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    nan = float("nan")
    columns = {"id": ["a", "b"], "text": ["x", "y"], "start": [0.0, nan], "score": [[1.0, nan], [float("inf")]]}
    parquet.write_table(pyarrow.table(columns), tmp_path / "c.parquet")
    chunks = list(read_corpus(tmp_path / "c.parquet"))
    assert [(chunk.start, chunk.unknown) for chunk in chunks] == [
        (0, {"score": [1.0, None]}),
        (None, {"score": [None]}),
    ]
    assert b"null" in json_line(chunks[0])
