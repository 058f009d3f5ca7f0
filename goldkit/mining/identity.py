"""Sessions and conversations without the people in them."""

from __future__ import annotations

from functools import lru_cache

from goldkit.files.canonical import sha256_text

DIGITS = 16
"""Hex digits kept of a salted hash: 64 bits, enough to tell sessions apart."""


@lru_cache(maxsize=4096)
def salted(value: str, salt: str) -> str:
    """A session, conversation or user id as a salted sha256, cut to 16 hex digits: the same id gives the same, none leads back."""
    return sha256_text(f"{salt}\x1f{value}")[:DIGITS]
