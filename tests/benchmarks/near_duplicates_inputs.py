"""The input of near_duplicates_speed.py: chunks of about 150 words, like text to a shingler, a tenth of them edited copies."""

from __future__ import annotations

import random
from bisect import bisect
from itertools import accumulate

VOCABULARY = 40_000
COPIES = 0.1
LABELLED = 500
SYLLABLES = [first + last for first in "bcdfgklmnprstv" for last in ("a", "e", "i", "o", "u", "an", "er", "is")]


def chunks(size: int, seed: int = 1) -> list[str]:
    """Different texts by place: the first nine tenths drawn, the others copies with 1 to 20 % of the words edited (the share
    drawn evenly on a log scale), five or so of one text.

    Word frequencies are Zipf's (1 / (rank + 2.7)); sentences have capitals, commas, full stops, numbers, flags and paths.
    """
    draw = random.Random(f"chunks {seed}")
    words = _vocabulary(draw)
    weights = list(accumulate(1 / (rank + 2.7) for rank in range(len(words))))
    originals = round(size * (1 - COPIES))
    sources = max(1, round(size * COPIES) // 5)
    texts = [_written(draw, _drawn(draw, words, weights, draw.randint(100, 200))) for _ in range(originals)]
    known = dict.fromkeys(texts)
    while len(known) < size:
        known[_edited(draw, texts[draw.randrange(sources)], words, weights)] = None
    return list(known)


def labelled(size: int, seed: int = 1) -> list[int]:
    """The places of the labelled chunks: half of them copies, half of them drawn from all."""
    draw = random.Random(f"labelled {seed}")
    copies = draw.sample(range(round(size * (1 - COPIES)), size), min(LABELLED // 2, round(size * COPIES)))
    return sorted({*copies, *draw.sample(range(size), min(LABELLED // 2, size))})


def _vocabulary(draw: random.Random) -> list[str]:
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        # Frequent words are short, as in a language.
        most = 1 + min(3, len(words).bit_length() // 4)
        words["".join(draw.choice(SYLLABLES) for _ in range(draw.randint(1, most)))] = None
    return list(words)


def _drawn(draw: random.Random, words: list[str], weights: list[float], length: int) -> list[str]:
    return [words[bisect(weights, draw.random() * weights[-1], 0, len(words) - 1)] for _ in range(length)]


def _written(draw: random.Random, words: list[str]) -> str:
    start = True
    for at, word in enumerate(words):
        chance = draw.random()
        if chance < 0.02:
            word = str(draw.randrange(1000))
        elif chance < 0.025:
            word = f"--{word}"
        elif chance < 0.03:
            word = f"/{word}/{words[at - 1]}.conf"
        words[at] = (word.capitalize() if start else word) + ("." if chance > 0.93 else "," if chance > 0.87 else "")
        start = chance > 0.93
    return " ".join(words)


def _edited(draw: random.Random, text: str, words: list[str], weights: list[float]) -> str:
    pieces = text.split()
    for at in draw.sample(range(len(pieces)), max(1, round(len(pieces) * 0.01 * 20 ** draw.random()))):
        new = _drawn(draw, words, weights, 1)[0]
        pieces[at] = draw.choice((new, new, "", f"{pieces[at]} {new}"))
    return " ".join(piece for piece in pieces if piece)
