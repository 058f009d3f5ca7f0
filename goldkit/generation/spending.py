"""What a generating run was asked for, and what came in too late."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from goldkit.generation.examine import Outcome
from goldkit.llm.reply import Reply
from goldkit.llm.spending import Spending
from goldkit.results.usage import StyleUsage, total


def replies_of(outcome: Outcome) -> tuple[Reply, ...]:
    """All that was asked for an outcome: the draft, and what judges said of it."""
    return (outcome.draft.reply, *(outcome.screened.replies if outcome.screened else ()))


def late(outcomes: Iterable[Outcome]) -> StyleUsage:
    """Replies that came in when a run was over already, with the tries that failed until then. They are paid for, and kept."""
    spending = Spending()
    for outcome in outcomes:
        for reply in replies_of(outcome):
            if not reply.replayed:
                spending.add("late" if reply.usage.total else "none", reply)
    calls = sum(one.calls for one in spending.usages if one.style == "late")
    return replace(total(spending.usages, "late"), calls=calls)
