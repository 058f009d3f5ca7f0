"""A prompt as a style of questions: everything it declares is something that generating knows how to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.generation.filters.catalogue import FILTERS, USUAL
from goldkit.generation.filters.others import LEAST_JUDGED
from goldkit.generation.rewrites import REWRITES
from goldkit.generation.variables import VARIABLES, unknown_variables
from goldkit.llm.find_prompt import available, find_prompt
from goldkit.llm.prompt import Prompt

ALL = "all"
"""In place of a style's name: every one there is."""


def style_prompt(name: str, folder: Path | None = None) -> Prompt:
    """The prompt of that name, checked. Raises UsageError for no style and with all that does not fit, and as find_prompt."""
    if name.partition(".v")[0] not in available(folder):
        once = "; give --style once for each" if re.search(r"[,;\s]", name) else ""
        raise UsageError(f"no such style: {name!r}; there are {', '.join(styles_named([ALL], folder))}{once}")
    prompt = find_prompt(name, folder)
    wrong = [*_variables(prompt), *_replies(prompt), *_checks(prompt), *_rewrite(prompt)]
    if wrong:
        raise UsageError(f"{prompt.path}: {'; '.join(wrong)}")
    return prompt


def styles_named(names: Sequence[str], folder: Path | None = None) -> list[str]:
    """The names, each once; ALL stands for every prompt that asks a question, goldkit's own and the folder's."""
    every = [name for name in available(folder) if _asks(find_prompt(name, folder))] if ALL in names else []
    return list(dict.fromkeys(one for name in names for one in (every if name == ALL else [name])))


def checks_of(prompt: Prompt) -> tuple[str, ...]:
    """The names of the filters that its drafts go through, beside those that always apply."""
    return USUAL if prompt.checks is None else prompt.checks


def _asks(prompt: Prompt) -> bool:
    return "question" in prompt.schema.get("required", ())


def judgings(prompt: Prompt, judged: int) -> int:
    """How many chunks a model is asked about for one draft of the prompt, at most. judged: other chunks, where that is wanted."""
    names = checks_of(prompt)
    others = judged if "others" in names else 0
    alone = prompt.most_chunks if "all" in names and judged else 0
    answers = max(judged, LEAST_JUDGED) + prompt.most_chunks if "unanswered" in names else 0
    return others + alone + answers


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


def _rewrite(prompt: Prompt) -> list[str]:
    if not prompt.rewrite or prompt.rewrite in REWRITES:
        return []
    return [f"no rule is called {prompt.rewrite}; there are {', '.join(REWRITES)}"]


def _checks(prompt: Prompt) -> list[str]:
    known = ", ".join(FILTERS)
    unknown = [name for name in prompt.checks or () if name not in FILTERS]
    found = [f"no check is called {', '.join(unknown)}; there are {known}"] if unknown else []
    if not prompt.answerable and "unanswered" not in checks_of(prompt):
        found.append("questions without an answer need the check unanswered")
    return found
