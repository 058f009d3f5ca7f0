"""How fast near-duplicates are found, beside datasketch and rensa on the same texts with bands of equal recall.

Run by hand: `python tests/benchmarks/near_duplicates_speed.py [chunks …]`; 100000 if left out. Each side runs in a process
of its own, one after another on one core. Seconds are CPU (user and system) with the texts in memory; × is datasketch's time by the
side's; MB is the growth of the peak (ru_maxrss) over the texts and imports; recall and precision are against the pairs with an
exact Jaccard of 0.8 or more, counted on the side's own shingles; pairs: how many these are, and how many more goldkit leaves out
by its rule because they are similar by stop shingles only.

search is what the public functions do up to the exact figures: stop shingles, bands, containment, every candidate verified.
goldkit is the public `widen` or `all_pairs`: the same and the guard, which reads each pair and which the others have not.

Measured once, on 2 cores of a virtual machine that others used too (load 2 to 4), x86_64, Python 3.11.7, numpy 2.4.6, datasketch
2.0.0 (CRC-32, 25 × 5), rensa 0.5.0 (32 × 4); only the ratios mean anything, and they moved by a fifth between runs:

    100,000 labelled    datasketch  20.38 s   1.00 ×   1,958 MB   recall 1.0000   precision 1   pairs 300
                        search       4.10     4.98       115             1.0000               1         302
                        goldkit      5.41     3.77       114             1.0000               1         302
    100,000 all pairs   datasketch  37.47     1.00     2,816             1.0000               1       7,639
                        goldkit     20.22     1.85       138             1.0000               1       7,668 and 54
                        search       7.77     4.82       139             1.0000               1       7,668 and 54
                        rensa       16.23     2.31     2,323             1.0000               1       7,639

Later, with verdicts apart from the search and beside little else; the labelled join in one run, all pairs one side after another
within half an hour (load 0 to 2), so that their ratios are looser:

    100,000 labelled    datasketch  26.07     1.00     1,958             1.0000               1       300
                        search       4.26     6.12       114             1.0000               1       302
                        goldkit      6.43     4.06       116             1.0000               1       302
    100,000 all pairs   datasketch  37.46     1.00     2,816             1.0000               1       7,639
                        search       9.18     4.08       138             1.0000               1       7,668 and 54
                        goldkit     18.57     2.02       138             1.0000               1       7,668 and 54
                        rensa       20.99     1.78     2,322             1.0000               1       7,639

So the search is over four times as fast as datasketch's, and faster than rensa's though every pair
is verified. The guard, which the others have not, takes the rest; `--workers` shares it out. With 300 pairs a recall of 1.0000
says no more than 0.99 or so (95 %).

From a file, with the index made before, CPU seconds of each step at 100,000 and at 1,000,000 of these chunks, one run after the
other: opening and checking the index 0.3 and 3.6, reading and hashing 1.8 and 15.0, stop shingles 0.5 and 3.2, bands 0.4 and 3.7,
containment 1.4 and 13.3, exact figures 1.2 and 10.6; together 5.4 and 49.4, or 9.1 times as much for ten times the chunks
(containment 9.5). 158 and 1,097 MB at most. Containment took 2.8 and 55.8 s, and 1,621 MB, while hashes were looked up by a
binary search, which misses the caches at nearly each step of a large array. 76,322 pairs of texts go to the guard then.

The guard, CPU milliseconds a pair before and after it got fast ways for ASCII, plain words and equal gaps: 2.4 and 1.3 on 600
pairs of these chunks, 3.3 and 2.0 on 4,545 pairs of real documentation, the same findings to the byte. `dedupe` of 100,000 chunks
from a file took 41.6 s of CPU before all of this and 26.1 s after, with the same bytes.

An index keeps sketches and verdicts. CPU seconds of `dedupe --index --json` on a file of 100,000 chunks, one run after another,
guard and all, the output the same bytes as without an index:

    new index           22.6 s    240 MB
    nothing new          5.7      164     25 %
    1,000 texts new      7.5      210     34 %   (21.9 s with a new index)

Of the 5.7 s some 0.7 are the start, 1.5 reading and hashing the corpus, 0.2 checking the index and 2.8 the search, which is made
anew: how rare a shingle is, what is boilerplate and which buckets are cut depends on the whole corpus, and so do the counts of
the result. New texts add their sketches and their pairs' verdicts, and a second reading of the file for the texts of these pairs.
So 1 % of new chunks costs a third, not 1 %; of sketching and judging, which took 17 of the 22.6 s, it costs about 1 %.
"""

