"""What filters may look at beside the draft: read-only, one for a run, shared by all its threads."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from goldkit.generation.filters.thresholds import Thresholds
from goldkit.llm.prompt import Prompt
from goldkit.text.wording import Wordings


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """examples: the questions in the prompts' own example replies. thresholds: from where on a question is a copy."""

    examples: Wordings = field(default_factory=Wordings)
    thresholds: Thresholds = field(default_factory=Thresholds)


def examples_of(prompts: Iterable[Prompt]) -> Wordings:
    """The questions of the prompts' own example replies."""
    found = Wordings()
    for prompt in prompts:
        for question in _questions(prompt):
            found.add(question)
    return found


def _questions(prompt: Prompt) -> list[str]:
    found = []
    for role, body in prompt.sections:
        if role == "assistant":
            try:
                found.append(str(json.loads(body)["question"]))
            except (ValueError, KeyError, TypeError):
                continue  # an example of some other shape has no question to repeat
    return found
