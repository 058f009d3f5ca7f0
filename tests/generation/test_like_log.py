import json
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.generation.generate import generate
from goldkit.generation.like_log import like_log, quotas
from goldkit.generation.plan import plan_generation
from goldkit.records import Query

AT = "2026-12-01T10:00:00Z"


def asked(count, tags=(), text="why is valve {} shut"):
    return [Query(id=f"{text}{at}", text=text.format(at), origin="log", tags=tags) for at in range(count)]


LOG = [
    *asked(15, (), "what {} valve"),
    *asked(5, ("vague",), "why does it make that noise at night near hall {} or so"),
]


def test_the_proportions_of_a_log():
    like = like_log([*LOG, Query(id="s", text="x", origin="synthetic", tags=("vague",))])
    assert like.styles == {"direct": 0.75, "vague": 0.25}
    assert sum(like.lengths) == pytest.approx(1)
    assert like.group("what is this") == 0
    assert like.group("word " * 40) == len(like.longest)


def test_too_few_log_questions_are_an_error():
    with pytest.raises(UsageError, match="9 log questions in dev"):
        like_log(asked(9))


@pytest.mark.parametrize("n", range(30))
def test_a_larger_number_takes_from_no_style(n):
    shares = {"a": 0.6, "b": 0.3, "c": 0.1}
    small, large = quotas(list(shares), n, shares), quotas(list(shares), n + 1, shares)
    assert small.total() == n
    assert all(large[style] >= small[style] for style in shares)
    assert quotas(["a", "b"], 3) == Counter(a=2, b=1)


def varied(good):
    def reply(passage, style):
        made = json.loads(good(passage, style))
        more = " and so on for the whole of the long winter night" if style == "vague" else ""
        return json.dumps(made | {"question": made["question"] + more})

    return reply


def test_questions_come_in_the_log_s_styles_and_lengths(fake):
    like = like_log(LOG)
    plan = plan_generation(fake.corpus(a=60, b=60), list(like.styles), like=like)
    result = generate(plan, 20, fake(varied(fake.good)), at=AT)
    assert Counter(query.tags[0] for query in result.queries) == {"direct": 15, "vague": 5}
    rows = {(row.kind, row.name): (row.log, row.got) for row in result.like_log}
    assert rows["style", "vague"] == (0.25, 0.25)
    assert sum(got for (kind, _), (_, got) in rows.items() if kind == "words") == pytest.approx(1)


def test_a_model_that_knows_one_length_only_still_comes_to_an_end(fake):
    like = like_log(LOG)
    plan = plan_generation(fake.corpus(a=200), list(like.styles), like=like)
    result = generate(plan, 20, fake(fake.good), at=AT)
    assert len(result.queries) == 20
    assert result.rejected.keys() <= {"longer than the log asks", "shorter than the log asks"}
    assert sum(result.rejected.values()) <= 20


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 12), st.lists(st.integers(0, 12), min_size=1, max_size=5), st.integers(4, 40))
def test_it_ends_with_exactly_n_or_with_the_reason_why_not(fake, n, more, size):
    """Whatever lengths a model writes, and however few chunks there are."""

    def reply(passage, style):
        made = json.loads(fake.good(passage, style))
        longer = " and so" * more[len(model.asked) % len(more)]
        return json.dumps(made | {"question": made["question"] + longer})

    like, model = like_log(LOG), fake(reply)
    result = generate(plan_generation(fake.corpus(a=size), list(like.styles), like=like), n, model, at=AT)
    assert result.calls == len(model.asked)
    if result.short:
        assert result.stopped and len(result.queries) + sum(result.rejected.values()) == result.calls
    else:
        assert len(result.queries) == n and not result.stopped
        assert Counter(query.tags[0] for query in result.queries) == +quotas(list(like.styles), n, like.styles)


def test_named_styles_share_what_is_theirs():
    like = like_log(LOG)
    assert like.among(["vague", "typo"]).styles == {"vague": 1.0}
    with pytest.raises(UsageError, match="the log has direct, vague"):
        like.among(["typo"])
