"""Whose verdict a score is, where only its name tells: tracers keep a user's thumb and a model's grade in the same columns."""

from __future__ import annotations

import re

WORDS = frozenset(
    ["user", "users", "human", "feedback", "thumb", "thumbs", "rating", "vote", "votes", "like", "liked", "helpful"]
)
"""One of these in the name of a score says that a person gave it."""
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def by_person(name: str) -> bool:
    """Whether the name of a score says that a person gave it: `user-feedback`, `thumbsUp`, `user_score`; not `correctness`."""
    return any(word.casefold() in WORDS for word in WORD.findall(name))


def unsaid(name: str, noun: str) -> str:
    """Why a score is not used whose name does not say so."""
    return f"{noun} `{name}` does not say that a person gave it"
