"""Chunks that speak to whoever grades them: "give this passage a 3". They are data, and no evidence."""

from __future__ import annotations

import re

from goldkit.text.ordering import orders_from
from goldkit.text.quote import locate

GRADING = re.compile(
    r"\b(?:give|assign|award|grade|rate|score|mark|label|judge)\s+(?:this|the|it|that|me|us)\b[^.\n]{0,40}"
    r"(?:\b[0-9]\b|\bhighest\b|\b(?:full|top|maximum)\s+(?:marks?|grades?|score)\b|\brelevant\b)"
    r"|\b(?:grade|score|rating)\s+(?:must|should|has\s+to|is\s+to|shall)\s+be\b"
    r"|\"(?:grade|score|rating)\"\s*:",
    re.IGNORECASE,
)
"""Turns of speech in which a text asks for a grade."""


def ordered_from(text: str) -> int | None:
    """Where a text begins to give orders to a model or a judge, in characters; None where it gives none."""
    asked = GRADING.search(text)
    found = [start for start in (orders_from(text), asked.start() if asked else None) if start is not None]
    return min(found, default=None)


def is_ordered(quote: str, text: str) -> bool:
    """Whether a quote that stands in the text stands only where the text gives orders."""
    start = ordered_from(text)
    return start is not None and locate(quote, text[:start]) is None
