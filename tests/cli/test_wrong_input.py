"""Wrong input of every command: the right exit code, a message that names the file, and an unharmed golden directory."""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard

# Each file that a command takes: the command line with BAD in its place, and the kinds of wrong input that fit there.
FILE = {"missing", "directory", "binary", "empty", "truncated", "cut gzip", "cut zst", "wrong types", "unreadable"}
TREE = {"missing", "binary", "empty", "truncated", "cut gzip", "cut zst", "wrong types", "unreadable"}
SLOTS: dict[str, tuple[str, set[str]]] = {
    "mine log": ("mine BAD --corpus corpus.jsonl", TREE),
    "mine corpus": ("mine logs/search_ubi.ndjson --corpus BAD", TREE),
    "import mapping": ("import mapping BAD", FILE),
    "import beir": ("import beir BAD", {"missing", "binary", "empty", "truncated"}),
    "import trec": ("import trec BAD --queries questions.jsonl", FILE - {"wrong types"}),
    "import corpus": ("import mapping mapping.json --corpus BAD", TREE),
    "review verdicts": ("review --apply BAD", FILE - {"empty"}),
    "review corpus": ("review --apply review.jsonl --corpus BAD", TREE),
    "generate corpus": ("generate -n 3 --replay journal --corpus BAD", TREE),
    "widen corpus": ("widen --corpus BAD", TREE),
    "score set": ("score BAD runs/dense.jsonl", FILE - {"directory"}),
    "score run": ("score dev BAD", FILE),
    "score second run": ("score dev runs/dense.jsonl other=BAD", FILE),
}
CODES = {"missing": 2}


