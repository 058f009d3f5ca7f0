"""Sentences beside the verdict: one block's influence, ranks before and after, and the best of many runs."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from goldkit.library.score import score
from goldkit.reports.cautions import cautions
from goldkit.results.score import Delta, ScoreResult
from goldkit.scoring.optimism import optimism
from goldkit.scoring.options import ScoreOptions

FAST = ScoreOptions(replicates=2_000)


def scored(
    make: SimpleNamespace, before: list[str], after: list[str], blocks: list[str] | None = None, **rest: Any
) -> ScoreResult:
    names = blocks or [f"b{i:03}" for i in range(len(before))]
    queries = [make.query(f"q{i:03}", {"a": 1, "b": 1}, block=block) for i, block in enumerate(names)]
    runs = [
        make.run(name, {f"q{i:03}": tuple(found) for i, found in enumerate(lists)})
        for name, lists in (("before", before), ("after", after))
    ]
    return score(make.scoreset(*queries, **rest), runs, ["recall@2", "MRR"], 2, options=FAST)


def first(result: ScoreResult) -> Delta:
    return result.deltas[0]


def test_a_verdict_that_hangs_on_one_group_is_called_fragile(make: SimpleNamespace) -> None:
    blocks = ["big"] * 20 + [f"b{i:02}" for i in range(60)]
    found = first(scored(make, ["axy"] * 80, ["abx"] * 24 + ["axy"] * 54 + ["xyz"] * 2, blocks, primary="recall@2"))
    assert (found.verdict, found.largest_block) == ("too_small", 20)
    steady = first(scored(make, ["axy"] * 80, ["abx"] * 60 + ["axy"] * 20, blocks, primary="recall@2"))
    assert (steady.verdict, steady.without_largest) == ("better", "better")
    assert "Fragile" not in steady.reading


def test_the_fragile_sentence_names_the_size_and_the_other_verdict(make: SimpleNamespace) -> None:
    """Six single queries gain and none loses: p is 1/32. Without the one with two chunks gained, 1/16."""
    after = ["abx"] * 5 + ["axy"] * 54
    found = first(scored(make, ["xyz", *(["axy"] * 59)], ["abx", *after], primary="recall@2"))
    assert (found.verdict, found.without_largest, found.largest_block) == ("better", "too_small", 1)
    assert "Fragile: without the group that changed most (one query) it would be too small to call." in found.reading


def test_ranks_before_and_after_and_what_lies_beyond_the_cut(make: SimpleNamespace) -> None:
    before, after = ["xxa"] * 30 + ["xxxxxxa"] * 10 + ["xyz"] * 5, ["xax"] * 30 + ["xxxxa"] * 10 + ["xxxxxxxa"] * 5
    reading = first(scored(make, before, after)).reading
    assert (
        "The first useful chunk, where both find one: rank 4.0 → 2.8 on average (median 3 → 2; 40 queries)." in reading
    )
    assert "Found, but only beyond the first 2: 15 queries, at rank 6 on average." in reading


def test_a_few_queries_and_unmoved_ranks_are_not_worth_a_sentence(make: SimpleNamespace) -> None:
    reading = first(scored(make, ["axx"] * 40 + ["xxxa"] * 4, ["axb"] * 40 + ["xxxa"] * 4)).reading
    assert "first useful chunk" not in reading
    assert "beyond" not in reading


def test_the_best_of_many_looks_is_expected_to_owe_some_of_it_to_chance(make: SimpleNamespace) -> None:
    result = scored(make, ["axy"] * 40, ["abx"] * 10 + ["xyz"] * 5 + ["axy"] * 25, primary="recall@2")
    assert result.optimism is None
    assert first(result).error is not None
    found = optimism(result, 5)
    assert found is not None
    assert (found.runs, found.measure) == (5, "recall@2")
    assert found.amount == pytest.approx(1.163 * (first(result).error or 0), rel=1e-3)
    assert optimism(result, 1) is None
    assert optimism(scored(make, ["axy"] * 40, ["axy"] * 40, primary="recall@2"), 5) is None
    said = cautions(replace(result, optimism=found))[-1]
    assert said.startswith(
        f"the best of the 5 runs ever looked at here is expected to owe up to {found.amount:.3f} of its recall@2"
    )


def test_a_mean_rank_moved_by_a_few_deep_ones_is_not_told_beside_a_flat_mrr(make: SimpleNamespace) -> None:
    before, after = ["axx"] * 55 + ["x" * 5 + "a"] * 5, ["axx"] * 55 + ["x" * 30 + "a"] * 5
    reading = first(scored(make, before, after)).reading
    assert "first useful chunk, where" not in reading
    assert "Found, but only beyond the first 2: 5 queries, at rank 31 on average." in reading
