"""Traffic-weighted means and what enters them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.library.score import score
from goldkit.reports.score_text import score_text
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.weighted import effective, traffic
from goldkit.statistics.blocks import block_sums, weighted_sums


def scored(make: SimpleNamespace, known: list[dict[str, Any]], lists: list[str], **options: Any) -> ScoreResult:
    """known: each query's fields; lists: the second run's rankings, while the first finds one of two chunks."""
    queries = [make.query(f"q{i:03}", {"a": 1, "b": 1}, **fields) for i, fields in enumerate(known)]
    runs = [
        make.run(name, {f"q{i:03}": tuple(found) for i, found in enumerate(rankings)})
        for name, rankings in (("before", ["ax"] * len(known)), ("after", lists))
    ]
    return score(
        make.scoreset(*queries), runs, ["recall@2"], 2, options=ScoreOptions(replicates=1_000, weighted=True, **options)
    )


def picked(weight: float, prob: float = 1.0, **rest: Any) -> dict[str, Any]:
    return {"weight": weight, "sampling": {"stratum": "s", "prob": prob}, **rest}


def test_a_query_counts_as_often_as_it_was_asked_and_for_those_not_picked(make: SimpleNamespace) -> None:
    """Ten are asked once and picked one time in two, so each stands for 2; ten are asked 8 times and all picked."""
    result = scored(make, [*([picked(1, 0.5)] * 10), *([picked(8)] * 10), {}], ["ab"] * 10 + ["xy"] * 11)
    found = result.weighted
    assert found is not None
    assert (found.n, found.left_out, found.blocks, found.measure) == (20, 1, 20, "recall@2")
    assert found.effective == pytest.approx(100**2 / (10 * 4 + 10 * 64))
    assert [run.mean for run in found.runs] == pytest.approx([0.5, 0.2])
    assert found.runs[0].delta is None
    assert found.runs[1].delta == pytest.approx(-0.3)
    assert result.deltas[0].delta == pytest.approx((10 * 0.5 - 11 * 0.5) / 21)
    text = score_text(result)
    assert (
        "weighted by traffic, recall@2: 20 queries in 20 independent groups, worth 14.7 equally weighted ones" in text
    )
    assert "left out, without a weight or a known chance of being picked: 1 query" in text


def test_equal_weights_give_the_plain_figures(make: SimpleNamespace) -> None:
    result = scored(make, [picked(3, 0.5)] * 40, ["ab"] * 12 + ["xy"] * 3 + ["ax"] * 25)
    assert result.weighted is not None
    after = result.weighted.runs[1]
    assert result.weighted.effective == pytest.approx(40)
    assert after.delta == pytest.approx(result.deltas[0].delta)
    assert after.delta_interval == pytest.approx(result.deltas[0].interval)
    assert after.p == result.deltas[0].p
    assert after.interval == pytest.approx(result.runs[1].intervals["recall@2"])


@pytest.mark.parametrize(
    ("fields", "stands_for"),
    [
        (picked(6, 0.25), 24.0),
        (picked(6, 1), 6.0),
        ({"weight": 6}, None),
        ({"sampling": {"prob": 0.5}}, None),
        (picked(6, 0.0), None),
        (picked(6, 1.5), None),
        ({"weight": 6, "sampling": {"prob": True}}, None),
        ({"weight": 6, "sampling": {"prob": "0.5"}}, None),
        ({"weight": 6, "sampling": {"stratum": "uncertain"}}, None),
    ],
)
def test_only_a_weight_with_a_known_chance_enters(
    make: SimpleNamespace, fields: dict[str, Any], stands_for: float | None
) -> None:
    assert traffic(make.query("q", {}, **fields)) == stands_for


def test_too_few_are_refused_with_what_is_missing(make: SimpleNamespace) -> None:
    with pytest.raises(UsageError, match="--weighted: 4 queries of 24 have a weight and a known chance"):
        scored(make, [*([picked(2)] * 4), *([{"weight": 2}] * 20)], ["ab"] * 24)


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.integers(1, 5), st.sampled_from([-1.0, 0.0, 0.5])),
        min_size=1,
        max_size=12,
    )
)
def test_a_whole_weight_is_the_query_repeated(rows: list[tuple[str, int, float]]) -> None:
    names, weights, values = zip(*rows, strict=True)
    found = weighted_sums(names, [values], weights)
    repeated = [(name, value) for name, weight, value in rows for _ in range(weight)]
    plain = block_sums([name for name, _ in repeated], [[value for _, value in repeated]])
    assert found.sums == pytest.approx(plain.sums)
    assert found.sizes == pytest.approx(plain.sizes)
    assert effective(weights) <= len(weights) + 1e-9


def test_the_interval_of_a_weighted_delta_stays_within_one(make: SimpleNamespace) -> None:
    found = scored(make, [{"weight": 1.0, "sampling": {"prob": 1.0}}] * 5, ["ab"] * 5)
    assert found.weighted is not None
    assert found.weighted.runs[1].delta_interval == (-1.0, 1.0), "five queries reject nothing"
