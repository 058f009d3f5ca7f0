"""Whether the model answered from the chunk."""

from __future__ import annotations

import re

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.judge import says_something
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.generation.quote import locate


def quote_missing(draft: Draft, context: Context) -> Verdict:
    """Its quote does not stand in the chunk, or says nothing."""
    if not says_something(draft.quote):
        return objection(f"quote {draft.quote!r}")
    return PASSED if locate(draft.quote, draft.chunk.text) else objection(draft.quote)


def invented_figure(draft: Draft, context: Context) -> Verdict:
    """Its answer names a figure that the chunk does not have, so the model did not answer from the chunk."""
    invented = sorted(_figures(draft.answer) - _figures(draft.chunk.text))
    return objection(", ".join(invented) or None)


def _figures(text: str) -> set[str]:
    """The numbers of a text as written, but for thousands separators and leading zeros: 5,000 and 5000, 02:15 and 2:15 are one."""
    return {re.sub(r"[.,]", "", number).lstrip("0") for number in re.findall(r"\d+(?:[.,]\d+)*", text)}