from __future__ import annotations

import json
import math
import os
import re
import resource
import subprocess
import sys
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from near_duplicates_inputs import chunks, labelled

from goldkit.records import Chunk

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
    """All pairs of a left text and another at or above the threshold, none missed.

    Two sets A and B with J ≥ t share t·max(|A|, |B|) at least, so B holds one of any |A| − ⌈t|A|⌉ + 1 shingles of A: the rarest
    are looked up.
    """
    sets = [shingles(text) for text in texts]
    often = Counter(shingle for made in sets for shingle in made)
    holders: dict[Hashable, list[int]] = defaultdict(list)
    for at in left:
        rarest = sorted(sets[at], key=lambda shingle: (often[shingle], shingle))
        for shingle in rarest[: len(rarest) - math.ceil(THRESHOLD * len(rarest) - 1e-9) + 1]:
            holders[shingle].append(at)
    candidates = {
        (min(at, right), max(at, right))
        for right, made in enumerate(sets)
        for shingle in made
        for at in holders.get(shingle, ())
        if at != right
    }
    return {(a, b) for a, b in candidates if similar(sets[a], sets[b])}


def boilerplate(texts: Sequence[str], pairs: Pairs) -> Pairs:
    """Those of the pairs that goldkit leaves out by its rule: similar only by shingles that stand in too many texts."""
    from goldkit.results.widen import WidenParameters

    rule = WidenParameters()
    often = Counter(shingle for text in texts for shingle in goldkit_shingles(text))
    stops = {
        shingle
        for shingle, count in often.items()
        if count > max(rule.stop_documents - 1, rule.stop_share * len(texts))
    }
    rest = {at: goldkit_shingles(texts[at]) - stops for pair in pairs for at in pair}
    return {(a, b) for a, b in pairs if not similar(rest[a], rest[b])}


def by_goldkit(corpus: list[Chunk], left: list[int] | None) -> Pairs:
    """The public `widen` or `all_pairs`, with stop shingles, containment and the guard; its pairs by Jaccard."""
    from goldkit.duplicates.widen import all_pairs, widen

    at = "2026-01-01T00:00:00Z"
    result = all_pairs(corpus, at) if left is None else widen([corpus[place] for place in left], corpus, at)
    pairs = [sorted((int(pair.a), int(pair.b))) for pair in result.pairs if pair.jaccard >= THRESHOLD]
    return {(a, b) for a, b in pairs}


def by_search(corpus: list[Chunk], left: list[int] | None) -> Pairs:
    """What the public functions do before the guard reads the pairs: all of the search, and the exact figures."""
    import numpy as np

    from goldkit.duplicates.bands import Bands
    from goldkit.duplicates.corpus_sketches import Reading
    from goldkit.duplicates.search import matches
    from goldkit.duplicates.sketch_file import SketchFile
    from goldkit.results.widen import WidenParameters

    parameters = WidenParameters()
    reading = Reading(SketchFile(None, parameters), parameters)
    reading.read(corpus)
    read = reading.corpus()
    chosen = np.arange(len(read)) if left is None else read.ranks(f"{at:09}" for at in left)
    found = matches(read, chosen, Bands(BANDS, ROWS), parameters).found
    pairs = [
        (int(read.first(match.a)), int(read.first(match.b))) for match in found if match.figures.jaccard >= THRESHOLD
    ]
    return {(min(pair), max(pair)) for pair in pairs}


