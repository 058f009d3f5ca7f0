"""How often what a log proposes is relevant in the eyes of people, at several thresholds of evidence, on ESCI.

Run by hand: `GOLDKIT_REAL_DATA=… python tests/benchmarks/clicks_against_judgments.py [seed …]` (about a minute).

The log itself can tell nothing: 8 of its 172 questions are among the 150 judged ones, and of the 138 pairs that anybody clicked not
one is judged (of 302 pairs only shown, 22 are; 6 of these are relevant, 0.27, 0.13 to 0.48). No precision at any threshold of
clicks or sessions follows from these files: one session or more took up 138 pairs, two 18, three 7, five 1.

So clicks are made of the human ratings: two rankers take turns over the judged products of each query, rank r is looked at with
chance 1/r, and what is looked at is clicked with a chance by its rating. Chances and rankers are invented; what follows is how the
evidence behaves where the truth is known, not how precise clicks of real people are. Relevant is what people rated exact.
Precision and recall, the mean of seeds 0, 1 and 2; of one seed the 95% interval of a precision is within 0.06 of it, mostly 0.03.

                                  good rankers            blind rankers
                                  proposed  prec.  rec.   proposed  prec.  rec.
    everything shown                        0.71   1              0.51   1
    clicked >= 1                  1809      0.82   0.81   1657      0.65   0.80
    clicked >= 2                  1193      0.88   0.58   995       0.73   0.54
    clicked >= 3                  783       0.92   0.40   611       0.78   0.35
    clicked >= 5                  396       0.96   0.21   270       0.85   0.17
    sessions >= 1                 1809      0.82   0.81   1657      0.65   0.80
    sessions >= 2                 1193      0.88   0.58   995       0.73   0.54
    sessions >= 3                 783       0.92   0.40   611       0.78   0.35
    sessions >= 5                 396       0.96   0.21   270       0.85   0.17
    clicks a showing >= 0.2       643       0.93   0.32   512       0.80   0.30
    COEC >= 1                     1187      0.88   0.57   1195      0.77   0.68
    COEC >= 2                     279       0.93   0.14   392       0.87   0.26
    score >= 3                    1541      0.85   0.72   1350      0.71   0.71
    score >= 4                    1069      0.91   0.53   849       0.78   0.49
    score >= 5                    598       0.95   0.31   420       0.85   0.27

    average precision of the clicked pairs ordered by
    clicks                        0.925                   0.798
    clicks a showing              0.917                   0.810
    COEC                          0.888                   0.849
    score                         0.932                   0.833
    score, --no-position-bias     0.924                   0.798

Every search made here is a session of its own, so as many sessions and clicks propose the very same pairs. Where one person clicks
a result twice, sessions are the stricter count: of the log itself they propose 18 pairs at two, clicks 20.

What follows: two clicks or sessions are the least that is worth much trust. COEC beats clicks only where the ranker is blind; with
a good one it holds the ranker's merit against its results, which is why mining shows it and does not use it. The correction by
examination helps in both worlds. Examination comes back (at rank 5, 0.2: 0.18 to 0.24 in the six worlds; its intervals of ranks 2
to 10 hold the truth in 50 of 54 cases).
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

from goldkit.mining.known import Known
from goldkit.mining.mine import mine
from goldkit.mining.options import MineOptions
from goldkit.results.mine import MineResult
from goldkit.statistics.wilson import wilson

AT = "2026-12-01T10:00:00Z"
EXACT = 100.0
"""The rating of a product that is what the query asks for; a substitute has 10, a complement 1, anything else 0."""
TAKEN = {100.0: 0.5, 10.0: 0.25, 1.0: 0.1, 0.0: 0.05}
"""Rating → the chance that a product of it is clicked when looked at: invented."""
NOISE = {"good rankers": 8.0, "blind rankers": 1e6}
"""Standard deviation of what rankers add to the root of a rating."""
LENGTH, SEARCHES, FALL = 10, 30, 1.0
"""Results of a page, searches a query, and examination of rank r, r to the power of -FALL: invented."""
Ratings = Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair that mining knows of. rating: None where nobody judged it."""

    query: str
    evidence: Mapping[str, float]
    score: float
    coec: float
    rating: float | None


