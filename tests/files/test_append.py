"""Appending under fire: many processes, real kills, a full disk."""

import errno
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import zstandard
from file_size import limited

from goldkit.errors import DataError, IncompleteError
from goldkit.files.append import append_lines, locked, torn_tail

WRITER = """
import sys
from goldkit.files.append import append_lines, locked
path, lock, name, count, size = sys.argv[1:]
for n in range(int(count)):
    with locked(lock):
        append_lines(path, [b'{"by":"%s","n":%d,"pad":"%s"}\\n' % (name.encode(), n, b"x" * int(size))])
    print(n, flush=True)
"""


def writer(path: Path, name: str, count: int, size: int) -> subprocess.Popen:
    arguments = [sys.executable, "-c", WRITER, str(path), str(path.with_name(".lock")), name, str(count), str(size)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def appended(path: Path, lines: list[bytes], lock: Path) -> bytes:
    with locked(lock):
        return append_lines(path, lines)


def test_eight_processes_lose_and_interleave_nothing(tmp_path):
    path = tmp_path / "judgments.jsonl"
    processes = [writer(path, f"p{n}", 40, 6000) for n in range(8)]
    assert [process.communicate()[0] and process.returncode for process in processes] == [0] * 8
    seen = [(record["by"], record["n"]) for record in map(json.loads, path.read_text().splitlines())]
    assert sorted(seen) == sorted((f"p{p}", n) for p in range(8) for n in range(40))
    for name in {by for by, _ in seen}:
        assert [n for by, n in seen if by == name] == list(range(40))


def test_a_kill_at_any_moment_leaves_at_most_one_torn_last_line(tmp_path):
    path, lock = tmp_path / "judgments.jsonl", tmp_path / ".lock"
    rng = random.Random(7)
    acknowledged = 0
    for attempt in range(100):
        process = writer(path, f"k{attempt}", 10_000, 6000)
        first = process.stdout.readline()
        time.sleep(rng.random() * 0.01)
        process.send_signal(signal.SIGKILL)
        rest = process.communicate()[0].split()
        acknowledged += 1 + len(rest) if first else 0
        lines = path.read_bytes().split(b"\n")
        for line in lines[:-1]:
            json.loads(line)
    appended(path, [b'{"by":"last"}\n'], lock)
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert records[-1] == {"by": "last"}
    assert len(records) >= acknowledged + 1


@pytest.mark.parametrize("torn", [b'{"by":"an', b"\x00\x00\x00", '{"t":"ü'.encode()[:-1], b"x" * 200_000])
def test_a_torn_tail_is_returned_and_cut(tmp_path, torn):
    path = tmp_path / "f.jsonl"
    path.write_bytes(b'{"n":1}\n' + torn)
    assert torn_tail(path.read_bytes()) == torn
    assert appended(path, [b'{"n":2}\n'], tmp_path / ".lock") == torn
    assert path.read_bytes() == b'{"n":1}\n{"n":2}\n'


def test_a_whole_line_without_its_newline_is_kept(tmp_path):
    path = tmp_path / "f.jsonl"
    path.write_bytes(b'{"n":1}\n{"n":2}')
    assert appended(path, [b'{"n":3}\n'], tmp_path / ".lock") == b""
    assert path.read_bytes() == b'{"n":1}\n{"n":2}\n{"n":3}\n'


def test_a_byte_order_mark_does_not_make_a_whole_line_torn(tmp_path):
    path = tmp_path / "f.jsonl"
    path.write_text('\ufeff{"n":1}')
    assert appended(path, [b'{"n":2}\n'], tmp_path / ".lock") == b""
    assert path.read_text() == '\ufeff{"n":1}\n{"n":2}\n'


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_compressed_file_is_refused_not_cut(tmp_path, pack):
    path = tmp_path / "f.jsonl"
    path.write_bytes(pack(b'{"n":1}\n'))
    before = path.read_bytes()
    with pytest.raises(DataError, match=r"f\.jsonl: found a compressed file"):
        appended(path, [b'{"n":2}\n'], tmp_path / ".lock")
    assert path.read_bytes() == before


@pytest.mark.parametrize("end", [b"", b'"}'])
def test_a_very_long_last_line_costs_no_more_than_its_length(tmp_path, end):
    path = tmp_path / "f.jsonl"
    path.write_bytes(b'{"n":1}\n{"x":"' + b"y" * 60_000_000 + end)
    start = time.process_time()
    torn = appended(path, [b'{"n":2}\n'], tmp_path / ".lock")
    assert time.process_time() - start < 2, "0.2 s; 16 s where every step back copied what was read before"
    assert len(torn) == (0 if end else 60_000_006)


@pytest.fixture
def small_disk(tmp_path):
    """A tmpfs of 64 KiB: a disk that really fills up."""
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"a tmpfs cannot be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_truncates_back_and_says_so(small_disk):
    path, lock = small_disk / "judgments.jsonl", small_disk / ".lock"
    line = b'{"pad":"%s"}\n' % (b"x" * 9000)
    with pytest.raises(IncompleteError, match="disk is full"):
        for _ in range(100):
            appended(path, [line], lock)
    assert path.stat().st_size % len(line) == 0
    assert all(json.loads(x) for x in path.read_bytes().splitlines())
    os.truncate(path, len(line))
    appended(path, [b'{"n":1}\n'], lock)
    assert path.read_bytes() == line + b'{"n":1}\n'


def test_a_file_that_may_grow_no_more_is_named_and_left_as_it_was(tmp_path):
    path, lock = tmp_path / "f.jsonl", tmp_path / ".lock"
    whole = b'{"pad":"%s"}\n' % (b"x" * 100)
    for before in (whole, b"{}\n" + b" " * (150 - 4) + b"\n"):  # the limit within the line, and where it would begin
        path.write_bytes(before)
        with limited(150), pytest.raises(IncompleteError) as told:
            appended(path, [whole], lock)
        assert str(told.value) == (
            f"{path}: the file has grown to the largest size allowed here; nothing was added to this file. "
            "Allow larger files (`ulimit -f`) and try again."
        )
        assert path.read_bytes() == before


def test_whatever_else_keeps_a_line_from_the_disk_names_the_file(tmp_path, monkeypatch):
    def broken(handle):
        raise OSError(errno.EIO, "Input/output error")

    path = tmp_path / "f.jsonl"
    path.write_bytes(b"{}\n")
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="Input/output") as told:
        appended(path, [b"{}\n"], tmp_path / ".lock")
    assert told.value.filename == str(path) and path.read_bytes() == b"{}\n"
