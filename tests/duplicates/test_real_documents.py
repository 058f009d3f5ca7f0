"""Two releases of one documentation: nothing is missed, nothing is reported that does not hold, nothing unlike is `same`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from goldkit.duplicates.widen import all_pairs, widen
from goldkit.records import Chunk
from goldkit.text.tokens import words

AT = "2026-12-01T10:00:00Z"


def paragraphs(folder: Path) -> list[Chunk]:
    """Three paragraphs a chunk, one paragraph apart, so that chunks overlap as they do in a real index."""
    made = []
    for path in sorted(folder.rglob("*.txt")):
        name = f"{folder.name}/{path.relative_to(folder)}"
        parts = [part for part in re.split(r"\n\s*\n", path.read_text()) if len(words(part)) >= 12]
        made += [
            Chunk(id=f"{name}#{at}", text="\n\n".join(parts[at : at + 3]), doc_id=name)
            for at in range(0, len(parts), 2)
        ]
    return made


def shingle_sets(text: str) -> frozenset[tuple[str, ...]]:
    tokens = words(text)
    return frozenset(tuple(tokens[at : at + 3]) for at in range(max(1, len(tokens) - 2)))


@pytest.fixture(scope="module")
def releases(real_data: Path) -> tuple[list[Chunk], list[Chunk]]:
    old, new = sorted((real_data / "django-docs").iterdir())
    return paragraphs(old), paragraphs(new)


def test_all_pairs_over_the_threshold_are_found_and_every_pair_holds(releases) -> None:
    corpus = [chunk for release in releases for chunk in release]
    texts = {chunk.id: chunk.text for chunk in corpus}
    sets = {text: shingle_sets(text) for text in texts.values()}
    found = all_pairs(corpus, AT)
    for pair in found.pairs:
        a, b = sets[texts[pair.a]], sets[texts[pair.b]]
        assert pair.jaccard == len(a & b) / len(a | b)
        assert pair.jaccard >= 0.8 or max(len(a & b) / len(a), len(a & b) / len(b)) >= 0.9
    truth = similar(sets)
    hit = {frozenset((texts[pair.a], texts[pair.b])) for pair in found.pairs}
    assert len(truth) > 100
    assert len(truth & hit) / len(truth) >= 0.99


def similar(sets: dict[str, frozenset[tuple[str, ...]]]) -> set[frozenset[str]]:
    """All pairs of distinct texts with exact Jaccard ≥ 0.8, by counting every shared shingle."""
    holders: dict[tuple[str, ...], list[str]] = defaultdict(list)
    truth = set()
    for text, shingles in sets.items():
        shared = Counter(other for shingle in shingles for other in holders[shingle])
        for other, count in shared.items():
            if count >= 0.8 * (len(shingles) + len(sets[other]) - count):
                truth.add(frozenset((text, other)))
        for shingle in shingles:
            holders[shingle].append(text)
    return truth


def test_between_two_releases_only_form_differs_in_what_is_the_same(releases) -> None:
    old, new = releases
    found = widen(old, new, AT)
    texts = {chunk.id: chunk.text for release in releases for chunk in release}
    assert found.rules["same"]["exact"] > 1000
    assert sum(found.rules["differs"].values()) > 250
    for pair in found.pairs:
        if pair.verdict == "same" and pair.rule is None:
            a, b = (formless(texts[end]) for end in (pair.a, pair.b))
            assert a == b


def formless(text: str) -> str:
    """The text without what the guard may take for form in these documents."""
    return "".join(text.split()).rstrip(".:").replace("'", '"').replace("...", "")
