"""Near-identical wording: which questions are so alike that a retriever cannot fail them independently.

Two texts are near-identical when they are equal after folding Unicode form, case, punctuation and white space, or when
the Jaccard similarity of their character 3-grams is at least 0.85. That is a tie between questions (one block of the
statistics, one side of a split), not a claim that they mean the same: "30 s" and "60 s" in long questions are tied too.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

GRAM = 3
"""Characters in a gram."""

THRESHOLD = (17, 20)
"""The least Jaccard similarity, 0.85, as a fraction: whole numbers leave no doubt at the boundary."""

SIGNS = frozenset("#%&*@/\\_")
"""Punctuation by Unicode's book that carries meaning in a technical question (C#, 5 %, a/b, _id)."""


@lru_cache(maxsize=256)
def wording_key(text: str) -> str:
    """The text after NFKC and casefold, without white space and punctuation; signs stay (C++, C#, -5, 2.5).

    A minus before a digit and a point, comma or colon between two digits stay. Where nothing else is left ("?!") the
    punctuation stays. Kept for the texts met last: a new question is looked for in several places one after another.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    kept = [sign for at, sign in enumerate(folded) if _carries_meaning(folded, at)]
    return "".join(kept) or "".join(folded.split())


def near_identical(a: str, b: str) -> bool:
    """Whether the two are near-identical in wording (see the module)."""
    return alike(grams_of(wording_key(a)), grams_of(wording_key(b)))


def near_identical_pairs(texts: Sequence[str]) -> list[tuple[int, int]]:
    """All pairs of positions (i < j) of near-identical texts, sorted; exactly those `near_identical` holds for.

    Texts of one key collapse first. Two gram sets with Jaccard ≥ t share a gram among the rarest |A| − ⌈t|A|⌉ + 1 of
    each and differ in size by at most the factor t (Bayardo, Ma and Srikant, WWW 2007), so few pairs are compared.
    """
    positions: dict[str, list[int]] = defaultdict(list)
    for position, text in enumerate(texts):
        positions[wording_key(text)].append(position)
    groups = list(positions.values())
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    for one, other in _similar([grams_of(key) for key in positions]):
        pairs += [(min(i, j), max(i, j)) for i in groups[one] for j in groups[other]]
    return sorted(pairs)


def _similar(sets: list[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Pairs of positions of alike sets, by a prefix index over the rarest grams, smaller sets first."""
    frequency = Counter(gram for grams in sets for gram in grams)
    index: dict[str, list[int]] = defaultdict(list)
    for at in sorted(range(len(sets)), key=lambda position: len(sets[position])):
        size = len(sets[at])
        rarest = sorted(sets[at], key=lambda gram: (frequency[gram], gram))[: size - least_common(size) + 1]
        found = {other for gram in rarest for other in index[gram] if len(sets[other]) >= least_common(size)}
        yield from ((other, at) for other in sorted(found) if alike(sets[other], sets[at]))
        for gram in rarest:
            index[gram].append(at)


def least_common(size: int) -> int:
    """⌈t · size⌉: the least number of grams that an alike set has in common with one of this size."""
    numerator, denominator = THRESHOLD
    return -(-numerator * size // denominator)


def alike(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two sets of grams are those of near-identical texts."""
    if not a or not b:
        return not a and not b
    numerator, denominator = THRESHOLD
    shared = len(a & b)
    return denominator * shared >= numerator * (len(a) + len(b) - shared)


def grams_of(key: str) -> frozenset[str]:
    """The character 3-grams of a key; a shorter key is one gram of its own, an empty one has none."""
    if len(key) < GRAM:
        return frozenset([key] if key else [])
    return frozenset(key[at : at + GRAM] for at in range(len(key) - GRAM + 1))


def _carries_meaning(text: str, at: int) -> bool:
    sign = text[at]
    if sign.isspace():
        return False
    if not unicodedata.category(sign).startswith("P") or sign in SIGNS:
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if sign in ".,:":
        return before.isdigit() and after.isdigit()
    return sign in "-‐‑" and after.isdigit() and not before.isalnum()
