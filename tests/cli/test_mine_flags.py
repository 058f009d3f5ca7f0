"""`goldkit mine --map` with true and false beside the chunks, and with values that say nothing."""

import json

import pytest
import typer
from typer.testing import CliRunner

from goldkit.cli.mine import mine
from goldkit.store.golden import GoldenDirectory

YES = [True, "true", 1, "1"]
NO = [False, "false", 0, "0"]


@pytest.fixture
def run(tmp_path):
    app = typer.Typer()
    app.command()(mine)

    def run_(record, **mapping):
        log = tmp_path / "log.jsonl"
        log.write_text(json.dumps({"q": "why does it stall?"} | record) + "\n")
        maps = [part for name, path in mapping.items() for part in ("--map", f"{name}={path}")]
        where = ["--golden", str(tmp_path / "golden")]
        done = CliRunner().invoke(app, [str(log), "--map", "query=q", *maps, *where])
        assert done.exit_code == 0, done.output
        return done.stdout, {line.chunk: line.evidence for line in GoldenDirectory(tmp_path / "golden").judgments()}

    return run_


@pytest.mark.parametrize(("yes", "no"), list(zip(YES, NO, strict=True)))
@pytest.mark.parametrize("name", ["clicked", "copied", "cited"])
def test_true_beside_a_chunk_is_evidence_for_it(run, name, yes, no):
    results = [{"ref": "a", "used": no}, {"ref": "b"}, {"ref": "c", "used": yes}]
    text, found = run({"results": results}, chunks="results.ref", **{name: "results.used"})
    assert found == {"c": {"shown": 1, "best_rank": 3, name: 1}}
    assert "note" not in text


def test_objects_nested_deeper_and_lists_inside_a_string(run):
    hits = json.dumps([{"doc": {"id": "a"}, "opened": False}, {"doc": {"id": "b"}, "opened": True}])
    assert run({"r": {"hits": hits}}, chunks="r.hits.doc", clicked="r.hits.opened")[1].keys() == {"b"}


def test_all_false_is_no_evidence_and_no_oddity(run):
    text, found = run({"results": [{"ref": "a", "used": False}]}, chunks="results.ref", clicked="results.used")
    assert found == {"a": {"shown": 1, "best_rank": 1}} and "note" not in text


def test_ids_and_positions_in_the_same_list_stay_what_they_are(run):
    results = [{"ref": "1", "clicked": "1"}, {"ref": "0"}]
    assert run({"results": results}, chunks="results.ref", clicked="results.clicked")[1]["1"]["clicked"] == 1


@pytest.mark.parametrize("value", [True, [True, False]])
def test_true_beside_no_chunk_is_noted(run, value):
    text, _ = run({"docs": ["a", "b"], "opened": value}, chunks="docs", clicked="opened")
    assert "note  1  clicked that is no chunk id, nor true or false beside one" in text


@pytest.mark.parametrize("context", [["first passage", "second"], "long " * 100])
def test_passages_mapped_as_context_are_told(run, context):
    text, _ = run({"ctx": context}, context="ctx")
    assert "--map chunks=ctx?" in text


@pytest.mark.parametrize("context", ["and before?", [{"role": "user", "content": "and before?"}]])
def test_a_turn_before_is_no_passage(run, context):
    assert "--map chunks=" not in run({"ctx": context}, context="ctx")[0]
