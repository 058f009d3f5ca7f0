"""What intervals over very few queries are worth, which is nothing, in words."""

from __future__ import annotations

from goldkit.phrases import counted

MEANINGLESS = 3
"""Up to so many independent groups an interval says nothing: what it would be made of is the spread between them."""


def interval_caution(queries: int, blocks: int) -> str:
    """What to think of intervals over so many queries in so many blocks; "" where there are enough for an interval to mean
    something, though fewer than 20 blocks give no verdict.
    """
    if blocks > MEANINGLESS:
        return ""
    if blocks > 1:
        over = counted(queries, "query") if queries == blocks else f"{counted(blocks, 'independent group')} of queries"
        return f"an interval over {over} says nothing"
    return (
        "no interval: one query" if queries == 1 else f"no interval: all {queries:,} queries are one independent group"
    )
