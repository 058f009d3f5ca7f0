"""Logs kept as tables: CSV as spreadsheets and data frames write it, and Parquet."""

from __future__ import annotations

import gzip
import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas
import pyarrow
import pyarrow.parquet
import pytest
import zstandard

from goldkit.errors import DataError
from goldkit.logs.catalogue import reader_for
from goldkit.logs.log_file import LogFile, first_records

ROWS = [
    {
        "Question": "why, and\nhow?",
        "docs": '[{"id": "a", "text": "A"}, {"id": "b"}]',
        "thumb": "up",
        "at": "1796119200",
    },
    {"Question": "where?", "docs": '["c"]', "thumb": "", "at": ""},
]
MAP = {"query": "Question", "chunks": "docs", "feedback": "thumb", "time": "at"}


def csv_text(delimiter: str = ",", end: str = "\r\n") -> str:
    rows = [list(ROWS[0]), *(list(row.values()) for row in ROWS)]
    return "".join(delimiter.join('"' + cell.replace('"', '""') + '"' for cell in row) + end for row in rows)


def told(read: Any, path: Path) -> list[Any]:
    found, _ = read(path, mapping=MAP)
    return [(one.query, [shown.chunk for shown in one.shown], one.rating and one.rating.up, one.time) for one in found]


EXPECTED = [("why, and\nhow?", ["a", "b"], True, "2026-12-01T10:00:00Z"), ("where?", ["c"], None, None)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
def test_text_tables_of_every_dialect(tmp_path: Path, read: Any, delimiter: str, mark: bytes, pack: Any) -> None:
    path = tmp_path / "log"
    path.write_bytes(pack(mark + csv_text(delimiter).encode()))
    assert told(read, path) == EXPECTED


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
def test_parquet(tmp_path: Path, read: Any, pack: Any) -> None:
    rows: list[dict[str, Any]] = [
        {
            "Question": "why, and\nhow?",
            "docs": [{"id": "a"}, {"id": "b"}],
            "thumb": 1,
            "at": datetime(2026, 12, 1, 10, tzinfo=UTC),
        },
        {"Question": "where?", "docs": [{"id": "c"}], "thumb": None, "at": None},
    ]
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), buffer)
    path = tmp_path / "log.parquet"
    path.write_bytes(pack(buffer.getvalue()))
    assert told(read, path) == EXPECTED


def test_lines_are_those_where_rows_begin_and_bad_rows_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(
        b'id,input,output\n1,"two\nlines",x\n2,short\n\n3,a,b,,\n4,a,b,c\n5,"broken" quote,x\n6,\xff,x\n7,,last'
    )
    file = LogFile(path, 0, "b")
    assert list(file.records()) == [
        (2, {"id": "1", "input": "two\nlines", "output": "x"}),
        (6, {"id": "3", "input": "a", "output": "b"}),
        (10, {"id": "7", "output": "last"}),
    ]
    assert {one.reason: (one.count, one.first_line) for one in file.tally.unused} == {
        "row with more or fewer cells than the header": (2, 4),
        "row with broken quotes": (1, 8),
        "bytes that are not UTF-8": (1, 9),
    }


def test_a_cell_longer_than_a_document(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("q,docs\nwhy?," + "x" * 200_000 + "\n")
    ((_, record),) = LogFile(path, 0, "b").records()
    assert len(record["docs"]) == 200_000


def test_a_column_named_twice_is_refused_and_one_without_a_name_left_out(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(",q,q\n0,a,b\n")
    with pytest.raises(DataError, match="column 'q' twice"):
        first_records(path)
    path.write_text(",q,r\n0,a,b\n")
    assert first_records(path) == [{"q": "a", "r": "b"}]


@pytest.mark.parametrize(
    "text",
    ["Dear all, hello\nthis is prose\n", "one column\nonly\n", "no, rows\n", 'torn, line"}\n{"q": "why?", "r": 1}\n'],
)
def test_what_is_no_table(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log"
    path.write_text(text)
    assert first_records(path) == ([{"q": "why?", "r": 1}] if "{" in text else [])
    if "{" not in text:
        with pytest.raises(DataError, match="no record in it"):
            reader_for(path, None, {})


def test_broken_parquet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    path.write_bytes(b"PAR1 cut off")
    with pytest.raises(DataError, match="broken Parquet"):
        first_records(path)


def test_a_data_frame_of_spans_saved_as_csv(tmp_path: Path, read: Any) -> None:
    frame = pandas.DataFrame(
        {
            "context.span_id": ["r", "g"],
            "context.trace_id": ["t", "t"],
            "parent_id": [None, "r"],
            "span_kind": ["CHAIN", "RETRIEVER"],
            "attributes.input.value": ["why, then?", "why, then?"],
            "attributes.output.value": ["So [2].", None],
            "attributes.retrieval.documents": [
                None,
                [{"document.id": "a", "document.content": "A's text"}, {"document.id": "b"}],
            ],
        }
    )
    path = tmp_path / "spans.csv"
    frame.to_csv(path)
    (one,), _ = read(path)
    assert (one.query, one.answer) == ("why, then?", "So [2].")
    assert [(shown.chunk, shown.text, shown.cited) for shown in one.shown] == [
        ("a", "A's text", False),
        ("b", None, True),
    ]


def test_a_mapped_csv_with_lists_as_python_prints_them(tmp_path: Path, read: Any) -> None:
    path = tmp_path / "log.csv"
    pandas.DataFrame({"Question": ["why?"], "docs": [["a", "b"]]}).to_csv(path, index=False)
    (one,), _ = read(path, mapping={"query": "Question", "chunks": "docs"})
    assert [shown.chunk for shown in one.shown] == ["a", "b"]
