"""A prompt as a style of questions: everything it declares is something that generating knows how to do."""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import UsageError
from goldkit.generation.filters.catalogue import FILTERS, USUAL
from goldkit.generation.variables import VARIABLES, unknown_variables
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.prompt import Prompt


def style_prompt(name: str, folder: Path | None = None) -> Prompt:
    """The prompt of that name, checked. Raises UsageError with all that does not fit, and as find_prompt."""
    prompt = find_prompt(name, folder)
    wrong = [*_variables(prompt), *_replies(prompt), *_checks(prompt)]
    if wrong:
        raise UsageError(f"{prompt.path}: {'; '.join(wrong)}")
    return prompt


def checks_of(prompt: Prompt) -> tuple[str, ...]:
    """The names of the filters that its drafts go through, beside those that always apply."""
    return USUAL if prompt.checks is None else prompt.checks


def _variables(prompt: Prompt) -> list[str]:
    known = ", ".join(VARIABLES)
    found = [
        f"nothing is known to fill the variable {name} with; there are {known}" for name in unknown_variables(prompt)
    ]
    text = "texts" if prompt.most_chunks > 1 else "text"
    return found if text in prompt.variables else [*found, f"it does not use the variable {text}"]


def _replies(prompt: Prompt) -> list[str]:
    """The fields that a reply must have: a question without evidence is only for a style that is to have no answer."""
    evidence = [] if not prompt.answerable else ["quotes"] if prompt.most_chunks > 1 else ["quote"]
    needed = [*(["context"] if prompt.context else []), "question", *evidence]
    missing = [name for name in needed if name not in prompt.schema.get("required", ())]
    return [f"its schema does not require {', '.join(missing)}"] if missing else []


def _checks(prompt: Prompt) -> list[str]:
    known = ", ".join(FILTERS)
    unknown = [name for name in prompt.checks or () if name not in FILTERS]
    found = [f"no check is called {', '.join(unknown)}; there are {known}"] if unknown else []
    if not prompt.answerable and "unanswered" not in checks_of(prompt):
        found.append("questions without an answer need the check unanswered")
    return found
