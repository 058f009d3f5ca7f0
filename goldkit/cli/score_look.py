"""How a counted look at a frozen set is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.phrases import elsewhere

if TYPE_CHECKING:
    from goldkit.sets.looks import Looks


def look_words(name: str, looks: Looks) -> str:
    """One line for stderr. name: the set's."""
    seen = "" if looks.new else "; nothing new was shown"
    return f"look {looks.used} of {looks.budget} at {name}{elsewhere(looks.elsewhere)}{seen}"
