"""Bands, signatures, candidates and figures, each against its definition."""

from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.duplicates.bands import Bands, choose
from goldkit.duplicates.candidates import band_pairs, distinct_pairs
from goldkit.duplicates.containment import RareShingles, containment_pairs
from goldkit.duplicates.membership import Membership
from goldkit.duplicates.rarity import rarity_of
from goldkit.duplicates.shingles import Shingled
from goldkit.duplicates.signatures import signatures
from goldkit.duplicates.sketches import Sketches
from goldkit.duplicates.stops import stop_shingles
from goldkit.duplicates.verify import figures
from goldkit.results.widen import WidenParameters


def hashes(values) -> np.ndarray:
    return np.array(sorted(set(values)), np.uint64)


def signed(sets, permutations: int, seed: int) -> np.ndarray:
    parts = [np.empty(0, np.uint64), *sets]
    return signatures(np.concatenate(parts), np.array([len(part) for part in parts[1:]], np.int64), permutations, seed)


def test_bands_reach_the_target_recall_and_no_more_rows_do() -> None:
    bands = choose(0.8, 0.999, 128)
    assert bands == Bands(25, 5) and bands.recall(0.8) == pytest.approx(0.99995, abs=1e-5)
    assert Bands(128 // 6, 6).recall(0.8) < 0.999
    assert Bands(9, 13).recall(0.8) == pytest.approx(0.399, abs=1e-3)


def test_bands_at_the_limits() -> None:
    assert choose(1.0, 0.999, 128) == Bands(1, 128)
    assert choose(0.01, 0.999, 16) == Bands(16, 1)
    with pytest.raises(ValueError, match="permutations"):
        choose(0.8, 0.999, 0)


@settings(deadline=None)  # The first call imports datasketch.
@given(
    st.lists(st.sets(st.integers(0, 2**64 - 1), max_size=40), max_size=12),
    st.integers(1, 40),
    st.integers(0, 2**32 - 1),
    st.integers(1, 50),
)
def test_signatures_are_datasketch_s_own(sets: list[set[int]], permutations: int, seed: int, block: int) -> None:
    from datasketch import MinHash

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("goldkit.duplicates.signatures.CELLS", block)
        made = signed(map(hashes, sets), permutations, seed)
    lower = [[value & 0xFFFFFFFF for value in values] for values in sets]
    oracle = MinHash.bulk(lower, num_perm=permutations, seed=seed, scheme="affine32", hashfunc=lambda value: value)
    assert made.shape == (len(sets), permutations) and made.dtype == np.uint32
    assert made.tolist() == [minhash.hashvalues.tolist() for minhash in oracle]


@given(st.sets(st.integers(0, 30)), st.sets(st.integers(0, 30)))
def test_figures_are_those_of_sets(a: set[int], b: set[int]) -> None:
    found = figures(hashes(a), hashes(b))
    expected = (len(a & b) / len(a | b), len(a & b) / len(a), len(a & b) / len(b)) if a and b else (0.0, 0.0, 0.0)
    assert tuple(found) == expected


class Corpus:
    """Texts as sets and signatures, in blocks of two and backwards: no search may depend on the order."""

    def __init__(self, sets, signatures=None) -> None:
        self.sets = [hashes(one) for one in sets]
        self.signatures = np.zeros((len(sets), 2), np.uint32) if signatures is None else signatures

    def __len__(self) -> int:
        return len(self.sets)

    @property
    def counts(self) -> np.ndarray:
        return np.array([len(one) for one in self.sets])

    def shingled(self, rank: int) -> Shingled:
        return Shingled(self.sets[rank], 100)

    def blocks(self):
        for end in range(len(self.sets), 0, -2):
            ranks = np.arange(max(0, end - 2), end)[::-1]
            sets = [self.sets[rank] for rank in ranks]
            ends = np.cumsum([len(one) for one in sets])
            words = np.full(len(ranks), 100, np.int32)
            digests = np.zeros((len(ranks), 32), np.uint8)
            yield ranks, Sketches(digests, np.concatenate(sets), ends, words, self.signatures[ranks])


def banded(signatures: np.ndarray, bands: Bands, left, cap: int):
    return band_pairs(Corpus([[0]] * len(signatures), signatures), left, bands, cap)


SETS = st.lists(st.sets(st.integers(0, 12), min_size=1, max_size=12), min_size=1, max_size=12)


@given(SETS, st.sampled_from([0.5, 0.9, 1.0]), st.sets(st.integers(0, 11)), st.sets(st.integers(0, 12), max_size=3))
def test_no_containment_is_missed(sets: list[set[int]], threshold: float, chosen: set[int], stopped: set[int]) -> None:
    corpus, parameters = Corpus(sets), WidenParameters(containment=threshold, bucket=100)
    left = sorted(one for one in chosen if one < len(sets)) or list(range(len(sets)))
    rarity, stops = rarity_of(corpus), np.array(sorted(stopped), np.uint64)
    pairs = containment_pairs(corpus, np.array(left), stops, rarity, parameters).pairs
    found = {frozenset(pair) for pair in pairs.tolist()}
    rest = [one - stopped for one in sets]
    for i, j in product(left, range(len(sets))):
        shared = len(rest[i] & rest[j])
        if i != j and shared and shared >= threshold * min(len(rest[i]), len(rest[j])):
            assert frozenset((i, j)) in found


@given(SETS, st.integers(1, 6), st.integers(1, 4), st.integers(1, 6))
def test_stop_shingles_stand_in_enough_documents(
    sets: list[set[int]], documents: int, least: int, at_once: int
) -> None:
    corpus, parameters = Corpus(sets), WidenParameters(stop_share=0.3, stop_documents=least)
    corpus.documents = np.arange(len(sets)) % documents
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("goldkit.duplicates.stops._AT_ONCE", at_once)
        found = stop_shingles(corpus, rarity_of(corpus), parameters)
    known = set(corpus.documents.tolist())
    holders = {hash_: {at % documents for at, one in enumerate(sets) if hash_ in one} for hash_ in range(13)}
    often = [hash_ for hash_, held in holders.items() if len(held) > 0.3 * len(known) and len(held) >= least]
    assert found.tolist() == (often if len(known) >= least else [])


@given(st.sets(st.integers(0, 2**64 - 1)), st.lists(st.integers(0, 2**64 - 1)))
def test_a_hash_is_found_among_others_just_where_it_is(among: set[int], asked: list[int]) -> None:
    known, values = Membership(hashes(among)), np.array([*asked, *list(among)[:3]], np.uint64)
    where, at = known.hits(values)
    assert values[where].tolist() == known.among[at].tolist()
    assert set(where.tolist()) == {place for place, value in enumerate(values.tolist()) if value in among}
    assert known.without(values).tolist() == [value for value in values.tolist() if value not in among]


@pytest.mark.parametrize("shift", [0, 20, 56])
def test_hashes_that_lie_close_together_are_found_too(shift: int) -> None:
    among = np.arange(1, 200, 2, dtype=np.uint64) << np.uint64(shift)
    where, at = Membership(np.unique(among)).hits(np.arange(200, dtype=np.uint64) << np.uint64(shift))
    assert where.tolist() == list(range(1, 200, 2))
    assert at.tolist() == list(range(100))


@given(SETS, st.sampled_from([0.3, 0.5, 0.9, 1.0]), st.integers(1, 3))
def test_the_rarest_shingles_of_each_text_are_asked_for(sets: list[set[int]], threshold: float, often: int) -> None:
    corpus = Corpus([*sets, *[range(6)] * often])
    rarity = rarity_of(corpus)
    search = RareShingles(corpus, Membership(hashes([])), rarity, WidenParameters(containment=threshold))
    for texts in search.blocks():
        asked = texts.entries(search.rarest(texts))
        for rank in texts.ranks.tolist():
            members = corpus.sets[rank].tolist()
            count = len(members) - math.ceil(threshold * len(members) - 1e-9) + 1
            rarest = sorted(members, key=lambda one: (rarity.most(hashes([one]))[0], one))[:count]
            assert sorted(asked.hashes[asked.owners == rank].tolist()) == sorted(rarest)


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)), max_size=20))
def test_pairs_are_sorted_and_each_is_there_once(pairs: list[tuple[int, int]]) -> None:
    found = distinct_pairs(np.array([*pairs, *pairs[:3]], np.int64).reshape(-1, 2))
    assert [tuple(pair) for pair in found.tolist()] == sorted(set(pairs))


