"""The README tells what is so: its set-up lines, its printed parts, every command and every file of the house."""

import importlib.util
import re
import shlex
import shutil
from pathlib import Path
from xml.etree import ElementTree

import typer

from goldkit.cli.app import COMMANDS, app_for

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def beside(name):
    """A script of this folder as a module."""
    specification = importlib.util.spec_from_file_location(f"{name}_script", Path(__file__).parent / f"{name}.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_two_lines_set_everything_up_and_stand_at_the_top():
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv .venv && ")]
    assert lines == [
        "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/goldkit demo",
        'python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]" && .venv/bin/python -m pytest',
    ]
    assert README.index(lines[1]) < 2700


def test_printed_parts_are_what_the_commands_print(demo, tmp_path):
    story = tmp_path / "story"
    shutil.copytree(demo[0], story)
    parts = beside("readme")
    assert parts.PART.search(README)
    assert parts.filled(README, story, demo[1]) == README, "run: python tests/readme.py"


def test_the_picture_of_the_score_table_is_what_the_command_prints(demo, tmp_path):
    story = tmp_path / "story"
    shutil.copytree(demo[0], story)
    drawn = beside("pictures").score_svg(story)
    assert drawn == (ROOT / ".github/score.svg").read_text(encoding="utf-8"), "run: python tests/pictures.py"
    ElementTree.fromstring(drawn)


def test_pictures_are_there_small_and_described():
    pictures = dict(re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README))
    assert set(pictures.values()) == {".github/score.svg", ".github/report.webp", ".github/review.webp"}
    for words, path in pictures.items():
        assert len(words.split()) > 12, path
        assert 1_000 < (ROOT / path).stat().st_size < 150_000, path


def test_every_figure_of_the_story_is_printed_by_its_commands():
    story = README.split("## One regression, caught\n")[1].split("\n## ")[0]
    prose = re.sub(r"<!-- .*?<!-- end -->", "", story, flags=re.DOTALL)
    printed = "".join(re.findall(r"```text\n(.*?)```", story, re.DOTALL))
    told = re.findall(r"\d+\.\d+|\d{2,}|KLN-\d+", prose)
    assert len(told) > 7
    assert [figure for figure in told if figure not in printed] == []


def test_every_link_within_the_page_leads_to_a_heading():
    prose = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
    headings = re.findall(r"^##+ (.*)$", prose, re.MULTILINE)
    there = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    linked = set(re.findall(r"\]\(#([^)]+)\)", README))
    assert linked - there == set()
    assert len(linked) > 20


def test_every_file_of_the_golden_directory_is_told_of(demo):
    told = README.split("\n## The golden directory\n")[1].split("\n## ")[0]
    made = [path.name for path in (demo[0] / "golden").iterdir()]
    assert len(made) > 9
    assert [name for name in made if name not in told and not name.startswith((".git", ".lock"))] == []


def test_every_command_is_told_of():
    for command in COMMANDS:
        assert f"<!-- goldkit {command.name} --help -->" in README, command.name


def test_every_link_to_a_file_leads_somewhere():
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_benchmark_it_calls_on_is_there():
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", README))
    assert len(named) > 8
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_what_the_limits_say_a_set_can_show_is_printed():
    limits = README.split("\n## Limits\n")[1].split("\n## ")[0]
    told = re.search(r"192 questions show (\S+) between.*? 117 sealed ones, .*? (0\.\d+) between", limits, re.DOTALL)
    printed = "".join(re.findall(r"```text\n(.*?)```", README, re.DOTALL))
    for figure in told.groups():
        assert re.search(rf"differences in recall@5\s+show from {re.escape(figure)}", printed), figure


def lines_told():
    """Every command line of the page: of its blocks of shell and of its prose, without what follows a pipe or a comment."""
    prose = re.sub(r"<!-- .*?<!-- end -->", "", README, flags=re.DOTALL)
    shell = "".join(re.findall(r"```sh\n(.*?)```", prose, re.DOTALL)).replace("\\\n", " ").splitlines()
    prose = re.sub(r"```.*?```", "", prose, flags=re.DOTALL)
    inline = [" ".join(found.split()) for found in re.findall(r"`([^`]+)`", prose)]
    for line in [*shell, *inline]:
        words = shlex.split(line.split(" | ")[0].split("; ")[0], comments=True)
        words = words[next((at + 1 for at, word in enumerate(words) if word == "goldkit"), len(words)) :]
        if words and not words[0].startswith("-"):
            yield line, words


def test_every_option_it_names_is_one_of_the_command():
    commands = typer.main.get_command(app_for([])).commands
    told = list(lines_told())
    assert len(told) > 60
    for line, (command, *rest) in told:
        assert command in commands, line
        options = [word.split("=")[0] for word in rest if re.match(r"--?[a-z]", word)]
        known = {name for parameter in commands[command].params for name in parameter.opts}
        assert [option for option in options if option not in known] == [], line
