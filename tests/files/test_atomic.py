"""A crash leaves the old file or the new one."""

import errno
import os
import subprocess
import sys

import pytest

from goldkit.files.atomic import remove_leftovers, replace_by


def test_only_what_a_dead_process_left_is_removed(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    names = [f".a.json.{dead.pid}.tmp", f".b.json.{os.getpid()}.tmp", ".c.tmp", "d.json"]
    for name in names:
        (tmp_path / name).touch()
    remove_leftovers(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(names[1:])


def test_parts_that_fail_leave_the_old_file(tmp_path):
    def parts():
        yield b"new"
        raise ValueError("no more")

    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(ValueError, match="no more"):
        replace_by(tmp_path / "a", parts())
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_full_disk_is_told_with_the_file_that_did_not_fit(tmp_path):
    def parts():
        yield b"some"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left") as told:
        replace_by(tmp_path / "file", parts())
    assert told.value.filename == str(tmp_path / "file") and not list(tmp_path.iterdir())
