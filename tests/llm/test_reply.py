import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.llm.reply import Usage, classify, clean, read_value

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["question", "grade"],
    "properties": {
        "question": {"type": "string", "minLength": 1},
        "grade": {"type": "integer", "minimum": 0, "maximum": 3},
    },
}
GOOD = '{"question": "Why?", "grade": 2}'


def body(content, finish="stop", **message):
    choice = {"finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
    return json.dumps({"choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 3}})


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"  {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\nHope this helps!",
        f"<think>\nHm, {{maybe}}?\n</think>\n{GOOD}",
        f"I think so.</think>{GOOD}",
        f"Here is the question:\n{GOOD}",
        f"Here is the question:\n\n```json\n{GOOD}\n```",
        f"{GOOD}\n\nI chose it because it is clear.",
    ],
)
def test_habits_of_models_are_cleaned_away(text):
    reply = classify(body(text), SCHEMA)
    assert (reply.outcome, reply.value) == ("ok", {"question": "Why?", "grade": 2})
    assert reply.text == text
    assert reply.usage == Usage(9, 3)


@pytest.mark.parametrize(
    "text",
    [
        "7",
        "null",
        "[]",
        "[1]",
        "{}",
        f"[{GOOD}]",
        '"Why?"',
        "true",
        "NaN",
        '{"question": "Why?"}',
        '{"question": 3, "grade": 2}',
        '{"question": "", "grade": 2}',
        '{"question": "Why?", "grade": true}',
        '{"question": "Why?", "grade": 2.5}',
        '{"question": "Why?", "grade": 4}',
        '{"question": "Why?", "grade": -1}',
        '{"question": null, "grade": 1}',
        '{"question": "\\ud800", "grade": 1}',
        "What is the boiling point of water?",
        f"{GOOD} {GOOD}",
        f"{GOOD}\n{GOOD}",
        '{"question": "Wh',
        "[" * 100_000,
    ],
)
def test_anything_else_is_malformed_and_carries_no_value(text):
    reply = classify(body(text), SCHEMA)
    assert (reply.outcome, reply.value) == ("malformed", {})
    assert reply.detail and reply.text == text and reply.settled


@pytest.mark.parametrize(
    ("raw", "outcome", "settled"),
    [
        (body('{"question": "Wh', finish="length"), "truncated", True),
        (body(GOOD, finish="length"), "ok", True),
        (body(None), "empty", True),
        (body("  "), "empty", True),
        (body([]), "empty", True),
        (body("<think>no end"), "malformed", True),
        (body(None, refusal="I cannot help with that."), "refused", True),
        (body("", finish="content_filter"), "filtered", True),
        ('{"choices": []}', "empty", False),
        ('{"choices": null}', "empty", False),
        ('{"choices": [7]}', "empty", False),
        ('{"choices": null, "error": {"message": "overloaded"}}', "malformed", False),
        ("<html>Sign in</html>", "malformed", False),
        ('{"choices": [{"mess', "malformed", False),
        ("", "malformed", False),
        ("[]", "malformed", False),
        ("null", "malformed", False),
    ],
)
def test_outcomes(raw, outcome, settled):
    reply = classify(raw, SCHEMA)
    assert (reply.outcome, reply.settled) == (outcome, settled)
    assert reply.ok == (outcome == "ok")


def test_the_parts_of_a_list_content_are_one_text():
    assert classify(body([{"type": "text", "text": GOOD[:9]}, {"type": "text", "text": GOOD[9:]}]), SCHEMA).ok


def test_usage_that_is_no_number_counts_as_nothing():
    raw = json.dumps(
        {"choices": [{"message": {"content": GOOD}}], "usage": {"prompt_tokens": None, "completion_tokens": "3"}}
    )
    assert classify(raw, SCHEMA).usage == Usage(0, 0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_no_completion_whatever_its_shape_raises(value):
    shaped = {"choices": [{"message": value, "finish_reason": value}], "usage": value}
    for raw in (json.dumps(value), json.dumps(shaped), body(value)):
        reply = classify(raw, SCHEMA)
        assert reply.ok or reply.value == {}, "a reply that is not usable has no value"


@given(st.text())
def test_no_text_raises_and_no_text_but_json_has_a_value(text):
    value, reason = read_value(text, SCHEMA)
    assert (value == {}) == (reason is not None)
    assert clean(text) == clean(text).strip()


def test_a_key_that_was_not_asked_for_is_left_out():
    reply = classify(body('{"question": "Why?", "grade": 2, "more": 1}'), SCHEMA)
    assert (reply.outcome, reply.value) == ("ok", {"question": "Why?", "grade": 2})
