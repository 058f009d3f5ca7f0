"""Searches whose processes are killed, by a real signal: nothing that was computed is lost, and nothing else comes out."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

WORDS = [f"word{number}" for number in range(3000)]
ENVIRONMENT = os.environ | {"GOLDKIT_NOW": "2026-12-01T10:00:00Z", "NO_COLOR": "1"}
PATIENCE = 60.0


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """8,000 chunks of which 400 are near-copies."""
    draw = random.Random(1)
    texts = [" ".join(draw.choices(WORDS, k=120)) for _ in range(7600)]
    texts += [f"{texts[at * 3]} {draw.choice(WORDS)}" for at in range(400)]
    path = tmp_path_factory.mktemp("killed") / "corpus.jsonl"
    path.write_text("".join(json.dumps({"id": f"c{at}", "text": text}) + "\n" for at, text in enumerate(texts)))
    return path


@pytest.fixture(scope="module")
def wanted(corpus: Path) -> bytes:
    return run(corpus).stdout


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1,200 chunks of which each second one is a near-copy, long enough for the guard to take its time."""
    draw = random.Random(2)
    texts = [" ".join(draw.choices(WORDS, k=200)) for _ in range(600)]
    texts += [f"{text} {draw.choice(WORDS)}" for text in texts]
    path = tmp_path_factory.mktemp("alike") / "corpus.jsonl"
    path.write_text("".join(json.dumps({"id": f"c{at}", "text": text}) + "\n" for at, text in enumerate(texts)))
    return path


def command(corpus: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "goldkit", "dedupe", "--corpus", str(corpus), "--json", *more]


def run(corpus: Path, *more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command(corpus, *more), env=ENVIRONMENT, check=True, capture_output=True, timeout=PATIENCE)


def started(corpus: Path, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command(corpus, *more), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


def until(found: Iterator[bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not next(found):
        assert time.monotonic() < end
        time.sleep(0.002)


def larger_than(path: Path, size: int) -> Iterator[bool]:
    while True:
        yield path.exists() and path.stat().st_size > size


def holding(path: Path, part: bytes) -> Iterator[bool]:
    while True:
        yield path.exists() and part in path.read_bytes()


def told(said: bytes, of: str) -> int:
    """The number before these words on stderr."""
    return int(said.decode().partition(f" {of}")[0].rpartition(" ")[2].replace(",", ""))


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def ended(processes: list[int]) -> Iterator[bool]:
    while True:
        yield not any(Path(f"/proc/{process}").exists() for process in processes)


def workers(pid: int) -> list[int]:
    """The children that take work; the first one of the pool's only watches over what they leave behind."""
    return [child for child in children(pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def test_a_search_killed_while_it_reads_goes_on_where_it_was(corpus: Path, wanted: bytes, tmp_path: Path) -> None:
    index = tmp_path / "index"
    process = started(corpus, "--index", str(index))
    until(larger_than(index, 4_000_000))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    again = run(corpus, "--index", str(index))
    assert again.stdout == wanted
    assert 0 < told(again.stderr, "texts known before") <= 8000


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_guard_that_is_stopped_goes_on_where_it_was(alike: Path, tmp_path: Path, sent: signal.Signals) -> None:
    index = tmp_path / "index"
    process = started(alike, "--index", str(index))
    until(holding(index, b"differs"))
    process.send_signal(sent)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == (-signal.SIGKILL if sent == signal.SIGKILL else 130)
    assert b"Traceback" not in said
    again = run(alike, "--index", str(index))
    assert again.stdout == run(alike).stdout
    assert 0 < told(again.stderr, "pairs judged before") < 600


def test_ctrl_c_between_reading_and_the_guard_leaves_nothing_half_written(
    corpus: Path, wanted: bytes, tmp_path: Path
) -> None:
    index, pairs, keep = (tmp_path / name for name in ("index", "pairs.jsonl", "keep.jsonl"))
    process = started(corpus, "--index", str(index), "--pairs", str(pairs), "--keep", str(keep))
    assert process.stderr is not None
    assert told(process.stderr.readline(), "texts known before") == 0
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in said
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    again = run(corpus, "--index", str(index))
    assert again.stdout == wanted
    assert told(again.stderr, "texts known before") == 8000
    assert told(again.stderr, "pairs judged before") == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the children of a process are read from /proc")
def test_a_worker_killed_in_the_middle_changes_nothing(corpus: Path, wanted: bytes, tmp_path: Path) -> None:
    index = tmp_path / "index"
    process = started(corpus, "--index", str(index), "--workers", "2")
    until(larger_than(index, 4_000_000))
    victims = workers(process.pid)
    assert victims
    os.kill(victims[0], signal.SIGKILL)
    out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said.decode()
    assert out == wanted


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_all_and_keeps_what_was_computed(corpus: Path, wanted: bytes, tmp_path: Path, workers: str) -> None:
    index = tmp_path / "index"
    process = started(corpus, "--index", str(index), "--workers", workers)
    until(larger_than(index, 4_000_000))
    left = children(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in said
    until(ended(left))
    assert run(corpus, "--index", str(index)).stdout == wanted


def test_workers_and_an_index_give_the_same_bytes(corpus: Path, wanted: bytes, tmp_path: Path) -> None:
    for workers in ("1", "2", "4"):
        assert run(corpus, "--workers", workers).stdout == wanted
    lines = corpus.read_text().splitlines(keepends=True)
    shuffled = tmp_path / "shuffled.jsonl"
    random.Random(2).shuffle(lines)
    shuffled.write_text("".join(lines))
    assert run(shuffled, "--index", str(tmp_path / "index")).stdout == wanted
    assert run(corpus, "--index", str(tmp_path / "index"), "--workers", "2").stdout == wanted
