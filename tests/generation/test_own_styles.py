"""Prompts of the user's own: a file is a style, and what generating cannot do with it is said before anything is asked."""

import json

import pytest

from goldkit.errors import UsageError
from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation
from goldkit.records import Chunk

AT = "2026-12-01T10:00:00Z"
TEXT = "The canteen opens at noon and closes when the soup is gone."


def reply(**fields):
    return json.dumps(fields)


def test_a_prompt_of_ones_own_is_a_style_with_any_known_variables(fake, tmp_path):
    text = """---
name: mine
version: 3
purpose: to test
variables: text, title, document, language
checks: length, quote
schema: {"type": "object", "required": ["quote", "question"], "properties": {"quote": {"type": "string"},
  "question": {"type": "string"}}}
---
<!-- user -->
<passage>{{ title }}|{{ document }}|{{ language }}|{{ text }}</passage>
"""
    (tmp_path / "mine.v3.md").write_text(text)
    chunk = Chunk(id="hall.md#1", title="Canteen", text=TEXT)
    model = fake(lambda passage, style: reply(quote="soup is gone", question="What does the passage say of soup?"))
    result = generate(plan_generation([chunk], ["mine"], prompts=tmp_path), 1, model, at=AT)
    assert model.asked[0].messages[-1]["content"] == f"<passage>Canteen|hall.md|English|{chunk.text}</passage>"
    (query,) = result.queries
    assert query.generator["prompt"] == "mine.v3"  # "the passage" passes: the file does not check that
    assert "mine" in [prompt.name for prompt in plan_generation([], ["all"], prompts=tmp_path).prompts]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("checks: length, quote", "checks: length, beauty"), "no check is called beauty; there are empty"),
        (('"required": ["quote", "question"]', '"required": ["question"]'), "does not require quote"),
        (("checks: length, quote", "checks: length, quote\nrewrite: rhyme"), "no rule is called rhyme; there are typo"),
        (("checks: length, quote", "checks: length\nanswerable: no"), "need the check unanswered"),
        (("checks: length, quote", "chunks: 2"), "does not use the variable texts; its schema does not require quotes"),
        (("checks: length, quote", "context: yes"), "does not require context"),
    ],
)
def test_a_style_that_generating_cannot_do_is_told(tmp_path, change, words):
    text = """---
name: mine
version: 1
purpose: to test
variables: text
checks: length, quote
schema: {"type": "object", "required": ["quote", "question"], "properties": {"quote": {"type": "string"},
  "question": {"type": "string"}, "quotes": {"type": "array"}}}
---
<!-- user -->
<passage>{{ text }}</passage>
"""
    (tmp_path / "mine.v1.md").write_text(text.replace(*change))
    with pytest.raises(UsageError, match=words):
        plan_generation([], ["mine"], prompts=tmp_path)
