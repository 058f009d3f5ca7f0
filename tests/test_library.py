"""`import goldkit` is the library: sorted names, loaded when asked for, known to type checkers, as the README shows them."""

import ast
import contextlib
import inspect
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

import goldkit

ALONE = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def typed() -> dict[str, str]:
    """Name → "module:attribute", as the imports say that only type checkers read."""
    tree = ast.parse(Path(goldkit.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    return {name.asname or name.name: f"{line.module}:{name.name}" for line in block.body for name in line.names}


def test_the_names_are_sorted_and_everywhere_the_same():
    assert goldkit.__all__ == sorted(set(goldkit.__all__))
    assert list(goldkit._PLACES) == goldkit.__all__
    assert typed() == goldkit._PLACES
    assert set(goldkit.__all__) <= set(dir(goldkit))


@pytest.mark.parametrize("name", goldkit.__all__)
def test_every_name_loads_and_says_what_it_is(name):
    assert getattr(goldkit, name).__doc__
    assert name in vars(goldkit), "it is found at once from now on"


CALLS = [name for name in goldkit.__all__ if goldkit._PLACES[name].startswith("goldkit.library.")]


@pytest.mark.parametrize("name", CALLS)
def test_a_command_s_function_tells_its_arguments_and_errors(name):
    function = getattr(goldkit, name)
    told = inspect.getdoc(function)
    assert [one for one in inspect.signature(function).parameters if not re.search(rf"\b{one}\b", told)] == []
    assert "\n\n" in told and "Raises UsageError" in told


def test_another_name_is_none():
    with pytest.raises(AttributeError, match="module 'goldkit' has no attribute 'nope'"):
        goldkit.nope  # noqa: B018  # asking is the test


def test_type_checkers_see_the_types():
    asked = 'import goldkit\ngoldkit.score(goldkit.set_of({"q": {"c"}}), [goldkit.run_of("r", {"q": ["c"]})], k="2")'
    said, _, code = api.run(["--config-file=", "--strict", "--no-error-summary", "-c", asked])
    assert code == 1
    assert re.fullmatch(r'<string>:2: error: Argument "k" to "score" has incompatible type "str".*\n', said), said


def test_the_readme_s_lines_run():
    (code,) = re.findall(r"```python\n(import goldkit\n.*?)```", README, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert "2 of 2 queries in every mean · k 2" in printed.getvalue()
    assert re.search(r"^after +1\.000", printed.getvalue(), re.MULTILINE)


def test_the_readme_s_functions_and_its_pytest_run_in_the_folder_of_the_demo(demo, tmp_path):
    story = shutil.copytree(demo[0], tmp_path / "story")
    section = README.split("\n## As a library\n")[1].split("\n## ")[0]
    _, functions, gate = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    (story / "test_theirs.py").write_text(gate, encoding="utf-8")
    plugin = ("-p", "goldkit.pytest_plugin", "-p", "no:cacheprovider", "--rootdir", ".")
    for given in (["-W", "error", "-c", functions], ["-m", "pytest", "-q", *plugin, "test_theirs.py"]):
        done = subprocess.run([sys.executable, *given], cwd=story, env=ALONE, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
