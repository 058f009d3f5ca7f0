"""Texts and lines of files, with the place of what is not UTF-8."""

import gzip

import pytest

from goldkit.errors import DataError
from goldkit.files.utf8 import raw_lines, read_text


def test_a_byte_order_mark_is_no_part_of_a_text_or_a_line(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\n\n\xef\xbb\xbftwo")
    assert read_text(path) == "one\n\n\ufefftwo"
    assert list(raw_lines(path)) == [(1, b"one\n"), (2, b"\n"), (3, b"\xef\xbb\xbftwo")]


def test_what_is_not_utf8_is_told_with_its_line_and_byte(tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"one\ntw\xe9"))
    with pytest.raises(DataError, match=r"a\.txt\.gz:2: found bytes that are not UTF-8 \(0xe9 at byte 7 of the file\)"):
        read_text(path)
