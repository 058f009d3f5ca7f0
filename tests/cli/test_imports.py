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
NEVER_IN_MEANS = (
    "pydantic",
    "numpy",
    "rich",
    "statistics",
    "goldkit.results.explain",
    "goldkit.results.per_query",
    "goldkit.results.stages",
    "goldkit.results.weighted",
    "goldkit.scoring.documents",
    "goldkit.scoring.gate_grammar",
    "goldkit.scoring.lengths",
    "goldkit.sets.stored_texts",
)
"""Of options that are not given, or of statistics: a small set is scored while these are imported."""
PROBE = """
import json, sys
from goldkit.cli.exits import run
code = run(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
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


def test_means_alone_import_nothing_of_the_rest(tmp_path):
    (tmp_path / "set.qrels").write_text("q1 0 c1 1\nq2 0 c2 1\n")
    (tmp_path / "run.trec").write_text("q1 Q0 c1 1 2.5 run\nq2 Q0 c9 1 1.5 run\n")
    code, modules = loaded("score", "set.qrels", "run.trec", "--means-only", cwd=tmp_path)
    assert code == 0
    assert modules.isdisjoint(NEVER_IN_MEANS)


def test_plain_options_need_no_pydantic(tmp_path):
    (tmp_path / "set.json").write_text('{"q1": ["c1"], "q2": ["c2"]}')
    (tmp_path / "run.json").write_text('{"q1": ["c1"], "q2": ["c9", "c2"]}')
    options = ["--k", "5", "-m", "MRR", "--baseline", "run", "--seed", "3", "--count", "chunks", "--csv", "out.csv"]
    code, modules = loaded("score", "set.json", "run.json", *options, "--golden", ".", cwd=tmp_path)
    assert code == 0
    assert "pydantic" not in modules


def test_the_package_itself_imports_next_to_nothing():
    code = "import sys, goldkit; print(sorted(m for m in sys.modules if m in %r))" % ((*HEAVY, "typer", "rich"),)  # noqa: UP031
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
