import json

import pytest

from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation
from goldkit.generation.sentences import MOST, picking, sentences
from goldkit.text.quote import locate


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("See above.", []),
        ("# A heading that is rather long\n", []),
        ("One two three four. Five six\nseven eight! Is it? Yes.", ["One two three four.", "Five six seven eight!"]),
        ("Set it to 2.5 bar at 8 a.m. each day.", ["Set it to 2.5 bar at 8 a.m. each day."]),
        ("- open the first valve\n- close the other valve\n", ["open the first valve", "close the other valve"]),
        ("磁带驱动器每周清洗。值班人员负责。", ["磁带驱动器每周清洗。", "值班人员负责。"]),
        ("Say it once more. Say it once more.", ["Say it once more."]),
    ],
)
def test_sentences(text, found):
    assert sentences(text) == found


def test_every_sentence_is_found_as_a_quote():
    text = "## Title\n\nThe pump is\nstopped at night – always. It “rests”.\n\n1. open the first valve\n2. wait for ten minutes"
    assert sentences(text) and all(locate(sentence, text) for sentence in sentences(text))


def test_there_is_an_end_to_them():
    assert len(sentences("".join(f"Sentence number {at} is here. " for at in range(100)))) == MOST


def test_the_schema_offers_them_and_stays_as_it_was_without_any():
    schema = {"type": "object", "properties": {"quote": {"type": "string"}, "question": {"type": "string"}}}
    narrowed = picking(schema, ["One two three four. Next."])
    assert narrowed["properties"]["quote"] == {"type": "string", "enum": ["One two three four."]}
    assert schema["properties"]["quote"] == {"type": "string"}
    assert picking(schema, ["Next."]) is schema


def test_of_several_texts_each_quote_is_picked_and_without_a_quote_nothing_is():
    schema = {"type": "object", "properties": {"quotes": {"type": "array", "items": {"type": "string"}}}}
    items = picking(schema, ["One two three four.", "Five six seven eight."])["properties"]["quotes"]["items"]
    assert items == {"type": "string", "enum": ["One two three four.", "Five six seven eight."]}
    without = {"type": "object", "properties": {"question": {"type": "string"}}}
    assert picking(without, ["One two three four."]) == without


def test_a_small_model_is_held_to_them(fake):
    model = fake(lambda passage, style: json.dumps({"quote": "my own words", "question": "Why so?", "answer": "a"}))
    model.picks = True
    result = generate(plan_generation(fake.corpus(a=3), seed=1), 1, model, at="2026-12-01T10:00:00Z")
    assert model.asked[0].schema["properties"]["quote"]["enum"]
    assert set(result.rejected) == {"malformed"}
