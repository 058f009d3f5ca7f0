"""Rules that a prompt may name as its `rewrite`: what becomes of its questions once they have been checked."""

from __future__ import annotations

from collections.abc import Callable

from goldkit.generation.misspelling import misspelt

REWRITES: dict[str, Callable[[str, str], str]] = {"typo": misspelt}
"""Name → from a question and the text of its chunks to the question as it is kept; the same one where the rule cannot change it."""
