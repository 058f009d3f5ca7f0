"""Reading JSON lines: line numbers, odd bytes, unknown fields, all errors in one report."""

import gzip
import time
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.files import canonical
from goldkit.files.compression import sha256_of
from goldkit.files.jsonl import decode_object, decoder, read_lines, read_records, read_with
from goldkit.records import Judgment, Query


def read_objects(path: Path):
    return read_with(path, decode_object, "one JSON object a line")


@pytest.fixture
def write(tmp_path: Path):
    def _write(data: bytes) -> Path:
        path = tmp_path / "input.jsonl"
        path.write_bytes(data)
        return path

    return _write


def test_bom_crlf_blank_lines_and_separators_inside_strings(write):
    path = write('\ufeff{"id":"a"}\r\n\r\n  \n{"id":"line\u2028sep"}\n{"id":"no newline"}'.encode())
    assert [(n, v["id"]) for n, v in read_objects(path)] == [(1, "a"), (4, "line\u2028sep"), (5, "no newline")]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, lambda b: zstandard.compress(b) * 1])
def test_compression_is_told_by_the_first_bytes(write, pack):
    assert [v for _, v in read_objects(write(pack(b'{"a":1}\n')))] == [{"a": 1}]


def test_several_frames_in_one_file_are_read_on(write):
    both = zstandard.compress(b'{"a":1}\n') + zstandard.compress(b'{"a":2}\n')
    assert [v["a"] for _, v in read_objects(write(both))] == [1, 2]
    both = gzip.compress(b'{"a":1}\n') + gzip.compress(b'{"a":2}\n')
    assert [v["a"] for _, v in read_objects(write(both))] == [1, 2]


def test_frames_without_data_are_passed_over_also_in_front(write):
    skipped = b"\x50\x2a\x4d\x18\x04\x00\x00\x00size"  # as pzstd writes before each of its frames
    frames = [skipped, zstandard.compress(b'{"a":1}\n'), skipped, zstandard.compress(b'{"a":2}\n'), skipped]
    assert [v["a"] for _, v in read_objects(write(b"".join(frames)))] == [1, 2]


def test_data_that_shrinks_a_thousandfold_is_read_in_proportion_to_its_length(write):
    path = write(zstandard.compress(b'{"a":"%s"}\n' % (b"x" * 200) * 1_000_000))
    start = time.process_time()
    sha256_of(path)
    assert time.process_time() - start < 5, "0.5 s; 13 s where each read copied what was left of a block"


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_cut_off_compressed_file_is_an_error_not_a_short_file(write, pack, cut):
    data = pack(b"".join(b'{"a":%d}\n' % (n * 7919) for n in range(5000)))
    with pytest.raises(DataError, match=r"input\.jsonl: found"):
        list(read_objects(write(data[:-cut])))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"a":', "truncated"),
        (b"[1]", "a JSON list, not an object"),
        (b"7", "a JSON number, not an object"),
        (b'"x"', "a JSON string, not an object"),
        (b"null", "null"),
        (b'{"a": NaN}', "invalid"),
        (b'{"a": Infinity}', "invalid"),
        (b'{"a": "\\ud800"}', "half a character: a surrogate"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b"[" * 200_000, "nested too deeply"),
        (b"\x00\x01\x02", "malformed"),
    ],
)
def test_a_bad_line_is_named_with_file_line_and_reason(write, line, reason):
    path = write(b'{"ok":1}\n' + line + b'\n{"ok":2}\n')
    seen = []
    with pytest.raises(DataError, match=reason) as caught:
        for _, value in read_objects(path):
            seen.append(value)
    assert seen == [{"ok": 1}, {"ok": 2}]
    assert f"{path}:2: found" in str(caught.value)


def test_all_errors_of_a_file_are_reported_twenty_shown(write):
    with pytest.raises(DataError, match="and 30 more") as caught:
        list(read_objects(write(b"{\n" * 50)))
    assert len(caught.value.problems) == 50


def test_missing_file_and_directory(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        list(read_objects(tmp_path / "none.jsonl"))
    with pytest.raises(DataError, match="a directory"):
        list(read_objects(tmp_path))


def test_records_are_typed_and_unknown_fields_kept(write):
    path = write(b'{"id":"q1","text":"why?","origin":"log","mine":{"b":1,"a":2},"unknown":3}\n')
    [(line, query)] = read_records(path, Query)
    assert line == 1
    assert query.unknown == {"mine": {"b": 1, "a": 2}, "unknown": 3}
    assert canonical.encode(query) == b'{"id":"q1","text":"why?","origin":"log","mine":{"a":2,"b":1},"unknown":3}'


def test_a_wrong_type_names_the_field(write):
    with pytest.raises(DataError, match=r"\$\.origin"):
        list(read_records(write(b'{"id":"q1","text":"t","origin":"elsewhere"}\n'), Query))
    with pytest.raises(DataError, match=r"\$\.grade"):
        list(read_records(write(b'{"query":"q","chunk":"c","grade":"3"}\n'), Judgment))


def test_a_tolerant_reading_gives_every_line_its_error(write):
    lines = list(read_lines(write(b'{"a":1}\nbad\n{"torn":')))
    assert [(x.number, x.value, x.error is None, x.ended) for x in lines] == [
        (1, {"a": 1}, True, True),
        (2, None, False, True),
        (3, None, False, False),
    ]


def test_what_is_nested_as_deeply_as_can_be_read_can_be_written():
    text = b'{"id":"q","text":"","metadata":{"x":' + b"[" * 900 + b"]" * 900 + b"}}"
    assert canonical.encode(decoder(Query)(text)) == text


@pytest.mark.parametrize(
    "value", [float("nan"), [float("inf")], {"a": ({"b": float("-inf")},)}, "\ud800", {"\ud800": 1}]
)
def test_what_json_cannot_carry_is_refused_at_any_depth(value):
    for holder in (
        value,
        Query(id="q", text="", metadata={"x": value}),
        [Query(id="q", text="", unknown={"x": value})],
    ):
        with pytest.raises(ValueError, match=r"no form in JSON|surrogate"):
            canonical.encode(holder)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.builds(
        Query,
        id=st.text(min_size=1),
        text=st.text(),
        origin=st.sampled_from(["log", "synthetic", "manual", "import"]),
        tags=st.lists(st.text()).map(tuple),
        weight=st.none() | st.floats(0, 1e9),
        metadata=st.dictionaries(st.text(), json_values, max_size=3),
        unknown=st.dictionaries(st.text().map(lambda key: "x" + key), json_values, max_size=3),
    )
)
def test_writing_and_reading_a_record_is_the_identity(query):
    again = decoder(Query)(canonical.encode(query).decode())
    assert again == query
    assert canonical.encode(again) == canonical.encode(query)
