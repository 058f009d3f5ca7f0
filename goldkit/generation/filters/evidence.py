"""Whether the model answered from the chunk."""

from __future__ import annotations

import re

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.text.quote import locate, says_something


def quote_missing(draft: Draft, context: Context) -> Verdict:
    """Its quote does not stand in the chunk, or says nothing; with several chunks each must hold its own."""
    for quote, passage in zip(draft.quotes, draft.passages, strict=True):
        if not says_something(quote):
            return objection(f"quote {quote!r}")
        if not locate(quote, passage):
            return objection(quote)
    return PASSED


def invented_figure(draft: Draft, context: Context) -> Verdict:
    """Its answer names a figure that the chunk does not have, so the model did not answer from the chunk."""
    named = _figures(draft.answer)
    invented = sorted(named.difference(*map(_figures, draft.passages))) if named else []
    return objection(", ".join(invented) or None)


def _figures(text: str) -> set[str]:
    """The numbers of a text as written, but for thousands separators and leading zeros: 5,000 and 5000, 02:15 and 2:15 are one."""
    return {re.sub(r"[.,]", "", number).lstrip("0") for number in re.findall(r"\d+(?:[.,]\d+)*", text)}