def test_bands_join_left_with_right_only() -> None:
    made = np.array([[1, 2], [1, 9], [1, 2], [5, 6]], np.uint32)
    found = banded(made, Bands(1, 2), np.array([0, 3]), 10)
    assert found.pairs.tolist() == [[0, 2]] and found.capped == []


def test_a_large_bucket_is_cut_and_reported() -> None:
    made = np.ones((50, 2), np.uint32)
    found = banded(made, Bands(1, 2), np.array([7]), 10)
    assert found.pairs.tolist() == [[7, other] for other in range(10) if other != 7]
    assert found.capped == [(0, 50, 10)]


def test_pairs_at_the_threshold_are_found_as_often_as_promised() -> None:
    source = random.Random(1)
    bands, hit = choose(0.8, 0.999, 128), 0
    for _ in range(300):
        shared = [source.getrandbits(64) for _ in range(80)]
        a, b = ([*shared, *(source.getrandbits(64) for _ in range(10))] for _ in range(2))
        made = signed([hashes(a), hashes(b)], 128, 1)
        hit += len(banded(made, bands, np.array([0]), 10).pairs)
    assert hit >= 299


@pytest.mark.parametrize("size", [10, 11, 40, 300])
def test_a_bucket_makes_no_more_pairs_than_the_square_of_its_cap(size: int) -> None:
    everyone = np.arange(size)
    found = banded(np.zeros((size, 2), np.uint32), Bands(2, 1), everyone, cap=10)
    assert len(found.pairs) <= max(100, size)
    assert set(found.pairs[:, 0]) | set(found.pairs[:, 1]) == set(range(size))
    assert [(bucket[0], bucket[1]) for bucket in found.capped] == ([(0, size)] if size > 10 else [])
    few = banded(np.zeros((size, 2), np.uint32), Bands(2, 1), everyone[:3], cap=10)
    assert len(few.pairs) == 3 * min(size, 10) - 3
