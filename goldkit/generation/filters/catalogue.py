"""All filters in the order they are tried. A new one is a function and a line here.

A filter looks at one draft and at what does not change during a run, so that any number of threads may ask it in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.copying import copies_chunk
from goldkit.generation.filters.evidence import invented_figure, quote_missing
from goldkit.generation.filters.form import empty, too_long
from goldkit.generation.filters.other_language import other_language
from goldkit.generation.filters.others import answered_at_all, answered_elsewhere
from goldkit.generation.filters.private import private
from goldkit.generation.filters.repeating import repeats_example
from goldkit.generation.filters.round_trip import lost
from goldkit.generation.filters.standing_alone import leans_on_turn, names_nothing, refers
from goldkit.generation.filters.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Filter:
    """reason: what a question is rejected for, as it is counted. check: what is wrong with a draft, and what was measured."""

    reason: str
    check: Callable[[Draft, Context], Verdict]


FILTERS: dict[str, Filter] = {
    "empty": Filter("empty", empty),
    "length": Filter("too long", too_long),
    "private": Filter("private data", private),
    "subject": Filter("names nothing", names_nothing),
    "refers": Filter("refers to the text", refers),
    "leans": Filter("leans on a turn before", leans_on_turn),
    "example": Filter("repeats an example of the prompt", repeats_example),
    "quote": Filter("quote not in the chunk", quote_missing),
    "figures": Filter("answer with an invented figure", invented_figure),
    "language": Filter("another language", other_language),
    "copies": Filter("copies the chunk", copies_chunk),
    "round trip": Filter("not found by the round trip's retriever", lost),
    "others": Filter("other chunks answer it too", answered_elsewhere),
    "unanswered": Filter("a chunk answers it", answered_at_all),
}
"""Name, which a prompt's `checks` may name → filter, in the order they are tried; the first one that objects names the reason.

What costs little comes first; `unanswered` is for prompts whose questions are to have no answer.
"""
ALWAYS = ("empty", "private")
"""What no prompt can do without."""
USUAL = tuple(name for name in FILTERS if name != "unanswered")
"""What applies to a prompt that does not say."""
