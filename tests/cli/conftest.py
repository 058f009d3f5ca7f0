"""`goldkit generate` against the scripted server, for the tests of what it asks, costs and survives."""

import json

import pytest
import typer
from typer.testing import CliRunner

from goldkit.cli.generate import generate
from goldkit.store.golden import GoldenDirectory

TEAMS = ["red", "green", "blue", "amber", "violet", "white"]


def question_about(passage):
    """A good reply to a passage of the corpus below."""
    number = int(passage.split()[2])
    question = f"When does the {TEAMS[number % 6]} team open number {number} {'again and again' * (number % 3)}?"
    return {"quote": passage.rstrip("."), "question": question, "answer": str(number)}


@pytest.fixture
def good():
    """From a request's body to a good reply: a dict of quote, question and answer."""
    return lambda body: question_about(body["messages"][-1]["content"].splitlines()[1])


@pytest.fixture
def golden(tmp_path):
    """Opens the golden directory that `asking` writes to."""
    return lambda: GoldenDirectory(tmp_path / "golden")


@pytest.fixture
def generating(tmp_path, monkeypatch):
    """Runs `goldkit generate` with the arguments that are given and no others; errors are raised as they are."""
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.setenv("GOLDKIT_DIR", str(tmp_path / "golden"))

    def run(*arguments):
        app = typer.Typer()
        app.command()(generate)
        result = CliRunner().invoke(app, [*arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result

    return run


@pytest.fixture
def asking(tmp_path, llm_server, generating, good):
    """Runs `goldkit generate` on 24 chunks; errors are raised as they are. The server answers well."""
    rows = [
        {"id": f"d{at % 4}#{at}", "text": f"The valve {at} is opened at {at} o'clock each day."} for at in range(24)
    ]
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    llm_server.default = lambda body: llm_server.completion(good(body))
    where = ["--corpus", str(corpus), "--base-url", llm_server.url, "--model", "m"]
    return lambda *arguments: generating(*where, *arguments)
