"""`check --explain`: every finding has its meaning, an example and a cure that names commands which exist."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from goldkit.checks.catalogue import CHECKS, FIRST
from goldkit.checks.examples import EXAMPLES
from goldkit.checks.explain import explain, summaries
from goldkit.cli.app import COMMANDS, app_for
from goldkit.errors import UsageError

NAMES = (*FIRST, *CHECKS)


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app_for(["check"]), ["check", "--explain", *arguments], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.output


def test_every_finding_is_explained_and_nothing_else() -> None:
    assert sorted(EXAMPLES) == sorted(NAMES)
    assert list(summaries()) == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_one_finding(name: str) -> None:
    said = explain(name)
    assert said.meaning.endswith((".", ")")) and "\n" not in said.meaning
    assert len(said.example) > 20 and said.cure
    for command in re.findall(r"goldkit ([a-z]+)", f"{said.example} {said.cure}"):
        assert command in {one.name for one in COMMANDS}


def test_a_cure_names_only_options_that_there_are() -> None:
    for _, cure in EXAMPLES.values():
        for name, rest in re.findall(r"goldkit ([a-z]+)([^;(`]*)", cure):
            (command,) = [one for one in COMMANDS if one.name == name]
            help_ = CliRunner(env={"COLUMNS": "200"}).invoke(app_for([name]), [name, "--help"]).output
            assert all(option in help_ for option in re.findall(r"--[a-z-]+", rest)), (command.name, rest)


def test_as_text_and_as_json() -> None:
    assert run("disputed").splitlines()[0] == "disputed"
    assert "for example: ana says 3" in run("disputed") and "cure: goldkit review --apply FILE" in run("disputed")
    assert run().count("\n") == 2 * len(NAMES)
    assert json.loads(run("disputed", "--json"))["name"] == "disputed"
    assert set(json.loads(run("--json"))) == set(NAMES)


@pytest.mark.parametrize(
    ("name", "about", "cure"),
    [
        ("fact-without-label", "fact", "goldkit review"),
        ("unanswerable-with-answer", "unanswerable", "goldkit review --apply"),
        ("query-without-label", "quer", "goldkit review"),
        ("copies-on-two-sides", "copies", "goldkit review --apply"),
        ("unknown-query", "quer", "git -C golden diff"),
        ("changed-chunk", "text", "goldkit rebase"),
        ("vanished-chunk", "corpus", "goldkit rebase"),
        ("look-alike-ids", "white space", "correct the id"),
        ("private-text", "private", "goldkit mine"),
        ("judges-apart", "kappa", "goldkit review"),
        ("all-answer", "grade", "goldkit review --again"),
    ],
)
def test_what_a_reader_of_a_finding_is_told(name: str, about: str, cure: str) -> None:
    said = run(name)
    assert said.startswith(f"{name}\n") and about in said.lower(), said
    assert cure in said.partition("cure: ")[2], said


def test_an_unknown_name_is_answered_with_all_that_there_are() -> None:
    with pytest.raises(UsageError, match="no finding is called 'nope'; there are: broken-seal, "):
        run("nope")


def test_a_name_without_the_option_is_refused() -> None:
    with pytest.raises(UsageError, match="only after --explain"):
        CliRunner().invoke(app_for(["check"]), ["check", "disputed"], standalone_mode=False, catch_exceptions=False)
