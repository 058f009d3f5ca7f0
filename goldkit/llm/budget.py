"""What may be spent: tokens, money, or both. What is in flight when a limit is reached is paid for; nothing more is sent."""

from __future__ import annotations

from dataclasses import dataclass, field

from goldkit.llm.reply import Usage
from goldkit.phrases import counted
from goldkit.results.usage import Price


@dataclass(slots=True, kw_only=True)
class Budget:
    """max_tokens: of prompts and replies together. max_cost: in the price's currency; without a price it is never reached.

    spent: what was asked for so far; replayed replies are not added. Not safe to share between threads without a lock.
    """

    max_tokens: int | None = None
    max_cost: float | None = None
    price: Price | None = None
    spent: Usage = field(default_factory=Usage)

    def add(self, usage: Usage) -> str | None:
        """Count a reply that was paid for. Returns why nothing more is to be asked, None while there is something left."""
        self.spent += usage
        return self.used_up()

    def used_up(self) -> str | None:
        """Why nothing more is to be asked, None while there is something left. A budget of nothing is used up from the start."""
        if self.max_tokens is not None and self.spent.total >= self.max_tokens:
            return f"the budget of {counted(self.max_tokens, 'token')} is used up ({self.spent.total})"
        if self.max_cost is None or self.price is None:
            return None
        cost = self.price.of(self.spent.prompt_tokens, self.spent.completion_tokens)
        if cost < self.max_cost:
            return None
        allowed = f"{self.max_cost:g} {self.price.currency}".rstrip()
        return (
            f"the budget of {allowed} is used up ({cost:.4g})" if cost else f"a budget of {allowed} pays for no request"
        )
