"""A run that goes on after a poor one: what was rejected before costs it neither its attempts nor its patience."""

import json

import pytest

from goldkit.generation.generate import HOPELESS, UNUSABLE, generate
from goldkit.generation.plan import passing_over, plan_generation

AT = "2026-12-01T10:00:00Z"


def turned_down(fake, plan, n, answer):
    """The keys of the drafts that a run has rejected."""
    return [one.key for one in generate(plan, n, fake(answer), at=AT).rejects]


@pytest.mark.parametrize("limit", ["requests", "hopeless", "unusable"])
def test_what_an_earlier_run_rejected_keeps_no_later_one_from_asking_something_new(fake, limit):
    chunks = fake.corpus(a=HOPELESS + 20)
    n = {"requests": 2, "hopeless": 40, "unusable": 2}[limit]
    bad = (
        "no JSON"
        if limit == "unusable"
        else json.dumps({"quote": "x", "question": "What is shown above?", "answer": ""})
    )
    before = turned_down(fake, plan_generation(chunks, ["direct"], seed=1), n, lambda *_: bad)
    assert len(before) == {"requests": 24, "hopeless": HOPELESS, "unusable": UNUSABLE}[limit]

    asked = []

    def better(passage, style):  # the old replies stay as they are, the new ones are good
        asked.append(passage)
        return bad if len(asked) <= len(before) else fake.good(passage, style)

    plan = passing_over(plan_generation(chunks, ["direct"], seed=1), before)
    result = generate(plan, 2, fake(better), at=AT)
    assert (len(result.queries), result.stopped) == (2, "")
    assert sorted(one.key for one in result.rejects) == sorted(before)


def test_styles_that_are_missing_are_named_with_their_numbers(fake):
    chunks = fake.corpus(a=3)

    def only_direct(passage, style):
        return fake.good(passage, style) if style == "direct" else "no JSON"

    result = generate(plan_generation(chunks, ["direct", "vague"], seed=1), 4, fake(only_direct), at=AT)
    assert result.missing == {"vague": 2}
    assert result.to_dict()["missing"] == {"vague": 2}


def test_styles_named_in_another_order_ask_the_same(fake):
    asked = []
    for styles in (["direct", "vague", "keyword"], ["vague", "keyword", "direct"]):
        model = fake(fake.good)
        generate(plan_generation(fake.corpus(a=9, b=9), styles, seed=1), 6, model, at=AT)
        asked.append([request.key for request in model.asked])
    assert sorted(asked[0]) == sorted(asked[1])
