"""Clusters of a corpus and the chunks that would do without the others."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from goldkit.duplicates.dedupe import clusters, dedupe, dropped
from goldkit.records import Chunk, Copy

AT = "2026-12-01T10:00:00Z"
TEXT = "The gateway forwards each request to the nearest site unless the tape buffer there is full, and then it waits a while."


def same(a: str, b: str, jaccard: float = 0.9, rule: str | None = "typo") -> Copy:
    figures = {"jaccard": jaccard, "containment": (jaccard, jaccard)}
    return Copy(a=a, b=b, **figures, verdict="same", rule=rule, by="goldkit widen", at=AT)


def test_a_chain_loses_no_text_that_no_kept_one_says() -> None:
    """a ~ b ~ c ~ d: d is no neighbour of a, so one of c and d stays."""
    gone = dropped([same("a", "b"), same("b", "c"), same("c", "d")])
    assert [(one.id, one.kept) for one in gone] == [("b", "a"), ("d", "c")]


def test_equal_texts_go_with_the_one_that_stands_for_them() -> None:
    gone = dropped([same("b", "c", 1.0, "exact"), same("a", "b", 0.9, None), same("x", "y", 1.0, "exact")])
    assert [(one.id, one.kept, one.jaccard, one.rule) for one in gone] == [
        ("b", "a", 0.9, None),
        ("c", "a", 0.9, None),
        ("y", "x", 1.0, "exact"),
    ]


def test_the_reason_is_the_most_similar_that_stays() -> None:
    gone = dropped([same("a", "z", 0.85), same("b", "z", 0.95), same("c", "z", 0.95)])
    assert [(one.id, one.kept, one.jaccard) for one in gone] == [("z", "b", 0.95)]


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda ends: ends[0] < ends[1])))
def test_each_spared_chunk_has_a_kept_neighbour_and_no_two_kept_ones_are_neighbours(
    edges: set[tuple[int, int]],
) -> None:
    pairs = [same(str(a), str(b)) for a, b in sorted(edges)]
    gone = {one.id: one.kept for one in dropped(pairs)}
    joined = {frozenset((pair.a, pair.b)) for pair in pairs}
    assert all(kept not in gone and frozenset((name, kept)) in joined for name, kept in gone.items())
    assert all(not ends.isdisjoint(gone) for ends in joined)


def test_clusters_name_their_least_similar_pair_and_come_largest_first() -> None:
    found = clusters([same("p", "q", 0.82), same("a", "b", 0.99), same("b", "c", 0.84)])
    assert [(cluster.members, cluster.least.a, cluster.least.jaccard) for cluster in found] == [
        (("a", "b", "c"), "b", 0.84),
        (("p", "q"), "p", 0.82),
    ]


def test_the_order_of_the_corpus_is_no_matter() -> None:
    texts = [TEXT, TEXT, TEXT.replace("waits", "Waits"), TEXT.replace("full", "fuull"), "Something else altogether."]
    chunks = [Chunk(id=f"c{at}", text=text) for at, text in enumerate(texts)]
    expected = dedupe(chunks, AT)
    assert expected.dropped[0].id == "c1"
    for seed in range(5):
        assert dedupe(random.Random(seed).sample(chunks, len(chunks)), AT) == expected
