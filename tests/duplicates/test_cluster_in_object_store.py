"""A corpus and the scratch folder in an object store: the same pairs as from files, and nothing of the work left behind."""

import gzip
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("daft", reason="the extra cluster is not installed")

ROOT = Path(__file__).parents[2]
CORPUS = (ROOT / "samples" / "corpus.jsonl").read_bytes()
object_store = runpy.run_path(str(Path(__file__).parent / "object_store.py"))["object_store"]


@pytest.fixture
def store():
    with object_store("bucket") as found:
        lines = CORPUS.splitlines(keepends=True)
        found.objects["bucket/chunks/a b.jsonl"] = b"".join(lines[:100])
        found.objects["bucket/chunks/c.jsonl"] = b"".join(lines[100:])
        found.objects["bucket/packed/all.jsonl.gz"] = gzip.compress(CORPUS)
        yield found


def goldkit(store, *arguments, cwd, expect=0):
    env = {**os.environ, "GOLDKIT_NOW": "2026-12-01T00:00:00Z", "PYTHONPATH": str(ROOT)}
    env |= store.environment | {"AWS_EC2_METADATA_DISABLED": "true"}
    ran = subprocess.run(
        [sys.executable, "-m", "goldkit", *map(str, arguments)], capture_output=True, text=True, cwd=cwd, env=env
    )
    assert ran.returncode == expect, ran.stderr
    return ran.stdout if expect == 0 else ran.stderr


def left(store):
    """What the store holds beside the corpus and the names of folders."""
    return [
        key for key, data in store.objects.items() if data and not key.startswith(("bucket/chunks", "bucket/packed"))
    ]


def pairs(path):
    return [{**json.loads(line), "index": None} for line in path.read_text().splitlines()]


def test_a_corpus_and_the_scratch_folder_in_a_store_give_the_pairs_of_the_same_files(store, tmp_path):
    goldkit(store, "dedupe", "--corpus", ROOT / "samples" / "corpus.jsonl", "--pairs", "local.jsonl", cwd=tmp_path)
    for corpus in ("s3://bucket/chunks/*.jsonl", "s3://bucket/packed/all.jsonl.gz"):
        cluster = ("--engine", "daft", "--scratch", "s3://bucket/tmp", "--corpus", corpus)
        goldkit(store, "dedupe", *cluster, "--pairs", "store.jsonl", cwd=tmp_path)
        assert pairs(tmp_path / "store.jsonl") == pairs(tmp_path / "local.jsonl")
        assert left(store) == []
    assert len(pairs(tmp_path / "local.jsonl")) > 20


def test_labels_are_widened_over_a_corpus_in_a_store(store, tmp_path):
    for name in ("local", "store"):
        mapping = {"who is on call?": ["ops/oncall.md#3"]}
        (tmp_path / "mapping.json").write_text(json.dumps(mapping))
        local = ("--corpus", ROOT / "samples" / "corpus.jsonl")
        goldkit(store, "import", "mapping", "mapping.json", *local, "--golden", name, cwd=tmp_path)
        cluster = ("--engine", "daft", "--scratch", "s3://bucket/tmp", "--corpus", "s3://bucket/chunks/*.jsonl")
        goldkit(store, "widen", *(local if name == "local" else cluster), "--golden", name, cwd=tmp_path)
    assert (tmp_path / "store" / "copies.jsonl").read_bytes() == (tmp_path / "local" / "copies.jsonl").read_bytes()
    assert left(store) == []


def test_what_a_store_does_not_have_is_said(store, tmp_path):
    for corpus, found in (("s3://bucket/none/*.jsonl", "s3://bucket/none"), ("s3://other/*.jsonl", "s3://other")):
        said = goldkit(store, "dedupe", "--engine", "daft", "--corpus", corpus, cwd=tmp_path, expect=2)
        assert said.startswith(f"error: {found}") and "not found" in said
