"""How much is said on stderr beside errors: nothing, as much as a person needs, or what explains an error besides."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Literal

Loudness = Literal["quiet", "plain", "verbose"]
LOUDNESS: ContextVar[Loudness] = ContextVar("loudness", default="plain")
"""Set once, by the options of goldkit itself, for the command that then runs."""


def quiet() -> bool:
    """Whether words and progress are not wanted."""
    return LOUDNESS.get() == "quiet"


def verbose() -> bool:
    """Whether the place in the code that an error came from is wanted, and the time that was taken."""
    return LOUDNESS.get() == "verbose"
