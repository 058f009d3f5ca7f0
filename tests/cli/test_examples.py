"""Every command's help carries an example, and every example runs in the folder that the demo leaves."""

import shlex
import shutil
import subprocess
import sys

import pytest

from goldkit.cli.app import COMMANDS


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_help_shows_the_example(command, monkeypatch):
    done = subprocess.run([sys.executable, "-m", "goldkit", command.name, "--help"], capture_output=True, text=True)
    assert command.example.split()[:2] == ["goldkit", command.name]
    assert command.example in " ".join(done.stdout.split())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_example_runs_on_the_samples(command, demo, tmp_path):
    folder = tmp_path / "story"
    shutil.copytree(demo[0], folder)
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command.example)],
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
