"""PLACEHOLDER"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from near_duplicates_inputs import chunks, labelled

THRESHOLD = 0.8
PERMUTATIONS = 128
BANDS, ROWS = 25, 5
"""goldkit's own choice at 0.8 for a recall of 0.999."""

Pairs = set[tuple[int, int]]


def word_shingles(text: str) -> frozenset[str]:
    """Word 3-grams as strings, the way datasketch and rensa are used."""
    words = re.findall(r"\w+", text.lower())
    return frozenset(" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2)))


def similar(a: AbstractSet[Hashable], b: AbstractSet[Hashable]) -> bool:
    shared = len(a & b)
    return shared >= THRESHOLD * (len(a) + len(b) - shared)


def truth(texts: Sequence[str], shingles: Callable[[str], AbstractSet[Hashable]], left: Sequence[int]) -> Pairs:
    """All pairs of a left text and another at or above the threshold, by counting every shared shingle."""
    holders: dict[Hashable, list[int]] = defaultdict(list)
    sizes = {at: len(shingles(texts[at])) for at in left}
    for at in left:
        for shingle in shingles(texts[at]):
            holders[shingle].append(at)
    found: Pairs = set()
    for right, text in enumerate(texts):
        made = shingles(text)
        shared: dict[int, int] = defaultdict(int)
        for shingle in made:
            for at in holders.get(shingle, ()):
                shared[at] += 1
        for at, count in shared.items():
            if at != right and count >= THRESHOLD * (sizes[at] + len(made) - count):
                found.add((min(at, right), max(at, right)))
    return found


def by_goldkit(texts: list[str], left: list[int] | None) -> Pairs:
    """The public `widen` or `all_pairs`, with stop shingles, containment and the guard; its pairs by Jaccard."""
    from goldkit.duplicates.widen import all_pairs, widen
    from goldkit.records import Chunk

    corpus = [Chunk(id=f"{at:09}", text=text) for at, text in enumerate(texts)]
    at = "2026-01-01T00:00:00Z"
    result = all_pairs(corpus, at) if left is None else widen([corpus[place] for place in left], corpus, at)
    pairs = [sorted((int(pair.a), int(pair.b))) for pair in result.pairs if pair.jaccard >= THRESHOLD]
    return {(a, b) for a, b in pairs}


def by_sketches(texts: list[str], left: list[int] | None) -> Pairs:
    """`sketched`, the same bands and the exact figures: the search alone, with neither containment nor guard."""
    import numpy as np

    from goldkit.duplicates.bands import Bands
    from goldkit.duplicates.candidates import band_pairs
    from goldkit.duplicates.sketches import sketched
    from goldkit.duplicates.verify import figures
    from goldkit.results.widen import WidenParameters

    parameters = WidenParameters()
    made = sketched(texts, parameters)
    places = np.arange(len(texts))
    chosen = places if left is None else np.array(left)
    found = band_pairs(made.signatures, Bands(BANDS, ROWS), chosen, places, parameters.bucket).pairs
    pairs = np.unique(np.sort(found, axis=1), axis=0).tolist()
    return {(a, b) for a, b in pairs if figures(made.shingles(a), made.shingles(b)).jaccard >= THRESHOLD}


def by_datasketch(texts: list[str], left: list[int] | None) -> Pairs:
    """MinHash.bulk with CRC-32 (faster than its SHA-1), MinHashLSH with the same bands, and the exact Jaccard of each candidate."""
    from datasketch import MinHash, MinHashLSH

    sets = [word_shingles(text) for text in texts]
    encoded = ([shingle.encode() for shingle in shingles] for shingles in sets)
    hashes = MinHash.bulk(encoded, num_perm=PERMUTATIONS, seed=1, hashfunc=zlib.crc32, scheme="affine32")
    lsh = MinHashLSH(num_perm=PERMUTATIONS, params=(BANDS, ROWS))
    for at in range(len(texts)) if left is None else left:
        lsh.insert(at, hashes[at], check_duplication=False)
    candidates = {(min(at, other), max(at, other)) for at, hash_ in enumerate(hashes) for other in lsh.query(hash_)}
    return {(a, b) for a, b in candidates if a != b and similar(sets[a], sets[b])}


def by_rensa(texts: list[str], left: list[int] | None) -> Pairs:
    """RMinHash of all sets at once, RMinHashLSH with 32 bands of 4 (25 do not divide 128), and the exact Jaccard."""
    from rensa import RMinHash, RMinHashLSH

    sets = [word_shingles(text) for text in texts]
    hashes = RMinHash.from_token_sets([list(shingles) for shingles in sets], PERMUTATIONS, 1)
    lsh = RMinHashLSH(THRESHOLD, PERMUTATIONS, 32)
    for at in range(len(texts)) if left is None else left:
        lsh.insert(at, hashes[at])
    candidates = {(min(at, other), max(at, other)) for at, hash_ in enumerate(hashes) for other in lsh.query(hash_)}
    return {(a, b) for a, b in candidates if a != b and similar(sets[a], sets[b])}


SIDES: dict[str, Callable[[list[str], list[int] | None], Pairs]] = {
    "datasketch": by_datasketch,
    "goldkit": by_goldkit,
    "sketches": by_sketches,
    "rensa": by_rensa,
}


JOINS = {"labelled": ["datasketch", "goldkit", "sketches"], "all pairs": list(SIDES)}
ALL_PAIRS = 20_000
"""Chunks up to which all pairs are made too: their exact truth is counted in memory."""


def goldkit_shingles(text: str) -> frozenset[int]:
    """By the path for one text, so that the truth does not rest on what is measured."""
    from goldkit.duplicates.shingles import shingled
    from goldkit.results.widen import WidenParameters

    return frozenset(shingled(text, WidenParameters()).hashes.tolist())


def measured(side: str, join: str, size: int) -> dict[str, Any]:
    """One side in this process: CPU seconds, peak memory in MB over that with only the texts, recall and precision."""
    import datasketch  # noqa: F401  # Imported by every side, so that no side's time holds its import.

    texts, left = chunks(size), labelled(size) if join == "labelled" else None
    SIDES[side](texts[:20], None)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    found = SIDES[side](texts, left)
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    shingles = goldkit_shingles if side in ("goldkit", "sketches") else word_shingles
    exact = truth(texts, shingles, range(size) if left is None else left)
    right = len(found & exact)
    return {"seconds": seconds, "memory": peak / 1024, "pairs": len(exact)} | {
        "recall": right / len(exact),
        "precision": right / len(found),
    }


def main(sizes: Sequence[int]) -> None:
    """A table: each side of each join in a process of its own, all on the same core."""
    environment = os.environ | dict.fromkeys(("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    for size in sizes:
        for join, sides in JOINS.items():
            if join == "all pairs" and size > ALL_PAIRS:
                continue
            base = 0.0
            for side in sides:
                command = [sys.executable, __file__, "--side", side, join, str(size)]
                made = json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
                base = base or made["seconds"]
                print(
                    f"{size:>9,} {join:<10}{side:<11}{made['seconds']:8.2f} s {base / made['seconds']:6.2f} ×"
                    f"{made['memory']:7.0f} MB  recall {made['recall']:.4f}  precision {made['precision']:.4f}"
                    f"  pairs {made['pairs']:,}",
                    flush=True,
                )


if __name__ == "__main__":
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if sys.argv[1:2] == ["--side"]:
        print(json.dumps(measured(sys.argv[2], sys.argv[3], int(sys.argv[4]))))
    else:
        main([int(size) for size in sys.argv[1:]] or [100_000])
