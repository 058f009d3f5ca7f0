"""The interval of a weighted kappa, beside the point that an independent implementation gives."""

import random

import numpy as np
import pytest

from goldkit.statistics.agreement import cohen_kappa
from goldkit.statistics.kappa_interval import _kappas, kappa_interval


def drawn(seed, queries, each=2, noise=0.3):
    """Pairs of grades of queries whose grades go together."""
    chance = random.Random(seed)
    blocks, pairs = [], []
    for query in range(queries):
        base = chance.randrange(4)
        for _ in range(each):
            people = base if chance.random() < 0.6 else chance.randrange(4)
            model = people if chance.random() > noise else chance.randrange(4)
            blocks.append(f"q{query}")
            pairs.append((people, model))
    return blocks, pairs


def test_each_resample_is_the_kappa_of_its_table():
    _, pairs = drawn(1, 40)
    table = np.zeros((1, 4, 4))
    for one, other in pairs:
        table[0, one, other] += 1
    assert _kappas(table)[0] == pytest.approx(cohen_kappa(pairs, "quadratic"))


def test_it_holds_the_figure_and_narrows_with_more_questions():
    widths = []
    for queries in (20, 200):
        blocks, pairs = drawn(3, queries)
        low, high = kappa_interval(blocks, pairs)
        assert low < cohen_kappa(pairs, "quadratic") < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2


def test_the_order_of_the_pairs_makes_no_difference():
    blocks, pairs = drawn(3, 20)
    assert kappa_interval(blocks, pairs) == kappa_interval(blocks[::-1], pairs[::-1])


def test_pairs_of_one_question_are_no_independent_ones():
    blocks, pairs = drawn(5, 30, each=1)
    low, high = kappa_interval(blocks * 4, pairs * 4)
    alone = [f"{name} {at}" for at, name in enumerate(blocks * 4)]
    narrow = kappa_interval(alone, pairs * 4)
    assert high - low > 1.5 * (narrow[1] - narrow[0])


@pytest.mark.parametrize("pairs", [[(1, 1)] * 9, [(2, 2)]])
def test_where_it_says_nothing_there_is_none(pairs):
    assert kappa_interval([str(at) for at in range(len(pairs))], pairs) is None


def test_it_covers_the_kappa_of_the_population():
    truth = cohen_kappa(drawn(99, 20_000)[1], "quadratic")
    inside = 0
    for seed in range(150):
        low, high = kappa_interval(*drawn(seed, 60), replicates=400)
        inside += low <= truth <= high
    assert inside >= 135  # 95 % of 150 is 142