def goldkit(line: str, folder: Path, prefix: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
    command = [*prefix, sys.executable, "-m", "goldkit", *line.split()]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def digest(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def story(demo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wrong") / "story"
    shutil.copytree(demo[0], folder)
    (folder / "mapping.json").write_text('{"how do I drain a link?": ["ops/transfers.md#1"]}')
    return folder


def wrong(kind: str, path: Path) -> None:
    good = b"".join(
        b'{"id":"c%d","text":"some words of chunk %d","query":"q%d","chunks":["a"]}\n' % (n, n * 7919, n)
        for n in range(2000)
    )
    contents = {
        "binary": bytes(range(256)) * 40,
        "empty": b"",
        "truncated": b'{"id": "a", "text": "whole"}\n{"id": "b", "te',
        "cut gzip": gzip.compress(good)[:-30],
        "cut zst": zstandard.compress(good)[:-30],
        "wrong types": b'{"id": {"not": "an id"}, "text": 7, "query": ["x"], "chunks": 5, "chunk": [], "grade": "high"}\n',
        "unreadable": good,
    }
    if kind == "directory":
        path.mkdir()
        (path / "nested").mkdir()
    elif kind != "missing":
        path.write_bytes(contents[kind])
    if kind == "unreadable":
        path.chmod(0)


@pytest.mark.parametrize(("slot", "kind"), [(slot, kind) for slot in SLOTS for kind in sorted(SLOTS[slot][1])])
def test_wrong_input_ends_with_its_code_and_the_file_named(story, tmp_path, slot, kind):
    prefix: tuple[str, ...] = ()
    if kind == "unreadable" and os.geteuid() == 0:
        prefix = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--")
        if not shutil.which("setpriv"):
            pytest.skip("root reads everything, and setpriv is not here to give that up")
    bad = tmp_path / "bad.jsonl"
    wrong(kind, bad)
    before = digest(story / "golden")
    done = goldkit(SLOTS[slot][0].replace("BAD", str(bad)), story, prefix)
    assert done.returncode == CODES.get(kind, 3), done.stderr + done.stdout
    assert done.stderr.startswith("error: ") and "Traceback" not in done.stderr
    assert "bad.jsonl" in done.stderr
    assert digest(story / "golden") == before


GOLDEN = [
    "status",
    "check",
    "review --apply review.jsonl",
    "widen --corpus corpus.jsonl",
    "freeze more --holdout 0.5 --k 5",
    "score dev runs/dense.jsonl",
]


@pytest.mark.parametrize("line", GOLDEN)
def test_no_golden_directory_is_wrong_usage(story, tmp_path, line):
    done = goldkit(f"{line} --golden {tmp_path / 'none'}", story)
    assert done.returncode == 2 and "no golden directory" in done.stderr


@pytest.mark.parametrize("line", GOLDEN)
@pytest.mark.parametrize("name", ["queries.jsonl", "judgments.jsonl", "copies.jsonl", "chunks.jsonl", "goldkit.json"])
def test_a_broken_file_of_the_golden_directory_is_named_with_its_line(story, tmp_path, line, name):
    golden = tmp_path / "golden"
    shutil.copytree(story / "golden", golden)
    lines = (golden / name).read_bytes().splitlines(keepends=True)
    (golden / name).write_bytes(b"".join([*lines[:1], b'{"broken":\n', *lines[1:]]))
    if name == "queries.jsonl" and line.startswith("widen"):
        pytest.skip("widening reads no queries")
    before = digest(golden)
    done = goldkit(f"{line} --golden {golden}", story)
    assert done.returncode == 3, done.stdout + done.stderr
    place = name if name == "goldkit.json" else f"{name}:2"
    assert place in done.stdout + done.stderr and "Traceback" not in done.stderr
    assert digest(golden) == before


def test_disjoint_ids_are_an_error_with_an_example(story, tmp_path):
    (tmp_path / "run.json").write_text('{"x1": ["a"], "x2": ["b"]}')
    done = goldkit(f"score dev {tmp_path / 'run.json'}", story)
    assert done.returncode == 3 and "x1" in done.stderr


def test_duplicate_ids_are_an_error_with_both_lines(story, tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"id":"a","text":"1"}\n{"id":"b","text":"2"}\n{"id":"a","text":"3"}\n')
    done = goldkit(f"widen --corpus {tmp_path / 'corpus.jsonl'}", story)
    assert done.returncode == 3 and "corpus.jsonl:3" in done.stderr and "line 1" in done.stderr


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"a tmpfs cannot be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


FILLING = [
    "mine logs/helpdesk.jsonl --map query=question --map chunks=passages --map feedback=thumb --corpus corpus.jsonl",
    "import mapping mapping.json --corpus corpus.jsonl",
    "review --apply verdict.jsonl --corpus corpus.jsonl",
    "widen --corpus corpus.jsonl",
    "freeze more --holdout 0.5 --k 5",
]


@pytest.mark.parametrize("line", FILLING)
def test_a_full_disk_is_incomplete_work_and_harms_nothing(story, small_disk, line):
    golden = small_disk / "golden"
    golden.mkdir()
    kept = ("goldkit.json", "queries.jsonl", "chunks.jsonl", "judgments.jsonl", ".salt", ".gitignore", ".gitattributes")
    for name in kept:
        shutil.copy(story / "golden" / name, golden / name)
    (golden / ".lock").touch()
    query = (golden / "queries.jsonl").read_text().split('"id":"')[1].split('"')[0]
    (story / "verdict.jsonl").write_text(
        f'{{"query":"{query}","chunk":"index.md#1","grade":0,"by":"eve","note":"{"n" * 9000}"}}\n'
    )
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as stream, pytest.raises(OSError, match="No space left"):
        while True:
            stream.write(b"x" * 512)
    before = digest(golden)
    done = goldkit(f"{line} --golden {golden}", story)
    assert done.returncode == 4, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    after = digest(golden)
    assert {name: after[name] for name in before} == before
    filler.unlink()
    assert goldkit(f"{line} --golden {golden}", story).returncode == 0
    assert goldkit(f"check --golden {golden}", story).returncode == 0
