"""A mining that is killed while it writes leaves whole files, and the same command again gives what an undisturbed one gives."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

MAP = ["--map", "query=q", "--map", "chunks=docs", "--map", "session=s"]
FIXED = {"GOLDKIT_NOW": "2026-12-01T10:00:00Z", "GOLDKIT_SALT": "salt"}


def log(path: Path, seed: int, questions: int) -> Path:
    rng = random.Random(seed)
    rows = (
        {
            "q": f"why does part {rng.randrange(questions)} stall?",
            "docs": [{"id": f"c{n}", "text": f"text {n} " * 9} for n in rng.sample(range(900), 4)],
            "s": n,
        }
        for n in range(3 * questions)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def mine(folder: Path, log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "goldkit", "mine", str(log), "--golden", str(folder), *MAP]
    return subprocess.Popen(command, env=os.environ | FIXED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name not in (".lock", ".salt")}


def whole_lines(old: bytes, new: bytes, now: bytes) -> bool:
    """Whether an appended file is the old one with some of the new lines, and of the next at most a part."""
    return now.startswith(old) and new.startswith(now)


@pytest.mark.parametrize("seed", range(2))
def test_a_killed_mining_leaves_whole_files_and_is_completed_by_the_same_command(tmp_path: Path, seed: int) -> None:
    first, second = log(tmp_path / "first.jsonl", 1, 200), log(tmp_path / "second.jsonl", 2, 1500)
    assert mine(tmp_path / "whole", first).wait() == 0
    before = contents(tmp_path / "whole")
    assert mine(tmp_path / "whole", second).wait() == 0
    after = contents(tmp_path / "whole")
    assert mine(tmp_path / "killed", first).wait() == 0
    rng = random.Random(seed)
    for _ in range(3):
        stamps = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "killed").glob("*.jsonl")}
        process = mine(tmp_path / "killed", second)
        while process.poll() is None and not written(tmp_path / "killed", stamps):
            time.sleep(0.001)
        time.sleep(rng.random() * 0.2)  # into the writing, which lasts about that long
        process.send_signal(signal.SIGKILL)
        process.wait()
        now = contents(tmp_path / "killed")
        for name in ("chunks.jsonl", "queries.jsonl", "batches.jsonl"):
            assert now[name] in (before[name], after[name]), name
        assert whole_lines(before["judgments.jsonl"], after["judgments.jsonl"], now["judgments.jsonl"])
        if now["batches.jsonl"] == after["batches.jsonl"]:
            break
    assert mine(tmp_path / "killed", second).wait() == 0
    assert contents(tmp_path / "killed") == after


def written(folder: Path, stamps: dict[str, int]) -> bool:
    """Whether a file was written already."""
    now = [(path.name, path.stat().st_mtime_ns) for path in folder.glob("*.jsonl")]
    return any(stamps.get(name) != stamp for name, stamp in now)
