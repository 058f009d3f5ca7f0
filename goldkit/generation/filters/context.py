"""What filters may look at beside the draft: read-only, one for a run, shared by all its threads."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from goldkit.generation.draft import wording
from goldkit.generation.filters.judge import Judge
from goldkit.generation.filters.thresholds import Thresholds
from goldkit.generation.filters.trip import RoundTrip
from goldkit.generation.nearby import Nearby
from goldkit.llm.prompt import Prompt
from goldkit.text.redact import DEFAULT, Redactor
from goldkit.text.wordings import Wordings


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """examples: the questions in the prompts' own example replies. thresholds: from where on a question is a copy.

    nearby: the corpus, to look for other chunks that answer; None where nobody looks. judge: asks the model whether a chunk does.
    judged: how many of the nearest chunks it is asked about for each question, 0 for none. redactor: of what is private, None to
    let it pass. round_trip: the retriever that must find a question's own chunk; None for none.
    """

    examples: Wordings = field(default_factory=Wordings)
    thresholds: Thresholds = field(default_factory=Thresholds)
    nearby: Nearby | None = None
    judge: Judge | None = None
    judged: int = 0
    redactor: Redactor | None = DEFAULT
    round_trip: RoundTrip | None = None


def examples_of(prompts: Iterable[Prompt]) -> Wordings:
    """The questions of the prompts' own example replies."""
    found = Wordings()
    for prompt in prompts:
        for question in _questions(prompt):
            found.add(question)
    return found


def _questions(prompt: Prompt) -> list[str]:
    found = []
    for body in prompt.example_replies():
        try:
            reply = json.loads(body)
            found.append(wording(str(reply["question"]), str(reply["context"]) if prompt.context else None))
        except (ValueError, KeyError, TypeError):
            continue  # an example of some other shape has no question to repeat
    return found
