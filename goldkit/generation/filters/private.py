"""Whether it holds what is private."""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import Verdict, objection


def private(draft: Draft, context: Context) -> Verdict:
    """Its question, answer or quote holds a form of private text. The objection names the rule, not the value."""
    return objection(
        ", ".join(private_rules([draft.question, draft.context or "", draft.answer, *draft.quotes], context)) or None
    )


def private_rules(texts: Iterable[str], context: Context) -> list[str]:
    """The names of the rules that see something private in the texts, sorted."""
    if context.redactor is None:
        return []
    return sorted({one.rule for text in texts for one in context.redactor.redact(text)[1]})
