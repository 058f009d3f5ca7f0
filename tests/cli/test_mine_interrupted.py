"""Ctrl-C while logs are mined leaves the golden directory as it was; progress is for a terminal alone."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goldkit.cli.reading import Reading, left
from goldkit.files.interrupts import held
from goldkit.logs.log_file import LogFile

MAP = ["--map", "query=q", "--map", "chunks=docs", "--map", "session=s"]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "goldkit", "mine", *arguments, *MAP]


def digest(folder: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        found.update(str(path).encode() + (path.read_bytes() if path.is_file() else b""))
    return found.hexdigest()


def reads(process: subprocess.Popen[bytes], log: Path) -> bool:
    """Whether the process has read more than a third of the log; it hashes it first, so it must be open the second time."""
    links = Path(f"/proc/{process.pid}/fd")
    for link in links.iterdir():
        try:
            if link.resolve() == log.resolve():
                at = (links.parent / "fdinfo" / link.name).read_text().split()[1]
                return int(at) > log.stat().st_size / 3
        except OSError:
            continue
    return False


@pytest.mark.skipif(not Path("/proc/self/fdinfo").exists(), reason="looks at /proc to see when the log is read")
@pytest.mark.parametrize("there", [True, False])
def test_ctrl_c_leaves_the_golden_directory_as_it_was(tmp_path: Path, there: bool) -> None:
    (tmp_path / "temporary").mkdir()
    environment = os.environ | {"TMPDIR": str(tmp_path / "temporary")}
    log, small = tmp_path / "log.jsonl", tmp_path / "small.jsonl"
    rows = (
        {"q": f"why does {n} stall?", "docs": [{"id": f"c{n}", "text": f"text {n} " * 9}], "s": n}
        for n in range(60_000)
    )
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    small.write_text('{"q": "why?", "docs": ["c1"], "s": "s1"}\n')
    if there:
        subprocess.run(command("small.jsonl"), cwd=tmp_path, env=environment, check=True, capture_output=True)
    before = digest(tmp_path / "golden")
    process = subprocess.Popen(
        command("log.jsonl"), cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    seen = 0
    while process.poll() is None and seen < 25:  # reading lasts; hashing is over between two looks
        seen = seen + 1 if reads(process, log) else 0
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    assert (process.returncode, out) == (130, b""), err
    assert b"interrupted" in err and b"Traceback" not in err
    assert digest(tmp_path / "golden") == before
    assert (tmp_path / "golden").exists() == there
    assert list((tmp_path / "temporary").iterdir()) == []


def test_ctrl_c_waits_until_all_is_written() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), held():
        os.kill(os.getpid(), signal.SIGINT)
        steps.append("written")
    assert steps == ["written"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_failure_to_write_is_told_whatever_came_meanwhile() -> None:
    with pytest.raises(OSError, match="full"), held():
        os.kill(os.getpid(), signal.SIGINT)
        raise OSError("full")


@pytest.mark.parametrize(
    ("spent", "done", "words"),
    [
        (1.0, 50, ""),
        (10.0, 0, ""),
        (10.0, 100, ""),
        (10.0, 50, ", about 10 s left"),
        (60.0, 10, ", about 9 min left"),
        (1000.0, 10, ", about 2 h 30 min left"),
    ],
)
def test_the_time_that_is_left(spent: float, done: int, words: str) -> None:
    assert left(spent, done, 100) == words


def test_it_is_painted_on_a_terminal_alone(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.0, 30.0, 30.0])
    Reading(lambda: next(times)).show(1_000_000, 4_000_000)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    times = iter([0.0, 0.0, 30.0, 30.0])
    Reading(lambda: next(times)).show(1_000_000, 4_000_000)
    assert "1 of 4 MB of log read, about 2 min left" in capsys.readouterr().err


@pytest.mark.parametrize("text", ['{"a": 1}\n' * 9, "[" + ", ".join(['{"a": "' + "b" * 300_000 + '"}'] * 9) + "]"])
def test_all_bytes_of_a_log_are_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log"
    path.write_text(text)
    file, told = LogFile(path, 0, "b"), []
    file.watch = told.append
    assert len(list(file.records())) == 9
    assert sum(told) == len(text)
