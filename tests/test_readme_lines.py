"""Every line of shell in the README runs as printed, in a folder with files of the names it uses; what cannot run says why."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    [line.split("  #")[0].strip() for line in block.splitlines()]
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
]
ELSEWHERE = {
    "python3 -m venv": ".ci/run runs both lines in a fresh clone",
    "goldkit import beir collection": "its section is gone through by test_readme_collection.py",
    "mkdir": "likewise",
    "goldkit retrieve": "names of a user's own; tests/retrieval runs each of the three forms",
    "goldkit generate --corpus corpus.jsonl -n 100 --like-log": "asks an endpoint; tests/generation has one of its own",
    "goldkit generate --corpus corpus.jsonl -n 10 --local": "needs the model; tests/llm runs it where it is installed",
    "RAY_ADDRESS": "needs a cluster; tests/duplicates/test_cluster_on_ray.py starts one",
}
STANDS_IN = {"goldkit review --corpus corpus.jsonl": "goldkit review --corpus corpus.jsonl --apply review.jsonl"}
"""A person at the page is replaced by a recorded review."""
HELPDESK = (
    "goldkit mine logs/helpdesk.jsonl --map query=question --map chunks=passages --map cited=cited --map feedback=thumb"
    " --map conversation=conv --map user=user --map time=ts --corpus corpus.jsonl"
)


def here(block: list[str]) -> list[str]:
    """The lines of a block that this test runs."""
    if any(block[0].startswith(start) for start in ("mkdir", "goldkit import beir collection")):
        return []
    return [STANDS_IN.get(line, line) for line in block if not line.startswith(tuple(ELSEWHERE))]


RUN = [lines for block in BLOCKS if (lines := here(block))]


@pytest.fixture(scope="module")
def folder(demo, tmp_path_factory) -> Path:
    """What the demo left, and files of the names that the README uses for a user's own."""
    folder = tmp_path_factory.mktemp("own") / "story"
    shutil.copytree(demo[0], folder)
    for name, run in {"before": "hybrid", "after": "hybrid-rerank", "run_200": "hybrid"}.items():
        shutil.copy(folder / f"runs/{run}.jsonl", folder / f"{name}.jsonl")
    shutil.copy(folder / "corpus.jsonl", folder / "corpus_200.jsonl")
    moved = [row | {"id": f"new/{row['id']}"} for row in rows(folder / "corpus.jsonl")]
    write(folder / "new.jsonl", moved)
    write(folder / "corpus_800.jsonl", moved)
    ranked = [row for row in rows(folder / "after.jsonl") if "chunks" in row]
    write(folder / "run_800.jsonl", [row | {"chunks": [f"new/{chunk}" for chunk in row["chunks"]]} for row in ranked])
    (folder / "q.csv").write_text("question,chunk\nhow do I drain a link?,ops/transfers.md#6\n")
    called("goldkit export ragas testset.jsonl --corpus corpus.jsonl", folder)
    collection = folder / "scifact"
    (collection / "qrels").mkdir(parents=True)
    write(collection / "queries.jsonl", [{"_id": "1", "text": "does it rain?"}])
    write(collection / "corpus.jsonl", [{"_id": "a", "title": "", "text": "It rains."}])
    (collection / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n1\ta\t1\n")
    return folder


@pytest.mark.parametrize("lines", RUN, ids=lambda lines: " ".join(lines[0].split()[1:3]))
def test_the_lines_of_a_block_run_one_after_another(lines, folder, tmp_path):
    story = tmp_path / "story"
    shutil.copytree(folder, story)
    if lines[0].startswith("goldkit mine"):  # the main line begins with nothing
        shutil.rmtree(story / "golden")
        called(HELPDESK, story)
    for line in lines:
        called(line, story)


def test_every_line_is_run_or_said_to_run_elsewhere():
    unused = [start for start in ELSEWHERE if not any(line.startswith(start) for block in BLOCKS for line in block)]
    assert unused == []
    assert sum(map(len, RUN)) > 18
    assert all(line.startswith("goldkit ") for lines in RUN for line in lines)


def called(line: str, folder: Path) -> None:
    """Run one line in a folder; it must end well."""
    command = [sys.executable, "-m", *shlex.split(line, comments=True)]
    done = subprocess.run(
        command, cwd=folder, env=os.environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, records: list[dict]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