THRESHOLDS: Mapping[str, Callable[[Pair], bool]] = {
    "shown, not clicked": lambda pair: not pair.evidence.get("clicked"),
    "clicked >= 1": lambda pair: pair.evidence.get("clicked", 0) >= 1,
    "clicked >= 2": lambda pair: pair.evidence.get("clicked", 0) >= 2,
    "clicked >= 3": lambda pair: pair.evidence.get("clicked", 0) >= 3,
    "clicked >= 5": lambda pair: pair.evidence.get("clicked", 0) >= 5,
    "sessions >= 1": lambda pair: pair.evidence.get("sessions", 0) >= 1,
    "sessions >= 2": lambda pair: pair.evidence.get("sessions", 0) >= 2,
    "sessions >= 3": lambda pair: pair.evidence.get("sessions", 0) >= 3,
    "sessions >= 5": lambda pair: pair.evidence.get("sessions", 0) >= 5,
    "click share >= 0.1": lambda pair: share(pair) >= 0.1,
    "click share >= 0.2": lambda pair: share(pair) >= 0.2,
    "COEC >= 1": lambda pair: pair.coec >= 1,
    "COEC >= 1.5": lambda pair: pair.coec >= 1.5,
    "COEC >= 2": lambda pair: pair.coec >= 2,
    "score >= 2": lambda pair: pair.score >= 2,
    "score >= 3": lambda pair: pair.score >= 3,
    "score >= 4": lambda pair: pair.score >= 4,
    "score >= 5": lambda pair: pair.score >= 5,
}


def share(pair: Pair) -> float:
    """Clicks a showing."""
    return pair.evidence.get("clicked", 0) / max(1, pair.evidence.get("shown", 1))


ORDERS: Mapping[str, Callable[[Pair], float]] = {
    "clicks": lambda pair: pair.evidence.get("clicked", 0),
    "click share": share,
    "COEC": lambda pair: pair.coec,
    "score": lambda pair: pair.score,
}


def ratings_of(folder: Path) -> dict[tuple[str, str], float]:
    """(query text, product) → rating."""
    told = json.loads((folder / "esci_us_judgments.json").read_text(encoding="utf-8"))["judgmentRatings"]
    return {(one["query"], row["docId"]): float(row["rating"]) for one in told for row in one["ratings"]}


def pairs_of(result: MineResult, ratings: Ratings) -> list[Pair]:
    """The proposed pairs, joined to ratings by query text and product."""
    texts = {query.id: query.text for query in result.queries}
    return [
        Pair(
            texts[line.query],
            line.evidence,
            line.priority or 0.0,
            line.metadata.get("coec", 0.0),
            ratings.get((texts[line.query], line.chunk)),
        )
        for line in result.proposals
    ]


def table(pairs: Sequence[Pair], relevant: int) -> Iterator[str]:
    """A line a threshold. relevant: judged pairs that a perfect threshold would find."""
    yield f"{'':20} proposed  judged  precision (95%)       recall"
    for name, holds in THRESHOLDS.items():
        proposed = [pair for pair in pairs if holds(pair)]
        judged = [pair for pair in proposed if pair.rating is not None]
        right = sum(pair.rating == EXACT for pair in judged)
        if not judged:
            yield f"{name:20} {len(proposed):8}  {0:6}  nobody judged any"
            continue
        low, high = wilson(right / len(judged), len(judged), 0.05)
        said = f"{right / len(judged):.2f} ({low:.2f} to {high:.2f})"
        yield f"{name:20} {len(proposed):8}  {len(judged):6}  {said:20}  {right / relevant:.2f}"


