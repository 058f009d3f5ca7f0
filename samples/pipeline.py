"""A pipeline to try `goldkit retrieve` with: word search (BM25) over corpus.jsonl, in plain Python.

goldkit retrieve pipeline:retrieve --set dev -o runs/words.jsonl
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from functools import cache
from pathlib import Path

CORPUS = Path(__file__).resolve().parent / "corpus.jsonl"
K1, B = 1.2, 0.75


def retrieve(query: str, k: int, context: str = "") -> list[tuple[str, float]]:
    """The k best chunks and their scores. context: the turn before, where the question follows one."""
    chunks, spread, length = index()
    asked = sorted(set(words(f"{context} {query}")))  # in one order, so that sums come out the same each time
    scores = {}
    for chunk, counts in chunks.items():
        norm = K1 * (1 - B + B * counts.total() / length)
        score = sum(spread[word] * counts[word] / (counts[word] + norm) for word in asked if word in counts)
        if score > 0:
            scores[chunk] = score
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:k]


def words(text: str) -> list[str]:
    """The words of a text, in small letters; a code such as XFR-1042 is one word."""
    return re.findall(r"\w+(?:-\w+)*", text.casefold())


@cache
def index() -> tuple[dict[str, Counter[str]], dict[str, float], float]:
    """Chunk id → its words and their counts; word → its weight; the mean number of words in a chunk."""
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    chunks = {row["id"]: Counter(words(f"{row.get('title', '')} {row['text']}")) for row in rows}
    holding = Counter(word for counts in chunks.values() for word in counts)
    spread = {word: math.log(1 + (len(chunks) - n + 0.5) / (n + 0.5)) for word, n in holding.items()}
    return chunks, spread, sum(counts.total() for counts in chunks.values()) / len(chunks)
