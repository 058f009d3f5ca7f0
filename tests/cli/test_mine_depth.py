"""`goldkit mine --depth`: what was only shown and is not proposed is counted, and may be proposed too."""

import json
from collections import Counter

import pytest
import typer
from typer.testing import CliRunner

from goldkit.cli.mine import mine
from goldkit.store.golden import GoldenDirectory

MAP = ["--map", "query=q", "--map", "chunks=docs", "--map", "clicked=clicks"]
SHOWN = {"q": "why does it stall?", "docs": ["a", "b", "c", "d", "e"]}
USED = {"q": "how do I drain it?", "docs": ["a", "b", "c"], "clicks": ["c"]}


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in (SHOWN, SHOWN, USED)))
    app = typer.Typer()
    app.command()(mine)

    def run_(golden, *more):
        done = CliRunner().invoke(app, [str(log), *MAP, "--golden", str(tmp_path / golden), *more])
        assert done.exit_code == 0, done.output
        counts = Counter(line.query for line in GoldenDirectory(tmp_path / golden).judgments())
        return done.stdout, sorted(counts.values())

    return run_


def test_what_was_only_shown_and_is_not_proposed_is_counted_once_a_pair(run):
    text, proposed = run("golden")
    assert proposed == [1, 3]
    assert "2 pairs shown below the best 3 of a question, with no sign of use, not proposed; --depth N" in text
    assert "2 pairs shown with no sign of use, beside others with one, not proposed" in text


def test_depth_proposes_more_or_fewer_of_what_was_only_shown(run):
    text, proposed = run("four", "--depth", "4")
    assert proposed == [1, 4]
    assert "1 pair shown below the best 4 of a question" in text
    text, proposed = run("nine", "--depth", "9")
    assert proposed == [1, 5] and "shown below" not in text


def test_json_tells_the_counts(run, tmp_path):
    text, _ = run("golden", "--json")
    value = json.loads(text)
    assert (value["depth"], value["below"], value["beside"]) == (3, 2, 2)