def by_datasketch(corpus: list[Chunk], left: list[int] | None) -> Pairs:
    """MinHash.bulk with CRC-32 (faster than its SHA-1), MinHashLSH with the same bands, and the exact Jaccard of each candidate."""
    from datasketch import MinHash, MinHashLSH

    sets = [word_shingles(chunk.text) for chunk in corpus]
    encoded = ([shingle.encode() for shingle in shingles] for shingles in sets)
    hashes = MinHash.bulk(encoded, num_perm=PERMUTATIONS, seed=1, hashfunc=zlib.crc32, scheme="affine32")
    lsh = MinHashLSH(num_perm=PERMUTATIONS, params=(BANDS, ROWS))
    for at in range(len(corpus)) if left is None else left:
        lsh.insert(at, hashes[at], check_duplication=False)
    candidates = {(min(at, other), max(at, other)) for at, hash_ in enumerate(hashes) for other in lsh.query(hash_)}
    return {(a, b) for a, b in candidates if a != b and similar(sets[a], sets[b])}


def by_rensa(corpus: list[Chunk], left: list[int] | None) -> Pairs:
    """RMinHash of all sets at once, RMinHashLSH with 32 bands of 4 (25 do not divide 128), and the exact Jaccard."""
    from rensa import RMinHash, RMinHashLSH

    sets = [word_shingles(chunk.text) for chunk in corpus]
    hashes = RMinHash.from_token_sets([list(shingles) for shingles in sets], PERMUTATIONS, 1)
    lsh = RMinHashLSH(THRESHOLD, PERMUTATIONS, 32)
    for at in range(len(corpus)) if left is None else left:
        lsh.insert(at, hashes[at])
    candidates = {(min(at, other), max(at, other)) for at, hash_ in enumerate(hashes) for other in lsh.query(hash_)}
    return {(a, b) for a, b in candidates if a != b and similar(sets[a], sets[b])}


SIDES: dict[str, Callable[[list[Chunk], list[int] | None], Pairs]] = {
    "datasketch": by_datasketch,
    "goldkit": by_goldkit,
    "search": by_search,
    "rensa": by_rensa,
}


JOINS = {"labelled": ["datasketch", "search", "goldkit"], "all pairs": list(SIDES)}


def goldkit_shingles(text: str) -> frozenset[int]:
    """By the path for one text, so that the truth does not rest on what is measured."""
    from goldkit.duplicates.shingles import shingled
    from goldkit.results.widen import WidenParameters

    return frozenset(shingled(text, WidenParameters()).hashes.tolist())


def measured(side: str, join: str, size: int) -> dict[str, Any]:
    """One side in this process: CPU seconds, peak memory in MB over that with only the texts, recall and precision."""
    import datasketch  # noqa: F401  # Imported by every side, so that no side's time holds its import.

    texts, left = chunks(size), labelled(size) if join == "labelled" else None
    corpus = [Chunk(id=f"{at:09}", text=text) for at, text in enumerate(texts)]
    SIDES[side](corpus[:20], None)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    found = SIDES[side](corpus, left)
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    ours = side in ("goldkit", "search")
    exact = truth(texts, goldkit_shingles if ours else word_shingles, range(size) if left is None else left)
    wanted = exact - boilerplate(texts, exact) if ours else exact
    return {
        "seconds": seconds,
        "memory": peak / 1024,
        "pairs": len(wanted),
        "boilerplate": len(exact) - len(wanted),
    } | {
        "recall": len(found & wanted) / len(wanted),
        "precision": len(found & exact) / len(found),
    }


def main(sizes: Sequence[int]) -> None:
    """A table: each side of each join in a process of its own, all on the same core."""
    environment = os.environ | dict.fromkeys(("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    for size in sizes:
        for join, sides in JOINS.items():
            base = 0.0
            for side in sides:
                command = [sys.executable, __file__, "--side", side, join, str(size)]
                made = json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
                base = base or made["seconds"]
                print(
                    f"{size:>9,} {join:<10}{side:<11}{made['seconds']:8.2f} s {base / made['seconds']:6.2f} ×"
                    f"{made['memory']:7.0f} MB  recall {made['recall']:.4f}  precision {made['precision']:.4f}"
                    f"  pairs {made['pairs']:,} and {made['boilerplate']}",
                    flush=True,
                )


if __name__ == "__main__":
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if sys.argv[1:2] == ["--side"]:
        print(json.dumps(measured(sys.argv[2], sys.argv[3], int(sys.argv[4]))))
    else:
        main([int(size) for size in sys.argv[1:]] or [100_000])
