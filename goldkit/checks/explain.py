"""What each finding means, with an example and the command that cures it."""

from __future__ import annotations

from collections.abc import Callable

from goldkit.checks.catalogue import CHECKS, FIRST
from goldkit.checks.catalogue import meaning as says
from goldkit.checks.examples import EXAMPLES
from goldkit.errors import UsageError
from goldkit.results.check import Explanation

LOOKS: dict[str, Callable[..., object]] = {**FIRST, **CHECKS}


def explain(name: str) -> Explanation:
    """What a finding of that name means. Raises UsageError for a name that no finding has, with all that there are."""
    if name not in LOOKS:
        raise UsageError(f"no finding is called {name!r}; there are: {', '.join(LOOKS)}")
    example, cure = EXAMPLES[name]
    return Explanation(name=name, meaning=says(LOOKS[name], whole=True), example=example, cure=cure)


def summaries() -> dict[str, str]:
    """Name of a finding → its meaning in one sentence, in the order in which they are looked for."""
    return {name: says(look) for name, look in LOOKS.items()}
