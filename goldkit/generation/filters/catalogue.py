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
from goldkit.generation.filters.follow_up import turn_before
from goldkit.generation.filters.form import empty, too_long
from goldkit.generation.filters.orders import follows_orders
from goldkit.generation.filters.other_language import other_language
from goldkit.generation.filters.others import answered_at_all, answered_elsewhere
from goldkit.generation.filters.private import private
from goldkit.generation.filters.repeating import repeats_example
from goldkit.generation.filters.round_trip import lost
from goldkit.generation.filters.standing_alone import leans_on_turn, names_nothing, refers
from goldkit.generation.filters.style import names_identifier, needs_all, only_keywords, slipped
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
    "turn": Filter("no turn before that makes it whole", turn_before),
    "keywords": Filter("a sentence, not keywords", only_keywords),
    "identifier": Filter("no identifier of the chunk", names_identifier),
    "example": Filter("repeats an example of the prompt", repeats_example),
    "quote": Filter("quote not in the chunk", quote_missing),
    "figures": Filter("answer with an invented figure", invented_figure),
    "language": Filter("another language", other_language),
    "orders": Filter("follows an order in the chunk", follows_orders),
    "copies": Filter("copies the chunk", copies_chunk),
    "rewrite": Filter("cannot be rewritten", slipped),
    "all": Filter("one chunk is enough", needs_all),
    "round trip": Filter("not found by the round trip's retriever", lost),
    "others": Filter("other chunks answer it too", answered_elsewhere),
    "unanswered": Filter("a chunk answers it", answered_at_all),
}
"""Name, which a prompt's `checks` may name → filter, in the order they are tried; the first one that objects names the reason.

What costs little comes first; `unanswered` is for prompts whose questions are to have no answer, `turn` for follow-ups, `keywords`,
`identifier` and `all` for styles that ask for that.
"""
ALWAYS = ("empty", "private", "orders", "rewrite")
"""What no prompt can do without."""
SPECIAL = frozenset({"unanswered", "turn", "keywords", "identifier", "all"})
USUAL = tuple(name for name in FILTERS if name not in SPECIAL)
"""What applies to a prompt that does not say."""
