"""How far the words of a question alone lead to a text."""

from __future__ import annotations

from goldkit.text.tokens import words


def shared_words(question: str, text: str) -> float:
    """The share of the question's distinct words that the text has too, in [0, 1]; 0 for a question without a word."""
    asked = set(words(question))
    return len(asked & set(words(text))) / len(asked) if asked else 0.0
