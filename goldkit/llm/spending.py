"""What a model was asked, and how many tokens that took, by style or by purpose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from goldkit.llm.reply import Reply
from goldkit.results.usage import StyleUsage, total


class Spending:
    """Adds up replies, in the order of the styles' first ones."""

    def __init__(self) -> None:
        self._styles: dict[str, StyleUsage] = {}

    def add(self, style: str, reply: Reply) -> None:
        """One more reply; one that was stopped before there was one is none, but for the tries that failed until then."""
        stopped = reply.outcome == "stopped"
        if stopped and not reply.failed:
            return
        prompt, completion = reply.usage.prompt_tokens, reply.usage.completion_tokens
        own = StyleUsage(
            style=style,
            calls=int(not stopped),
            replayed=int(reply.replayed),
            uncounted=int(reply.guessed),
            failed=reply.failed,
            prompt_tokens=prompt,
            completion_tokens=completion,
            paid_prompt_tokens=0 if reply.replayed else prompt,
            paid_completion_tokens=0 if reply.replayed else completion,
        )
        known = self._styles.get(style)
        self._styles[style] = total([known, own], style) if known else own

    @property
    def usages(self) -> tuple[StyleUsage, ...]:
        """One a style, by name."""
        return tuple(self._styles[style] for style in sorted(self._styles))


def late(replies: Iterable[Reply]) -> StyleUsage:
    """Replies that came in when a run was over already, with the tries that failed until then. They are paid for, and kept."""
    spending = Spending()
    for reply in replies:
        if not reply.replayed:
            spending.add("late" if reply.usage.total else "none", reply)
    calls = sum(one.calls for one in spending.usages if one.style == "late")
    return replace(total(spending.usages, "late"), calls=calls)
