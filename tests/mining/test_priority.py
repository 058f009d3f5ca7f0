"""The one score that orders the queue: a sum of parts that a person can follow."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldkit.mining.priority as module
from goldkit.mining.priority import AGAINST, FOR, parts, priority

EXAMPLE = {
    "shown": 7,
    "best_rank": 1,
    "clicked": 3,
    "sessions": 2,
    "dwell_clicks": 2,
    "dwell_seconds": 45,
    "cited": 1,
    "answer_thumbs_down": 1,
    "skipped": 1,
}
COUNTS = st.integers(1, 10**6)


def told_by_hand() -> dict[str, float]:
    """The parts of the example in the module's docstring, as they stand there."""
    rows = [line.split() for line in (module.__doc__ or "").splitlines() if line.startswith("    ")]
    *made, (*_, total) = rows
    found = {row[0]: float(row[-1]) for row in made}
    assert float(total) == pytest.approx(sum(found.values()))
    return found


def test_the_example_by_hand_is_what_is_computed():
    assert parts(EXAMPLE) == pytest.approx(told_by_hand())
    assert priority(EXAMPLE) == 5.375


def test_what_a_person_should_see_first_comes_first():
    cited, clicked = {"cited": 1, "shown": 1, "best_rank": 3}, {"clicked": 1, "shown": 1, "best_rank": 1}
    quoted, opened_twice = {"quoted": 1, "shown": 1, "best_rank": 3}, {"clicked": 2, "sessions": 1}
    two_people, stayed = {"clicked": 2, "sessions": 2}, {"clicked": 2, "dwell_clicks": 1, "dwell_seconds": 5}
    shown, often = {"shown": 1, "best_rank": 1}, {"shown": 9, "best_rank": 1}
    in_order = [cited, two_people, quoted, clicked, stayed, opened_twice, often, shown, {}, {"skipped": 1}]
    scores = [priority(evidence) for evidence in in_order]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)
    assert priority({}) == 0


@pytest.mark.parametrize("kind", AGAINST)
def test_what_speaks_against_a_chunk_takes_away_less_with_every_time(kind):
    taken = [priority({"cited": 2, kind: count}) for count in range(4)]
    steps = [before - after for before, after in pairwise(taken)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)


@pytest.mark.parametrize("kind", FOR)
def test_each_kind_of_evidence_for_a_chunk_moves_it_up_and_shows_itself(kind):
    assert parts({"best_rank": 1, kind: 3}).keys() == {"best_rank", kind}
    assert priority({kind: 3}) > priority({kind: 2}) > 0


def test_a_correction_for_the_rank_never_exceeds_that_many_clicks():
    corrected = parts({"clicked": 2, "rank_correction": 1.5})
    assert corrected["clicked"] + corrected["rank_correction"] == pytest.approx(
        parts({"clicked": 3.5})["clicked"], abs=1e-3
    )
    assert "rank_correction" not in parts({"clicked": 2})


@given(
    st.dictionaries(st.sampled_from([*FOR, *AGAINST, "best_rank", "sessions", "dwell_clicks", "dwell_seconds"]), COUNTS)
)
def test_priority_is_the_sum_of_its_parts(evidence):
    assert priority(evidence) == pytest.approx(sum(parts(evidence).values()))
