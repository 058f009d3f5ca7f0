"""The README's way from a BEIR folder to a gated pull request, gone as printed: its lines, and the workflow they leave."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SANITY, PULL_REQUEST = "A known collection as a sanity check", "From a BEIR folder to a gated pull request"
WHO = {"GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.org", "GIT_COMMITTER_NAME": "Ana"}
WHO |= {"GIT_COMMITTER_EMAIL": "ana@example.org", "GIT_CONFIG_GLOBAL": os.devnull}


def blocks(title: str, language: str) -> list[str]:
    """The code blocks of a section."""
    section = README.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


@pytest.fixture
def repository(demo, tmp_path, monkeypatch):
    """A repository with a BEIR folder, a retriever and two runs, beside a checkout of goldkit; `goldkit` is on the path."""
    program = tmp_path / "bin" / "goldkit"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m goldkit "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    for name, value in WHO.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "goldkit").symlink_to(ROOT)
    folder = tmp_path / "repository"
    folder.mkdir()
    story = tmp_path / "story"
    shutil.copytree(demo[0], story)
    sh(f"goldkit export beir {folder}/collection --corpus corpus.jsonl", story)
    for name, run in {"before": "hybrid", "after": "hybrid-rerank"}.items():
        sh(f"goldkit export trec {folder}/{name}.trec --run runs/{run}.jsonl --rank-scores", story)
    (folder / "search.py").write_text(blocks(SANITY, "python")[0])
    sh("git init -q -b main", folder)
    return folder


def sh(script: str, folder: Path, ends: int = 0, **environment: str) -> str:
    """What lines of shell print; they stop at the first error."""
    given = ["bash", "-e", "-o", "pipefail", "-c", script]
    done = subprocess.run(given, cwd=folder, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == ends, done.stdout + done.stderr
    return done.stdout


def test_the_sanity_check_runs_as_printed(repository):
    (lines,) = blocks(SANITY, "sh")
    assert re.search(r"\nbm25 +0\.\d{3} \[", sh(lines, repository))
    shutil.rmtree(repository / "golden")
    assert "bm25" in sh("goldkit score collection bm25.jsonl", repository)


def test_on_cranfield_it_gives_the_figure_that_is_told(real_data, repository):
    shutil.rmtree(repository / "collection")
    shutil.copytree(real_data / "cranfield/beir", repository / "collection")
    printed = sh(blocks(SANITY, "sh")[0], repository)
    told = re.search(r"this prints nDCG@10 (0\.\d{3})", README)[1]
    assert re.search(rf"\n +nDCG@10 +recall@10\nbm25 +{told} ", printed), printed


def test_the_pull_request_is_gated_as_printed(repository):
    first, second, _ = blocks(PULL_REQUEST, "sh")
    assert re.search(r"exit code [015]\n$", sh(first, repository))
    sh(second, repository)
    steps = workflow(repository)
    sh("git clone -q --bare . ../origin.git && git remote add origin ../origin.git && git fetch -q", repository)
    sh("git checkout -q -b tidy && git commit -q --allow-empty -m tidy", repository)
    assert played(repository, steps) == "0"
    shutil.rmtree(repository / "runs")
    sh("git worktree remove --force ../main && git checkout -q -b worse main", repository)
    search = (repository / "search.py").read_text()
    (repository / "search.py").write_text(search.replace("tokenize(query,", "tokenize(query.split()[0],"))
    sh("git commit -q -a -m worse", repository)
    assert played(repository, steps) == "1"
    sh(steps["Verdict"]["run"], repository, ends=1, CODE="1")


def test_a_repository_without_a_retriever_is_gated_by_the_runs_it_brings(repository):
    first, _, second = blocks(PULL_REQUEST, "sh")
    (repository / "search.py").unlink()
    sh(f"{first}\n{second}", repository)
    steps = workflow(repository)
    sh("git clone -q --bare . ../origin.git && git remote add origin ../origin.git && git fetch -q", repository)
    sh("git checkout -q -b same && git commit -q --allow-empty -m same", repository)
    assert played(repository, steps) == "0"
    sh("git checkout -q -b worse && awk '$4 > 4' before.trec > runs/branch.jsonl", repository)
    sh("git commit -q -m run runs/branch.jsonl", repository)
    assert played(repository, steps) == "1"


def workflow(repository: Path) -> dict[str, dict[str, str]]:
    """The named steps of the workflow that the lines left."""
    text = (repository / ".github/workflows/retrieval.yml").read_text()
    steps = yaml.safe_load(text)["jobs"]["score"]["steps"]
    assert "app.search" not in text.split("name: retrieval", 1)[1]
    return {step["name"]: step for step in steps if "name" in step}


def played(repository: Path, steps: dict[str, dict[str, str]]) -> str:
    """The steps as GitHub runs them on the branch that is checked out; the exit code that the score gave."""
    files = {"GITHUB_OUTPUT": str(repository / "output"), "GITHUB_STEP_SUMMARY": str(repository / "summary")}
    given = {"BASE": "main", "GITHUB_WORKSPACE": str(repository)} | files
    (repository / "output").unlink(missing_ok=True)
    sh(steps["Retrieve with this branch and with main"]["run"], repository, **given)
    sh(steps["Score"]["run"], repository, **given)
    return (repository / "output").read_text().strip().removeprefix("code=")