def simulated(ratings: Ratings, seed: int, noise: float) -> Iterator[dict[str, Any]]:
    """Searches of the judged products: two rankers that know the ratings dimly take turns, and clicks follow the rank, too."""
    rng = random.Random(seed)
    products: dict[str, list[str]] = {}
    for query, product in ratings:
        products.setdefault(query, []).append(product)
    for query, own in sorted(products.items()):
        rankings = [sorted(own, key=lambda one: -(sqrt(ratings[query, one]) + rng.gauss(0, noise))) for _ in range(2)]
        for number in range(SEARCHES):
            shown = rankings[number % 2][:LENGTH]
            looked = [one for rank, one in enumerate(shown, 1) if rng.random() < rank**-FALL]
            clicked = [one for one in looked if rng.random() < TAKEN[ratings[query, one]]]
            yield {"q": query, "docs": shown, "clicked": clicked, "id": f"{query}/{number}", "s": f"{number}"}


def average_precision(pairs: Sequence[Pair], order: Callable[[Pair], float]) -> float:
    """Over the queries with a relevant pair: how well an order puts these first; ties in the order of the text."""
    found = []
    for query in sorted({pair.query for pair in pairs}):
        ranked = sorted((pair for pair in pairs if pair.query == query), key=order, reverse=True)
        hits = [rank for rank, pair in enumerate(ranked, 1) if pair.rating == EXACT]
        if hits:
            found.append(fmean(at / rank for at, rank in enumerate(hits, 1)))
    return fmean(found)


def on_the_log(folder: Path, ratings: Ratings) -> None:
    """What the log itself proposes."""
    result = mine([folder / "ubi_queries_events.ndjson"], Known(), at=AT, salt=lambda: "salt")
    pairs = pairs_of(result, ratings)
    judged = {pair.query for pair in pairs} & {query for query, _ in ratings}
    print(f"the log: {len(result.queries)} questions, {len(judged)} of them judged; {len(pairs)} pairs proposed")
    print("\n".join(table(pairs, sum(pair.rating == EXACT for pair in pairs))))


def on_made_clicks(ratings: Ratings, seed: int, rankers: str) -> None:
    """What is proposed from clicks that are made of the judgments."""
    rows = list(simulated(ratings, seed, NOISE[rankers]))
    mapping = {"query": "q", "chunks": "docs", "clicked": "clicked", "session": "s", "id": "id"}
    with tempfile.TemporaryDirectory() as scratch:
        log = Path(scratch) / "log.jsonl"
        log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        result, raw = (
            mine([log], Known(), MineOptions(mapping=mapping, unbias=unbias), at=AT, salt=lambda: "salt")
            for unbias in (True, False)
        )
    shown = {(str(row["q"]), one) for row in rows for one in row["docs"]}
    right = sum(ratings[pair] == EXACT for pair in shown)
    several = result.position_bias.several if result.position_bias else 0
    print(
        f"\n{rankers}, seed {seed}: {right / len(shown):.2f} of what is shown is relevant, {several} pairs at two or more ranks"
    )
    pairs = pairs_of(result, ratings)
    print("\n".join(table(pairs, right)))
    orders = {name: average_precision(pairs, order) for name, order in ORDERS.items()}
    orders["score without correction"] = average_precision(pairs_of(raw, ratings), ORDERS["score"])
    print("average precision by", ", ".join(f"{name} {value:.3f}" for name, value in orders.items()))
    ranks = result.position_bias.ranks if result.position_bias else ()
    told = [
        f"{one.rank} {one.examined.estimate:.2f} ({one.examined.low:.2f} to {one.examined.high:.2f})"
        for one in ranks
        if one.examined
    ]
    print("examined at rank", ", ".join(told))


def main(seeds: Sequence[int]) -> None:
    """Print the figures of the docstring."""
    folder = Path(os.environ["GOLDKIT_REAL_DATA"]) / "ubi-esci"
    ratings = ratings_of(folder)
    on_the_log(folder, ratings)
    for rankers in NOISE:
        for seed in seeds:
            on_made_clicks(ratings, seed, rankers)


if __name__ == "__main__":
    main([int(seed) for seed in sys.argv[1:]] or [0, 1, 2])
