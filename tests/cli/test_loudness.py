"""--quiet, --verbose and the shell's completion, each in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

SETS = ({"q1": ["a"], "q2": ["b"]}, {"q1": ["a"], "q2": ["x"]})


def run(folder, *words, **environment):
    command = [sys.executable, "-m", "goldkit", *words]
    return subprocess.run(command, cwd=folder, env=os.environ | environment, capture_output=True, text=True)


@pytest.fixture
def folder(tmp_path):
    for name, content in zip(("answers.json", "run.json", "asked.json"), (*SETS, ASKED), strict=True):
        (tmp_path / name).write_text(json.dumps(content))
    return tmp_path


ASKED = {"why is it slow?": ["a"]}
IMPORT = ("import", "mapping", "asked.json", "--golden", "golden")


def test_quiet_prints_data_and_no_words(folder):
    loud = run(folder, *IMPORT)
    assert loud.returncode == 0 and loud.stderr
    shutil.rmtree(folder / "golden")
    silent = run(folder, "--quiet", *IMPORT)
    assert (silent.returncode, silent.stderr, silent.stdout) == (0, "", loud.stdout)
    assert "recall@10" in run(folder, "-q", "score", "answers.json", "run.json").stdout


def test_quiet_still_tells_errors(folder):
    done = run(folder, "--quiet", "score", "nowhere.json", "run.json")
    assert done.returncode in (2, 3) and done.stderr.startswith("error: ")


def test_verbose_tells_the_time_and_where_an_error_arose(folder):
    done = run(folder, "--verbose", "score", "answers.json", "run.json")
    assert done.stderr.splitlines()[-1].startswith("goldkit --verbose score answers.json run.json: ")
    done = run(folder, "--verbose", "score", "nowhere.json", "run.json")
    assert "Traceback" in done.stderr and "\nerror: " in done.stderr
    assert "Traceback" not in run(folder, "score", "nowhere.json", "run.json").stderr


def test_both_exclude_each_other(folder):
    done = run(folder, "--quiet", "--verbose", "status")
    assert (done.returncode, done.stderr) == (2, "error: --quiet and --verbose exclude each other\n")


def test_the_shell_completes_commands_and_options(folder):
    def bash(words):
        place = str(len(words.split()) - 1)
        done = run(folder, _GOLDKIT_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=place)
        return done.stdout.split()

    assert bash("goldkit sco") == ["score"]
    assert set(bash("goldkit score --gate")) == {"--gate", "--gate-on", "--gate-run"}
    assert "--explain" in bash("goldkit check --ex")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(shell, folder):
    done = run(folder, "--show-completion", shell)
    assert done.returncode == 0 and "_GOLDKIT_COMPLETE" in done.stdout
