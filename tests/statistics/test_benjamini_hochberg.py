from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.statistics.benjamini_hochberg import false_discovery

VALUES = st.lists(st.floats(0.0, 1.0), max_size=30)


def test_the_textbook_case() -> None:
    """Benjamini and Hochberg's own 15 p-values: at 5 % four are called, 0.0095 with 15/4."""
    given_values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324]
    given_values += [0.4262, 0.5719, 0.6528, 0.759, 1.0]
    adjusted = false_discovery(given_values)
    assert sum(value <= 0.05 for value in adjusted) == 4
    assert adjusted[3] == pytest.approx(0.0095 * 15 / 4)
    assert adjusted[5] == pytest.approx(0.0298 * 15 / 7)  # a later rank's is smaller and holds for it too
    assert false_discovery([]) == []


@given(VALUES)
def test_it_raises_keeps_the_order_and_calls_what_the_step_up_rule_calls(values: list[float]) -> None:
    adjusted = false_discovery(values)
    assert all(old <= new <= 1 for old, new in zip(values, adjusted, strict=True))
    pairs = sorted(zip(values, adjusted, strict=True))
    assert [new for _, new in pairs] == sorted(adjusted)
    m, q = len(values), 0.1
    last = max((rank for rank, value in enumerate(sorted(values), 1) if value * (m / rank) <= q), default=0)
    assert sum(value <= q for value in adjusted) >= last
    assert sum(value <= q for value in adjusted) == sum(value <= sorted(values)[last - 1] for value in values) * (
        last > 0
    )


@given(VALUES, st.randoms())
def test_the_order_of_the_tests_does_not_matter(values: list[float], random: object) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert dict(zip(shuffled, false_discovery(shuffled), strict=True)) == dict(
        zip(values, false_discovery(values), strict=True)
    )
