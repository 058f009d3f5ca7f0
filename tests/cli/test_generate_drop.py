"""`goldkit generate --drop`: one model's questions go, the rest stays, and they can be written again."""

import json
from dataclasses import replace

import pytest

from goldkit.checks.catalogue import run_checks
from goldkit.errors import UsageError
from goldkit.records import Chunk, SplitLine
from goldkit.sets.dropped import drop
from goldkit.sets.golden import read_golden

LATER = "2026-12-02T10:00:00Z"


@pytest.fixture
def written(asking, golden):
    """A golden directory with four questions of the model m."""
    asking("-n", "4")
    return golden()


def test_questions_are_set_aside_and_their_proposals_withdrawn(written, generating):
    lines = written.judgments()
    assert generating("--drop", "m").stdout == "m: 4 questions are set aside, 4 proposals are withdrawn\n"
    assert {query.aside for query in written.queries()} == {"dropped with its generator, m"}
    assert written.judgments()[:4] == lines
    assert {(line.grade, line.reason) for line in written.judgments()[4:]} == {(None, "dropped")}
    read = read_golden(written)
    assert read.dev() == [] and not any(read.labels(query, "proposed") for query in read.queries)


def test_a_second_time_and_a_dry_run_change_nothing(written, generating, tmp_path):
    names = ("queries.jsonl", "judgments.jsonl")
    before = [(tmp_path / "golden" / name).read_bytes() for name in names]
    told = json.loads(generating("--drop", "m", "--dry-run", "--json").stdout)
    assert (told["queries"], told["judgments"], told["dry_run"]) == (4, 4, True)
    assert [(tmp_path / "golden" / name).read_bytes() for name in names] == before
    generating("--drop", "m")
    after = [(tmp_path / "golden" / name).read_bytes() for name in names]
    assert "4 were set aside by an earlier drop" in generating("--drop", "m").stdout
    assert [(tmp_path / "golden" / name).read_bytes() for name in names] == after


def test_a_frozen_query_stays_and_is_counted(written):
    held = written.queries()[0].id
    written.append("split.jsonl", [SplitLine(query=held, at=LATER, why="freeze core", side="core")])
    found = drop(written, "m", LATER)
    assert (found.queries, found.frozen) == (3, 1)
    assert [query.id for query in written.queries() if query.aside is None] == [held]
    assert held not in {line.query for line in written.judgments() if line.grade is None}


def test_the_same_questions_can_be_written_by_another_model(written, asking, generating):
    generating("--drop", "m")
    asking("-n", "4", "--model", "other")
    read = read_golden(written)
    assert {query.generator["model"] for query in read.dev()} == {"other"} and len(read.dev()) == 4
    assert all(read.labels(query.id, "proposed") for query in read.dev())
    assert drop(written, "m", LATER).queries == 0


def test_another_model_s_name_is_told(written, generating):
    with pytest.raises(UsageError, match="--drop n: no question of that model; there are questions of m"):
        generating("--drop", "n")


@pytest.mark.parametrize("way", [("--drop", "m"), ("--rejected",)])
def test_options_that_would_do_nothing_are_refused_before_anything_is_done(written, asking, generating, way):
    before = written.queries()
    with pytest.raises(UsageError, match=f"{way[0]} asks nothing; leave out --corpus, -n, --model, --base-url "):
        asking("-n", "4", *way)
    with pytest.raises(UsageError, match=f"{way[0]} asks nothing; leave out --max-cost "):
        generating(*way, "--max-cost", "1")
    assert written.queries() == before


def test_a_question_whose_chunk_has_changed_since_is_found(written):
    chunk = written.chunks()[0]
    assert "changed-seed" not in {finding.name for finding in run_checks(written).findings}
    corpus = [replace(one, text=one.text + " No.", sha256="") if one == chunk else one for one in written.chunks()[:-1]]
    found = [finding.what for finding in run_checks(written, corpus=corpus).findings if finding.name == "changed-seed"]
    assert len(found) == 2
    assert any(f"another text of {chunk.id!r} than the corpus has now" in what for what in found)
    assert any("does not have any more" in what for what in found)
    written.add_chunks([Chunk(id=chunk.id, text="Something else.")])
    found = [finding for finding in run_checks(written).findings if finding.name == "changed-seed"]
    assert len(found) == 1 and "chunks.jsonl" in found[0].what
