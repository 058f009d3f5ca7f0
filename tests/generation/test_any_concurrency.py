"""The same plan and the same replies give the same result, however many threads ask and however long each reply takes."""

import json
import time
from hashlib import sha256

from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.files import canonical
from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation

AT = "2026-12-01T10:00:00Z"


def hashed(*parts):
    return int(sha256(repr(parts).encode()).hexdigest(), 16)


def replies(fake, salt, delays):
    """Replies of all kinds, told by a hash of what is asked: some good, some the same for many chunks, some bad, some no JSON."""

    def answer(passage, style):
        number = hashed(salt, passage, style)
        time.sleep(delays * (number % 7) / 3000)
        kind = number % 11
        if kind < 5:
            return fake.good(passage, style)
        if kind < 7:
            return json.dumps(
                {"quote": "valve", "question": f"When is valve {number % 3} opened by hand?", "answer": "so"}
            )
        if kind < 9:
            return json.dumps({"quote": "nowhere", "question": f"Why is the valve {number} blue?", "answer": "so"})
        return "no question"

    return answer


def everything(result):
    records = (*result.queries, *result.judgments, *result.chunks, *result.rejects)
    return [*map(canonical.line, records), result.stopped, result.failed, result.calls, result.prompt_tokens]


@settings(max_examples=15, deadline=None)
@given(salt=st.integers(0, 999), size=st.integers(1, 80), n=st.integers(1, 60), two=st.booleans())
def test_the_result_is_the_same_for_1_3_and_64_threads(fake, salt, size, n, two):
    plan = plan_generation(fake.corpus(a=size, b=3), ["direct", "vague"] if two else ["direct"], seed=salt)
    one, *others = (
        everything(generate(plan, n, fake(replies(fake, salt, concurrency > 1), concurrency), at=AT))
        for concurrency in (1, 3, 64)
    )
    assert all(other == one for other in others)


@settings(max_examples=15, deadline=None)
@given(salt=st.integers(0, 999), n=st.integers(1, 30), more=st.integers(0, 30))
def test_no_more_is_in_flight_than_is_missing_so_fewer_questions_ask_a_part_of_what_more_ask(fake, salt, n, more):
    def own(passage, style):
        """Refused or good, by a hash: nothing that depends on what other chunks gave."""
        return fake.good(passage, style) if hashed(salt, passage, style) % 3 else "no question"

    plan = plan_generation(fake.corpus(a=300), seed=salt)
    few, many = fake(own), fake(own)
    fewer, larger = generate(plan, n, few, at=AT), generate(plan, n + more, many, at=AT)
    assert (fewer.short, larger.short) == (0, 0)
    assert {asked.key for asked in few.asked} <= {asked.key for asked in many.asked}
    assert len(few.asked) == fewer.calls  # nothing was asked that nobody wanted
