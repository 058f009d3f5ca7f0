"""The natural near-duplicates that guard_on_natural_pairs judges: two releases of Django's topics, and the sample handbook.

Nobody made these pairs for a test: they are what people changed between two releases, and between two years' editions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from goldkit.duplicates.widen import all_pairs
from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Copy
from goldkit.text.tokens import words

AT = "2026-12-01T10:00:00Z"
DRAWN = 300
SEED = 6
SAMPLES = Path(__file__).parents[2] / "samples" / "corpus.jsonl"
PARAGRAPHS = (1, 3)
"""Paragraphs in a chunk: single ones, and windows of three that overlap by one, as chunks of a real index do."""


def corpora(django: Path) -> Iterator[list[Chunk]]:
    """The chunks of each corpus: the releases in each chunking, then the samples."""
    for size in PARAGRAPHS:
        yield [chunk for release in sorted(django.iterdir()) for chunk in windows(release, size)]
    rows = map(json.loads, SAMPLES.read_text("utf-8").splitlines())
    yield [Chunk(id=row["id"], text=row["text"], doc_id=row["doc_id"]) for row in rows]


def windows(release: Path, size: int) -> Iterator[Chunk]:
    """Chunks `release/path#size:first paragraph` of the paragraphs with twelve words or more."""
    for path in sorted(release.rglob("*.txt")):
        name = f"{release.name}/{path.relative_to(release).as_posix()}"
        parts = [part for part in re.split(r"\n\s*\n", path.read_text("utf-8")) if len(words(part)) >= 12]
        for at in range(0, len(parts), max(1, size - 1)):
            yield Chunk(id=f"{name}#{size}:{at}", text="\n\n".join(parts[at : at + size]).strip("\n"), doc_id=name)


def pairs_of(chunks: list[Chunk]) -> list[Copy]:
    """The pairs of unequal texts of a corpus."""
    return [pair for pair in all_pairs(chunks, AT).pairs if pair.rule != "exact"]


def drawn(pairs: list[Copy]) -> list[Copy]:
    """Every pair that the guard passes and others by the lot of their ids, DRAWN in all, sorted by their ids.

    A lot is the same whatever other pairs there are, so that after a change of the guard hardly any pair is to be read anew.
    """
    passed = [pair for pair in pairs if pair.verdict == "same"]
    others = sorted((pair for pair in pairs if pair.verdict != "same"), key=lot_of)
    return sorted(passed + others[: DRAWN - len(passed)], key=key_of)


def lot_of(pair: Copy) -> str:
    """A number in hexadecimal digits that depends on the seed and the ids alone."""
    return sha256_text(f"{SEED} {pair.a} {pair.b}")


def key_of(pair: Copy) -> tuple[str, str]:
    """What names a pair."""
    return pair.a, pair.b


def texts_of(chunks: list[Chunk]) -> dict[str, str]:
    """sha256 → text."""
    return {sha256_text(chunk.text): chunk.text for chunk in chunks}
