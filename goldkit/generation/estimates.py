"""How the calls of a run would fall on the styles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldkit.generation.like_log import quotas
from goldkit.results.style_estimate import StyleEstimate


def estimates(
    sizes: Mapping[str, float], least: int, most: int, slots: int, shares: Mapping[str, float] | None = None
) -> Iterator[StyleEstimate]:
    """sizes: style → tokens of one of its prompts. least, most: calls of all styles. slots: of one style, at most.

    The least is split as `quotas` does by shares. The most is a bound and no share: what the others do not need, or find no
    chunk for, may all go into one style whose questions are turned down.
    """
    lowest = quotas(list(sizes), least, shares)
    for style, tokens in sizes.items():
        low, high = lowest[style], min(most, slots)
        yield StyleEstimate(
            style=style,
            least_calls=low,
            most_calls=high,
            least_prompt_tokens=round(low * tokens),
            most_prompt_tokens=round(high * tokens),
        )
