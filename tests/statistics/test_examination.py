"""Examination by rank: known propensities come back, and nothing is said where the log tells nothing."""

from __future__ import annotations

import numpy as np
import pytest

from goldkit.statistics.examination import LEAST, Cell, examination

TRUE = {rank: rank**-0.8 for rank in range(1, 9)}


def simulated(seed: int, pairs: int = 1500, searches: int = 12, confounded: bool = True) -> list[Cell]:
    """Clicks of pairs that stood at two or three ranks. confounded: worthy pairs stand higher, as a good ranker puts them."""
    rng = np.random.default_rng(seed)
    cells = []
    for pair in range(pairs):
        worth = rng.beta(1, 4)
        middle = 1 + 6 * (1 - worth) if confounded else rng.uniform(1, 7)
        ranks = {int(np.clip(round(rng.normal(middle, 2)), 1, 8)) for _ in range(3)}
        for rank in sorted(ranks):
            shown = int(rng.integers(1, searches))
            cells.append(Cell(pair // 3, pair, rank, shown, int(rng.binomial(shown, TRUE[rank] * worth))))
    return cells


def naive(cells: list[Cell]) -> dict[int, float]:
    """Click rates by rank, of that at rank 1: what is read off without telling examination from worth."""
    rates = {
        rank: sum(one.clicked for one in cells if one.rank == rank)
        / sum(one.shown for one in cells if one.rank == rank)
        for rank in TRUE
    }
    return {rank: rate / rates[1] for rank, rate in rates.items()}


def test_known_propensities_come_back_although_good_results_stand_high():
    cells = simulated(seed=1, pairs=20_000)
    found = examination(cells)
    assert found.keys() == TRUE.keys()
    assert {rank: one.estimate for rank, one in found.items()} == pytest.approx(TRUE, rel=0.08)
    assert naive(cells)[8] < 0.6 * TRUE[8]


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    inside = []
    for seed in range(60):
        found = examination(simulated(seed))
        inside += [one.low <= TRUE[rank] <= one.high for rank, one in found.items() if rank > 1]
    assert 0.9 <= np.mean(inside) <= 0.99


def test_the_interval_narrows_with_more_pairs():
    few, many = (examination(simulated(3, pairs))[4] for pairs in (1000, 16_000))
    assert many.high / many.low < (few.high / few.low) ** 0.5


def test_two_ranks_by_hand():
    """Each pair shown equally often at both ranks: the ratio of the clicks."""
    cells = [cell for pair in range(20) for cell in (Cell(pair, pair, 1, 10, 6), Cell(pair, pair, 3, 10, 3))]
    found = examination(cells)
    assert found[1].estimate == found[1].low == found[1].high == 1
    assert found[3].estimate == pytest.approx(0.5, abs=1e-3)
    uneven = [Cell(0, 0, 1, 10, 40), Cell(0, 0, 2, 20, 40)]
    assert examination(uneven)[2].estimate == pytest.approx(0.5, abs=1e-2)


def test_pairs_of_one_group_are_not_independent():
    apart = examination([Cell(one.pair, one.pair, one.rank, one.shown, one.clicked) for one in simulated(5)])
    tied = [one for one in simulated(5) for _ in range(4)]
    copies = [Cell(one.pair, 4 * one.pair + at % 4, one.rank, one.shown, one.clicked) for at, one in enumerate(tied)]
    found = examination(copies)
    assert found[4].estimate == pytest.approx(apart[4].estimate, rel=1e-3)
    assert found[4].high == pytest.approx(apart[4].high, rel=0.02)


def test_a_single_group_bounds_nothing():
    found = examination([Cell(0, pair, rank, 10, 3) for pair in range(30) for rank in (1, 2)])
    assert found[2].low < 1e-100 and found[2].high > 1e100


def test_ranks_without_enough_clicks_or_without_a_link_are_left_out():
    linked = [Cell(pair, pair, rank, 10, 4) for pair in range(30) for rank in (1, 2)]
    rare = [
        Cell(pair, pair, rank, 10, clicked) for pair in range(100, 103) for rank, clicked in ((1, 4), (5, LEAST // 4))
    ]
    apart = [Cell(pair, pair, rank, 10, 4) for pair in range(200, 230) for rank in (7, 8)]
    assert examination(linked + rare + apart).keys() == {1, 2}
    assert examination([]) == {}
    assert examination([Cell(0, 0, 1, 10, 0), Cell(0, 0, 2, 10, 0)]) == {}
    assert examination([Cell(pair, pair, 1, 10, 4) for pair in range(30)]) == {}


def test_a_pair_that_is_always_clicked_at_one_rank_only_stays_finite():
    cells = [cell for pair in range(30) for cell in (Cell(pair, pair, 1, 10, 5), Cell(pair, pair, 2, 10, 0))]
    assert examination(cells) == {}
    one_sided = [*cells, Cell(99, 99, 2, 50, 20), Cell(99, 99, 3, 50, 20)]
    assert all(np.isfinite([one.estimate, one.low, one.high]).all() for one in examination(one_sided).values())
