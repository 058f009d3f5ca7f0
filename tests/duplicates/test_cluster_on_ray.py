"""Ray finds what one machine finds, to the byte, and so does one that loses a worker."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("daft", reason="the extra cluster is not installed")
pytest.importorskip("ray", reason="the extra cluster is not installed")

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

CHUNKS = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_cluster import as_jsonl, hard_chunks
Path(sys.argv[2]).write_text(as_jsonl(hard_chunks()))
"""


def python(*arguments):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, env=env)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_two_workers_give_the_bytes_of_the_local_engine_and_a_killed_one_changes_nothing(tmp_path):
    from dataclasses import replace

    from goldkit.duplicates.dedupe import DEFAULTS, dedupe
    from goldkit.duplicates.widen import widen
    from goldkit.files.canonical import encode
    from goldkit.formats.corpus import read_corpus

    corpus = tmp_path / "corpus.jsonl"
    python("-c", CHUNKS, HERE, corpus)
    at, parameters = "2026-12-01T00:00:00Z", replace(DEFAULTS, bucket=8)
    expected = dedupe(read_corpus(corpus), at, parameters)
    labelled = [chunk for place, chunk in enumerate(read_corpus(corpus)) if place % 3 == 0]
    widened = widen(labelled, read_corpus(corpus), at, parameters)
    ran = json.loads(python(HERE / "two_ray_workers.py", corpus, tmp_path))
    assert ran["workers"] == 2 and len(ran["killed"]) == 1
    assert ran["results"] == [encode(expected.to_dict()).decode()] * 2
    assert len(widened.pairs) > 10 and ran["widened"] == encode(widened.pairs).decode()
