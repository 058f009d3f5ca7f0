"""What a run that asks a model took or would take, by style and in total, as lines of text."""

from __future__ import annotations

from typing import Protocol

from goldkit.phrases import counted
from goldkit.reports.columns import columns
from goldkit.results.generate import GenerateEstimate
from goldkit.results.style_estimate import StyleEstimate
from goldkit.results.usage import Price, StyleUsage, total

UNKNOWN = "price unknown"


class Spent(Protocol):
    """The result of a run that asked a model. calls: replies, of which `replayed` cost nothing; tokens: of all of them."""

    @property
    def calls(self) -> int:
        """Replies."""

    @property
    def replayed(self) -> int:
        """Replies from the journal."""

    @property
    def prompt_tokens(self) -> int:
        """Of all prompts."""

    @property
    def completion_tokens(self) -> int:
        """Of all replies."""

    @property
    def usage(self) -> tuple[StyleUsage, ...]:
        """By style."""

    @property
    def price(self) -> Price | None:
        """Of the model, None where unknown."""

    @property
    def late(self) -> StyleUsage:
        """What came in after the end."""


def usage_lines(result: Spent) -> list[str]:
    """Requests, tokens and cost in total, and a line a style where there are several."""
    whole_run = total(result.usage)
    lines = [
        f"requests: {result.calls:,}{_replayed(result)}; "
        f"{result.prompt_tokens:,} + {result.completion_tokens:,} tokens (prompts + replies)"
    ]
    if len(result.usage) > 1:
        rows = [_row(usage, result.price) for usage in result.usage]
        lines += columns(rows, (False, True, True, True))
    lines += [f"cost:     {_cost(whole_run, result.price)}"] if whole_run.calls > whole_run.replayed else []
    if whole_run.uncounted:
        replies = counted(whole_run.uncounted, "reply")
        lines.append(f"          the endpoint did not count the tokens of {replies}; they are guessed by length")
    return [*lines, *_besides(result, whole_run.failed + result.late.failed)]


def _replayed(result: Spent) -> str:
    """How many requests cost nothing."""
    if not result.replayed:
        return ""
    whole = "all of them" if result.replayed == result.calls else f"{result.replayed:,} of them"
    return f", {whole} answered from the journal"


def _besides(result: Spent, failed: int) -> list[str]:
    """What else may be on the bill. failed: tries without a reply."""
    lines, late = [], result.late
    if late.calls:
        replies = f"{counted(late.calls, 'reply')} came in after the run had ended"
        tokens = f"{late.prompt_tokens:,} + {late.completion_tokens:,} tokens"
        cost = "" if result.price is None else f", {_cost(late, result.price)}"
        lines.append(f"          besides, {replies} ({tokens}{cost}); they are kept in the journal")
    if failed:
        them = "it" if failed == 1 else "they"
        lines.append(f"          besides, {counted(failed, 'call')} failed: what {them} cost is not known")
    return lines


def estimate_lines(estimate: GenerateEstimate) -> list[str]:
    """The cost in total, from the least to the most, and for each style with its requests and tokens where there are several."""
    styles = estimate.styles
    rows = [_guess(style, estimate.price) for style in styles] if len(styles) > 1 else []
    return [*columns(rows, (False, True, True, True)), f"cost:     {_span(estimate.total, estimate.price)}"]


def money(amount: float, price: Price) -> str:
    """An amount with its currency, in as many decimals as say something: "0.0042 EUR", "12.30 EUR"."""
    digits = f"{amount:,.2f}" if amount >= 1 or not amount else f"{amount:.2g}" if amount < 0.01 else f"{amount:.3f}"
    return f"{digits} {price.currency}".rstrip()


def _row(usage: StyleUsage, price: Price | None) -> list[str]:
    tokens = f"{usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens"
    cost = "" if price is None else _cost(usage, price)
    return [f"  {usage.style}", f"{usage.calls:,} ({usage.replayed:,} replayed)", tokens, cost]


def _cost(usage: StyleUsage, price: Price | None) -> str:
    cost = usage.cost(price)
    return UNKNOWN if price is None or cost is None else money(cost, price)


def _guess(style: StyleEstimate, price: Price | None) -> list[str]:
    return [
        f"  {style.style}",
        f"{style.least_calls:,} to {style.most_calls:,} requests",
        f"{style.least_prompt_tokens + style.least_reply_tokens:,} to "
        f"{style.most_prompt_tokens + style.most_reply_tokens:,} tokens",
        "" if price is None else _span(style, price),
    ]


def _span(style: StyleEstimate, price: Price | None) -> str:
    low, high = style.least_cost(price), style.most_cost(price)
    if price is None or low is None or high is None:
        return f"{UNKNOWN}: no price table has the model (see --prices)"
    return f"{money(low, price)} to {money(high, price)}"
