"""The map of the house names every folder of the package, and every path it names is there."""

import re
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
CODE = [word for found in re.findall(r"`([^`\n]+)`", PAGE.replace("```", "")) for word in found.split()]


def test_every_path_it_names_is_there():
    named = [word for word in CODE if "/" in word and "<" not in word and not word.startswith(("DIR", "."))]
    named += [word for word in CODE if word.startswith(".") and word != "."]
    assert len(named) > 60
    assert [path for path in named if not (ROOT / path).exists() and not path.startswith(".venv")] == []


def test_every_folder_of_the_package_is_named():
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "goldkit").rglob("*.py")}
    assert len(folders) > 20
    assert {str(folder) for folder in folders} - {word.rstrip("/") for word in CODE} == set()


def test_every_dict_it_names_is_where_it_says():
    named = re.findall(r"`([A-Z_]+)` (?:in|of) `(goldkit/[\w/]+)\.py`", PAGE)
    assert len(named) == 9
    for name, path in named:
        module = import_module(path.replace("/", ".").removesuffix(".__init__"))
        assert hasattr(module, name), (name, path)


def test_the_readme_leads_to_it_and_both_set_up_alike():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](.github/CONTRIBUTING.md)" in readme
    (line,) = [line for line in PAGE.splitlines() if line.startswith("python3 -m venv")]
    assert line in readme.splitlines()
