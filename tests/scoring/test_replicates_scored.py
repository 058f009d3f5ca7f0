"""Several runs of one pipeline: averaged, and a delta within their spread never called."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from goldkit.errors import UsageError
from goldkit.library.score import score
from goldkit.reports.score_text import score_text
from goldkit.results.score import Delta, ScoreResult
from goldkit.scoring.gate_grammar import parse_gate
from goldkit.scoring.options import ScoreOptions

N = 60


def scored(make: SimpleNamespace, *lists: tuple[str, list[str]], **rest: Any) -> ScoreResult:
    queries = [make.query(f"q{i:03}", {"a": 1, "b": 1}) for i in range(N)]
    runs = [make.run(name, {f"q{i:03}": tuple(found) for i, found in enumerate(rankings)}) for name, rankings in lists]
    options = ScoreOptions(replicates=2_000, average=True)
    return score(make.scoreset(*queries, **rest), runs, ["recall@2", "MRR"], 2, options=options)


def gains(count: int) -> list[str]:
    """Rankings of which so many find both chunks, the others one."""
    return ["ab"] * count + ["ax"] * (N - count)


def primary(result: ScoreResult) -> Delta:
    return next(delta for delta in result.deltas if delta.p_adjusted is not None)


def test_runs_of_one_name_are_one_row_of_averages(make: SimpleNamespace) -> None:
    result = scored(make, ("base", gains(0)), ("dense", gains(20)), ("dense", gains(26)))
    assert [run.name for run in result.runs] == ["base", "dense"]
    assert result.runs[1].means["recall@2"] == pytest.approx((0.5 + 20 / 120 + 0.5 + 26 / 120) / 2)
    (found,) = result.replicates
    assert (found.run, found.measure) == ("dense", "recall@2")
    assert found.means == pytest.approx((0.5 + 20 / 120, 0.5 + 26 / 120))
    assert found.spread == pytest.approx(6 / 120 / 2**0.5)
    assert "dense: 2 runs averaged, recall@2 0.667, 0.717, spread 0.035" in score_text(result)


def test_a_delta_within_the_spread_is_not_called(make: SimpleNamespace) -> None:
    """By its p-value alone dense is better; but its own two runs differ by more than that."""
    alone = primary(scored(make, ("base", gains(0)), ("dense", gains(10))))
    assert alone.verdict == "better"
    assert alone.spread is None
    found = primary(scored(make, ("base", gains(0)), ("dense", gains(4)), ("dense", gains(16))))
    assert found.delta == pytest.approx(alone.delta)
    assert found.p_adjusted is not None
    assert found.p_adjusted < 0.05
    assert (found.verdict, found.without_largest) == ("too_small", None)
    assert found.spread is not None
    assert found.spread > found.delta
    assert found.reason == f"runs of one pipeline differ by up to ±{found.spread:.3f} (1 and 2 runs)"
    assert f"Too small to call: {found.reason}; more runs would tell." in found.reading


def test_a_delta_a_little_within_the_spread_is_not_called_either(make: SimpleNamespace) -> None:
    found = primary(scored(make, ("base", gains(0)), ("dense", gains(31)), ("dense", gains(35))))
    assert found.spread is not None
    assert found.spread / 2 < found.delta < found.spread
    assert found.verdict == "too_small"


def test_a_delta_beyond_the_spread_is_called(make: SimpleNamespace) -> None:
    lists = [("base", gains(0)), ("base", gains(1)), ("base", gains(0)), *(("dense", gains(n)) for n in (30, 31, 29))]
    found = primary(scored(make, *lists))
    assert found.verdict == "better"
    assert found.spread is not None
    assert 0 < found.spread < found.delta


def test_runs_that_are_alike_change_nothing(make: SimpleNamespace) -> None:
    once = primary(scored(make, ("base", gains(0)), ("dense", gains(20))))
    twice = primary(scored(make, ("base", gains(0)), ("dense", gains(20)), ("dense", gains(20))))
    assert twice.spread == 0.0
    assert (twice.verdict, twice.p, twice.interval) == (once.verdict, once.p, once.interval)


def test_a_spread_wider_than_the_margin_is_not_equivalence(make: SimpleNamespace) -> None:
    lists = [("base", gains(10)), ("dense", gains(9)), ("dense", gains(11))]
    assert primary(scored(make, *lists, margin=0.1)).verdict == "too_small"
    assert (
        primary(scored(make, ("base", gains(10)), ("dense", gains(10)), ("dense", gains(10)), margin=0.1)).verdict
        == "equivalent"
    )


def test_what_any_run_of_a_pipeline_found_it_found(make: SimpleNamespace) -> None:
    """Labels that only the pipeline's second run has are the pipeline's own."""
    result = scored(make, ("base", ["ax"] * N), ("dense", ["ax"] * N), ("dense", gains(6)))
    assert [(left.run, left.labels) for left in result.left_out] == [("dense", 6)]
    assert result.left_out[0].deltas[0].without == 0.0


def test_one_name_twice_is_a_mistake_unless_it_is_meant(make: SimpleNamespace) -> None:
    run = make.run("dense", {"q": ["a"]})
    with pytest.raises(UsageError, match="two runs are named 'dense'"):
        score(make.scoreset(make.query("q", {"a": 1})), [run, run])
    with pytest.raises(UsageError, match="--stage dense: several runs go by that name"):
        score(
            make.scoreset(make.query("q", {"a": 1})),
            [run, run],
            options=ScoreOptions(average=True, stages=("dense", "dense")),
        )


def test_a_gate_on_another_measure_sees_the_average_too(make: SimpleNamespace) -> None:
    queries = [make.query(f"q{i:03}", {"a": 1, "b": 1}) for i in range(N)]
    lists = (gains(0), gains(0), gains(N))
    runs = [
        make.run(name, {f"q{i:03}": tuple(found) for i, found in enumerate(rankings)})
        for name, rankings in zip(("base", "dense", "dense"), lists, strict=True)
    ]
    gate = parse_gate("complete@2 >= 0.4")
    options = ScoreOptions(replicates=500, average=True, gates=(gate,))
    (found,) = score(make.scoreset(*queries), runs, ["recall@2"], 2, options=options).gates
    assert found.figure == pytest.approx(0.5)
