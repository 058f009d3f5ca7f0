"""What a command may load: the help of any command stays light, and scoring needs neither openai nor datasketch."""

import json
import subprocess
import sys

import pytest

from goldkit.cli.app import COMMANDS

HEAVY = (
    "numpy",
    "scipy",
    "pandas",
    "starlette",
    "uvicorn",
    "openai",
    "datasketch",
    "bm25s",
    "httpx2",
    "rapidfuzz",
    "pyarrow",
    "jinja2",
)
PROBE = """
import json, sys
from goldkit.cli.exits import run
code = run(sys.argv[1:])
print(json.dumps([code, sorted(m for m in sys.modules if "." not in m)]), file=sys.stderr)
"""


def loaded(*arguments: str, cwd=None) -> tuple[int, set[str]]:
    done = subprocess.run([sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, cwd=cwd)
    code, modules = json.loads(done.stderr.splitlines()[-1])
    return code, set(modules)


@pytest.mark.parametrize(
    "arguments", [["--help"], [], *([command.name, "--help"] for command in COMMANDS)], ids=" ".join
)
def test_help_is_light(arguments):
    code, modules = loaded(*arguments)
    assert code == 0
    assert modules.isdisjoint(HEAVY)


def test_scoring_needs_neither_openai_nor_datasketch(tmp_path):
    (tmp_path / "set.json").write_text('{"q1": ["c1"], "q2": ["c2"]}')
    (tmp_path / "run.json").write_text('{"q1": ["c1"], "q2": ["c9", "c2"]}')
    code, modules = loaded("score", "set.json", "run.json", cwd=tmp_path)
    assert code == 0
    assert modules.isdisjoint({"openai", "datasketch", "scipy", "pandas", "starlette", "uvicorn"})


def test_the_package_itself_imports_next_to_nothing():
    code = "import sys, goldkit; print(sorted(m for m in sys.modules if m in %r))" % ((*HEAVY, "typer", "rich"),)  # noqa: UP031
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
