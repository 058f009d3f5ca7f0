"""How far the words of a question alone lead to a text: which words, and which runs of words, the two share."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.text.tokens import words


def shared_words(question: str, text: str) -> float:
    """The share of the question's distinct words that the text has too, in [0, 1]; 0 for a question without a word."""
    asked = set(words(question))
    return len(asked & set(words(text))) / len(asked) if asked else 0.0


def longest_run(words_of_one: Sequence[str], words_of_other: Sequence[str]) -> list[str]:
    """The longest run of words that both have one after another, the first in the first one of several; [] for none.

    As difflib's find_longest_match, but a word that the other one repeats over and over costs no more than any. Each word becomes
    one sign (a million different ones at most), so that runs are searched as strings are.
    """
    signs: dict[str, str] = {}
    for word in words_of_one:
        signs.setdefault(word, chr(1 + len(signs)))
    one = "".join(signs[word] for word in words_of_one)
    other = "".join(signs.get(word, "\0") for word in words_of_other)
    start, best = 0, (0, 0)
    for end in range(1, len(one) + 1):
        while one[start:end] not in other:
            start += 1
        if end - start > best[1] - best[0]:
            best = start, end
    return list(words_of_one[slice(*best)])
