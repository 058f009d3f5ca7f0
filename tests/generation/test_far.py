"""Questions that take several chunks are looked for among the first places of a sample only."""

import pytest

from goldkit.generation import plan as planning
from goldkit.generation import slots, turns
from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation
from goldkit.records import Chunk

AT = "2026-12-01T10:00:00Z"


@pytest.fixture
def few(monkeypatch):
    """Only the first ten places may be related."""
    monkeypatch.setattr(planning, "AMONG", 10)
    monkeypatch.setattr(turns, "AMONG", 10)
    monkeypatch.setattr(slots, "HELD", 5)


def passed(plan):
    """How many chunks of the order were compared with those before them."""
    return plan.order._passed


def test_a_plan_compares_no_more_chunks_than_may_be_related(fake, few):
    assert passed(plan_generation(fake.corpus(a=200), ["multi"])) == 10


def test_copies_among_the_first_places_do_not_push_the_search_on(few):
    chunks = [Chunk(id=f"c{at}", text="The valve of the hall is opened at nine.") for at in range(200)]
    assert passed(plan_generation(chunks, ["multi"])) == 10


@pytest.mark.parametrize("styles", [["multi"], ["direct", "multi"]])
def test_what_lacks_relatives_is_given_up_without_a_walk_through_the_corpus(fake, few, styles):
    plan = plan_generation(fake.corpus(a=200), styles)
    result = generate(plan, 4, fake(fake.good), at=AT)
    assert passed(plan) <= 30
    assert len(result.queries) == (2 if len(styles) > 1 else 0)
    assert result.stopped == "no chunk is left to ask about"


def test_the_other_styles_still_reach_every_chunk(fake, few):
    plan = plan_generation(fake.corpus(a=60), ["direct", "multi"])
    assert len(generate(plan, 100, fake(fake.good), at=AT, max_calls=400).queries) == 50
