from __future__ import annotations

from types import SimpleNamespace

import pytest
from uncounted import score

from goldkit.errors import UsageError
from goldkit.reports.score_text import score_text
from goldkit.results.stages import FactCount
from goldkit.scoring.options import ScoreOptions

OPTIONS = ScoreOptions(stages=("candidates", "final"))


@pytest.fixture
def pipeline(make: SimpleNamespace) -> SimpleNamespace:
    """Five facts at k 2: reached, dropped, still listed below k, never found, and two copies of one fact of which one is lost."""
    wanted = make.scoreset(
        make.query("q1", {"a": 1, "b": 1, "c": 1, "d": 1}),
        make.query("q2", {"e": 1, "f": 1}, facts=(make.fact("e", "f"),)),
        k=2,
    )
    runs = [
        make.run("candidates", {"q1": ["x", "y", "b", "a", "c"], "q2": ["e", "f"]}),
        make.run("final", {"q1": ["a", "x", "c"], "q2": ["f"]}),
    ]
    return SimpleNamespace(set=wanted, runs=runs)


def test_each_fact_is_reached_lost_or_never_found(pipeline: SimpleNamespace) -> None:
    found = score(pipeline.set, pipeline.runs, options=OPTIONS).stages
    assert found is not None
    assert (found.names, found.k, found.facts, found.sudden) == (("candidates", "final"), 2, 5, 0)
    assert found.reached == FactCount(count=2, share=0.4)
    assert [(loss.stage, loss.facts.count, loss.below) for loss in found.lost] == [("final", 2, 1)]
    assert found.never == FactCount(count=1, share=0.2)


def test_a_loss_belongs_to_the_stage_after_the_last_one_that_had_it(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1, "b": 1, "c": 1}))
    runs = [
        make.run(name, {"q1": list(ranking)}) for name, ranking in (("one", "abx"), ("two", "bcx"), ("three", "cx"))
    ]
    found = score(wanted, runs, options=ScoreOptions(stages=("one", "two", "three"))).stages
    assert found is not None
    assert [(loss.stage, loss.facts.count) for loss in found.lost] == [("two", 1), ("three", 1)]
    assert (found.reached.count, found.never.count, found.sudden) == (1, 0, 0)


def test_the_report_says_it_in_counts_and_shares(pipeline: SimpleNamespace) -> None:
    text = score_text(score(pipeline.set, pipeline.runs, options=OPTIONS))
    assert "stages candidates → final: 5 facts" in text
    assert "lost by final                2  40.0%  (1 of them still listed, below k)" in text
    assert "never found by candidates    1  20.0%" in text


def test_stages_of_different_pipelines_are_doubted(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    runs = [make.run("candidates", {"q1": ["x"]}), make.run("final", {"q1": ["a"]})]
    result = score(wanted, runs, options=OPTIONS)
    assert result.stages is not None and result.stages.sudden == 1
    assert "final reached 1 fact that candidates had not: are these stages of one pipeline?" in score_text(result)


def test_a_frozen_sets_stages_are_counts_only(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("secret", {"hidden": 1}), frozen=True, digest="d")
    runs = [make.run("candidates", {"secret": ["x", "hidden"]}), make.run("final", {"secret": ["x"]})]
    result = score(wanted, runs, options=OPTIONS)
    assert "secret" not in str(result.to_dict()["stages"]) and "hidden" not in score_text(result)


def test_the_json_has_stages_only_where_they_were_named(pipeline: SimpleNamespace) -> None:
    assert "stages" not in score(pipeline.set, pipeline.runs).to_dict()
    assert score(pipeline.set, pipeline.runs, options=OPTIONS).to_dict()["stages"]["reached"] == {
        "count": 2,
        "share": 0.4,
    }


def test_requests_that_do_not_fit(pipeline: SimpleNamespace) -> None:
    with pytest.raises(UsageError, match="at least two"):
        score(pipeline.set, pipeline.runs, options=ScoreOptions(stages=("final",)))
    with pytest.raises(UsageError, match="'other' are none of the runs"):
        score(pipeline.set, pipeline.runs, options=ScoreOptions(stages=("final", "other")))
