"""What a model was asked, and what that cost: by style, and in total."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Of a model. input, output: per million tokens of the prompt and of the reply, in the currency."""

    model: str
    input: float
    output: float
    currency: str = ""

    def of(self, prompt_tokens: float, completion_tokens: float) -> float:
        """What so many tokens cost, in the currency."""
        return (prompt_tokens * self.input + completion_tokens * self.output) / MILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleUsage:
    """What one style took. calls: replies, of which `replayed` came from the journal and cost nothing.

    prompt_tokens, completion_tokens: as the endpoint counted them, replayed included; paid_…: those of replies that were asked for.
    uncounted: replies asked for whose tokens the endpoint did not count, so that the paid ones are a guess by their length.
    failed: tries without a reply (timeouts, lost connections, 5xx) that the endpoint may have charged for; in no other figure.
    """

    style: str
    calls: int = 0
    replayed: int = 0
    uncounted: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    paid_prompt_tokens: int = 0
    paid_completion_tokens: int = 0

    def cost(self, price: Price | None) -> float | None:
        """What the paid tokens cost; None where the price is unknown."""
        return price.of(self.paid_prompt_tokens, self.paid_completion_tokens) if price else None

    def to_dict(self, price: Price | None) -> dict[str, Any]:
        """The figures as JSON values, the cost null where the price is unknown."""
        names = [name for name in self.__dataclass_fields__ if name != "style"]
        cost = self.cost(price)
        return {name: getattr(self, name) for name in names} | {"cost": None if cost is None else round(cost, 6)}


def total(usages: Iterable[StyleUsage], style: str = "total") -> StyleUsage:
    """The sum of several styles' usage, under a name of its own."""
    several = tuple(usages)
    names = [name for name in StyleUsage.__dataclass_fields__ if name != "style"]
    return StyleUsage(style=style, **{name: sum(getattr(one, name) for one in several) for name in names})


def usage_dict(usages: Iterable[StyleUsage], price: Price | None, late: StyleUsage) -> dict[str, Any]:
    """Usage by style and in total as JSON values, with the price that the costs go by, null where it is unknown.

    late: what came in after a run had ended, and is not part of the total.
    """
    several = tuple(usages)
    return {
        "price": asdict(price) if price else None,
        "styles": {one.style: one.to_dict(price) for one in several},
        "total": total(several).to_dict(price),
        "late": late.to_dict(price),
    }
