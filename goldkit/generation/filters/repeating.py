"""Whether it says again what was there before."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import Verdict, objection

NEAR_IDENTICAL = "near-identical to another question"
"""The one reason that depends on the order of the drafts: who accepts them looks for it, among those accepted before."""


def repeats_example(draft: Draft, context: Context) -> Verdict:
    """It parrots an example of the prompt."""
    return objection(context.examples.match(draft.whole))
