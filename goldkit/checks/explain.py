"""What each finding means, with an example and the command that cures it."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from goldkit.checks.catalogue import CHECKS, FIRST
from goldkit.checks.examples import EXAMPLES
from goldkit.errors import UsageError
from goldkit.results.check import Explanation

LOOKS: dict[str, Callable[..., object]] = {**FIRST, **CHECKS}


def explain(name: str) -> Explanation:
    """What a finding of that name means. Raises UsageError for a name that no finding has, with all that there are."""
    if name not in LOOKS:
        raise UsageError(f"no finding is called {name!r}; there are: {', '.join(LOOKS)}")
    example, cure = EXAMPLES[name]
    return Explanation(name=name, meaning=_words(LOOKS[name]), example=example, cure=cure)


def summaries() -> dict[str, str]:
    """Name of a finding → its meaning in one sentence, in the order in which they are looked for."""
    return {name: _words(look).partition(". ")[0].rstrip(".") + "." for name, look in LOOKS.items()}


def _words(look: Callable[..., object]) -> str:
    return " ".join((inspect.getdoc(look) or "").split())
