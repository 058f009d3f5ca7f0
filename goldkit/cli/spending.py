"""What a command line says about money: the price of the model, and the limits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldkit.cli.output import out, out_json, say
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.llm.budget import Budget
    from goldkit.results.usage import Price


def price_of(model: str | None, prices: Path | None, golden: Path) -> Price | None:
    """The model's price by the table; None where there is no table, or none that has the model. Raises UsageError or DataError."""
    from goldkit.llm.prices import price_of as known

    return known(model, prices, golden)


def budget(tokens: int | None, cost: float | None, price: Price | None, model: str | None) -> Budget:
    """What may be spent. Raises UsageError for a limit in money of a model whose price is unknown."""
    from goldkit.llm.budget import Budget

    if cost is not None and price is None:
        raise UsageError(
            f"--max-cost needs the price of {model or 'the model'}: give --prices FILE (or put prices.toml into the golden "
            f'directory) with a line like [models."{model or "NAME"}"], input and output per million tokens'
        )
    return Budget(max_tokens=tokens, max_cost=cost, price=price)


def say_estimate(guess: Any, text: str, as_json: bool) -> None:
    """What a dry run found. guess: a result object; text: the same in words."""
    if as_json:
        out_json(guess.to_dict())
    else:
        out(text)
    say("dry run: nothing was sent, nothing was changed")
