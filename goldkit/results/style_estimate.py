"""What one style of question would take, before anything is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from goldkit.results.usage import Price

SHORT_REPLY, LONG_REPLY = 40, 300
"""Tokens of a reply: with a short question and quote, and at the limit that is sent along."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleEstimate:
    """calls: at least (every draft is good) and at most. prompt_tokens: of the prompts of so many calls, guessed."""

    style: str
    least_calls: int
    most_calls: int
    least_prompt_tokens: int
    most_prompt_tokens: int

    @property
    def least_reply_tokens(self) -> int:
        """Of replies, when each is short."""
        return self.least_calls * SHORT_REPLY

    @property
    def most_reply_tokens(self) -> int:
        """Of replies, when each is as long as it may be."""
        return self.most_calls * LONG_REPLY

    def least_cost(self, price: Price | None) -> float | None:
        """In the price's currency; None where it is unknown."""
        return price.of(self.least_prompt_tokens, self.least_reply_tokens) if price else None

    def most_cost(self, price: Price | None) -> float | None:
        """In the price's currency; None where it is unknown."""
        return price.of(self.most_prompt_tokens, self.most_reply_tokens) if price else None


def whole(styles: Iterable[StyleEstimate], most_calls: int, judge_calls: int, judge_tokens: int) -> StyleEstimate:
    """All styles together, with most_calls at most, each as long as those of the style with the longest prompts; and at most so
    many calls of a judge, each with a prompt of so many tokens.
    """
    several = tuple(styles)
    longest = max((one.most_prompt_tokens / one.most_calls for one in several if one.most_calls), default=0)
    return StyleEstimate(
        style="total",
        least_calls=sum(one.least_calls for one in several),
        most_calls=most_calls + judge_calls,
        least_prompt_tokens=sum(one.least_prompt_tokens for one in several),
        most_prompt_tokens=round(most_calls * longest) + judge_calls * judge_tokens,
    )
