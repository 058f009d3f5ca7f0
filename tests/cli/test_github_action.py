"""The ready GitHub Action is valid, and its steps do on the samples what they say."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

SAMPLES = Path(__file__).parents[2] / "samples"
ACTION = yaml.safe_load((SAMPLES / "github-action.yml").read_text())
STEPS = {step.get("name", step.get("uses", step.get("run"))): step for step in ACTION["jobs"]["score"]["steps"]}


@pytest.fixture
def folder(demo, tmp_path):
    """What the demo leaves, with the runs of main and branch in their places, and `goldkit` on the path."""
    folder = tmp_path / "story"
    shutil.copytree(demo[0], folder)
    shutil.copy(folder / "runs/hybrid.jsonl", folder / "runs/main.jsonl")
    shutil.copy(folder / "runs/hybrid-rerank.jsonl", folder / "runs/branch.jsonl")
    program = tmp_path / "bin" / "goldkit"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m goldkit "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder


def step(folder: Path, name: str, **environment: str) -> subprocess.CompletedProcess:
    """One step as GitHub runs it: bash that stops at the first error."""
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    files = {"GITHUB_OUTPUT": str(folder / "output"), "GITHUB_STEP_SUMMARY": str(folder / "summary")}
    given = {**os.environ, **files, "PATH": path, **environment}
    script = ["bash", "-e", "-o", "pipefail", "-c", STEPS[name]["run"]]
    return subprocess.run(script, cwd=folder, capture_output=True, text=True, env=given)


def test_it_is_a_workflow_for_pull_requests():
    assert ACTION[True] == "pull_request"  # YAML 1.1 reads the key `on` as true
    assert {"Retrieve with this branch and with main", "Score", "Comment", "Verdict"} <= STEPS.keys()
    written = "".join(step.get("run", "") for step in STEPS.values())
    assert "${{" not in written  # what others wrote reaches a shell by its environment only


def test_the_score_step_runs_on_the_samples_and_is_open_about_a_small_slice(folder):
    done = step(folder, "Score")
    assert done.returncode == 0, done.stderr
    comment = (folder / "score.md").read_text()
    assert (folder / "summary").read_text() == comment
    assert re.search(r"\*\*gates: inconclusive \(\d passed, \d inconclusive\)\*\*", comment)
    assert (folder / "output").read_text() == "code=5\n"


@pytest.mark.parametrize(("code", "ends"), [("0", 0), ("5", 0), ("1", 1), ("2", 2), ("3", 3)])
def test_the_last_step_stops_a_merge_unless_the_gates_passed_or_are_open(folder, code, ends):
    done = step(folder, "Verdict", CODE=code)
    assert (done.returncode, "::warning" in done.stdout) == (ends, code == "5")
