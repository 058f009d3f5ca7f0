"""Two ways to the largest and smallest sum of precisions: taking the first or last holes, and walking down the ranking."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from goldkit.bounds.precision_sums import ends_taken, extreme_sums, walked


@pytest.mark.parametrize("sign", [1, -1])
def test_taking_the_first_or_the_last_holes_is_best_where_no_share_is_below_one(sign):
    random = Random(sign)
    for _ in range(500):
        ranks = random.sample(range(1, 14), random.randint(0, 9))
        judged, shared = sorted(random.choices(range(len(ranks) + 1), k=2))
        hits = tuple((rank, random.choice([1, 1, 1.5, 3])) for rank in ranks[:judged])
        lists = hits, ranks[judged:shared], ranks[shared:], sign
        np.testing.assert_allclose(ends_taken(*lists), walked(*lists))


def test_a_small_share_can_make_a_later_hole_worth_more():
    assert extreme_sums((), (), (1.0, 3.0), -1)[0, 1] == pytest.approx(-1 / 3)
    small = ((11.0, 0.25),), (), (10.0, 12.0), 1
    assert extreme_sums(*small)[0, 1] == pytest.approx(0.25 / 11 + 2 / 12)
    assert extreme_sums(*small)[0, 1] > ends_taken(*small)[0, 1] == pytest.approx(1 / 10 + 0.5 / 11)
