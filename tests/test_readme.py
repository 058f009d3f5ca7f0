"""The README tells what is so: its set-up lines, its printed parts, every command and every file of the house."""

import importlib.util
import re
import shutil
from pathlib import Path

from goldkit.cli.app import COMMANDS

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def readme_parts():
    specification = importlib.util.spec_from_file_location("readme_parts", Path(__file__).parent / "readme.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_two_lines_set_everything_up_and_stand_at_the_top():
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv .venv && ")]
    assert lines == [
        "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/goldkit demo",
        'python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]" && .venv/bin/python -m pytest',
    ]
    assert README.index(lines[1]) < 2500


def test_printed_parts_are_what_the_commands_print(demo, tmp_path):
    story = tmp_path / "story"
    shutil.copytree(demo[0], story)
    parts = readme_parts()
    assert parts.PART.search(README)
    assert parts.filled(README, story) == README, "run: python tests/readme.py"


def test_every_command_is_told_of():
    for command in COMMANDS:
        assert f"<!-- goldkit {command.name} --help -->" in README, command.name


def test_every_link_to_a_file_leads_somewhere():
    root = Path(__file__).parent.parent
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", README)
    assert [link for link in links if not (root / link).exists()] == []
