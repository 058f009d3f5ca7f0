"""Which labels count."""

from typing import Literal

Counting = Literal["decided", "derived", "llm", "proposed"]
"""Which labels count: decided ones, these and derived ones (the default), these and an LLM judge's, or all."""
