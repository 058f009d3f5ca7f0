"""How the calls of a run would fall on the styles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldkit.results.style_estimate import StyleEstimate


def estimates(sizes: Mapping[str, float], least: int, most: int) -> Iterator[StyleEstimate]:
    """sizes: style → tokens of one of its prompts. least, most: calls of all styles, which share them evenly, first ones first."""
    lowest, highest = _shares(len(sizes), least), _shares(len(sizes), most)
    for (style, tokens), low, high in zip(sizes.items(), lowest, highest, strict=True):
        yield StyleEstimate(
            style=style,
            least_calls=low,
            most_calls=high,
            least_prompt_tokens=round(low * tokens),
            most_prompt_tokens=round(high * tokens),
        )


def _shares(parts: int, number: int) -> list[int]:
    return [number // parts + (at < number % parts) for at in range(parts)]
