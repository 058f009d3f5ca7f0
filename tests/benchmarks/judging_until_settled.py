"""How many judgments settle which of two runs is better, and what "settled" is worth if more is relevant than any run found.

Run by hand: `python tests/benchmarks/judging_until_settled.py [data sets] [cases]`. Exit code 1 where a settled sign is not that of
the fully judged runs, where an order needs more judgments than the lot, or where unfound chunks change the sign of a single query.

A data set: 20 queries of 30 chunks, two runs that rank these by relevance and noise of their own; the second follows relevance
more closely by the gap. Of what is in either top 10 (AP: 6), 30 % are judged beforehand. The holes are judged until the sign is
settled: by lot; by what `goldkit pool` orders by, effect alone times chance (here without texts to compare); by how much
goldkit.bounds.outlook says that a judgment narrows the interval. Both are asked again after each answer.

Measured on 50 data sets and 5,000 cases (x86_64, Python 3.11.7, numpy 2.4.6; 9 minutes on a core that others used too);
in brackets what a program of its own found on data drawn alike, with about 205 holes (AP: 130):

    measure       gap  holes    lot   pool  width   said      [lot  width]
    recall        0.0    224    211    170    174     90      [196    150]
    recall        0.4    220    190    144    149     86      [168    104]
    recall        1.0    218    160    112    107     75      [130     70]
    nDCG          0.0    225    210    176    171     91      [197    162]
    nDCG          0.4    221    182    140    122     84      [161    105]
    nDCG          1.0    216    148    103     77     73      [126     68]
    nDCG, 0 to 3  0.0    221    211    182    178     96      [198    166]
    nDCG, 0 to 3  0.4    221    195    157    139     91      [174    118]
    nDCG, 0 to 3  1.0    218    165    124     92     78      [147     83]
    MRR@10        0.0    224    186     35     31     45      [182     26]
    MRR@10        0.4    221    176     30     27     36      [155     21]
    MRR@10        1.0    215    142     21     20     27      [148     18]
    AP@6          0.0    144    132    114    109     60      [123    104]
    AP@6          0.4    142    116     90     84     58      [102     71]
    AP@6          1.0    139     88     59     53     47      [ 76     47]

So runs that are nearly level need most of the holes whatever the order, except by MRR. Both orders of goldkit took less than the
lot in each row, and of 2,250 settled signs none was another than that of the fully judged runs. pool is made to bring deltas near
what they are (pooled_judgments.py), not to prove a sign: by nDCG and AP width proves it sooner. said: what `score` prints, how many
judgments would settle it if none finds a relevant chunk; where some do, it takes up to twice as many.

Without the assumption that nothing is relevant that no run found: 30 such chunks a query more, of small random queries with k 3.

    measure       signs changed  settled means  open again
    recall                    0          1,889       1,171
    recall_cap                0          1,878         634
    precision                 0          1,534           0
    hit                       0          1,999           0
    MRR                       0          1,918           0
    complete                690          1,902       1,351
    nDCG                      0          1,907         487
    nDCG-exp                  0          1,882         427
    AP                        0          1,697       1,328

signs changed: of 5,000 single queries. settled means: of 4 queries each. So what is settled stays so by MRR, hit and precision. By
complete it need not: a fact that no run found leaves both runs incomplete. By the others each query keeps its sign, but queries
weigh anew in the mean, and most settled means of recall and AP were open again. `score` prints below its bounds what they assume.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from runpy import run_path
from statistics import mean

from goldkit.bounds.catalogue import BOUNDS, Ends, ends
from goldkit.bounds.mean import mean_ends
from goldkit.bounds.outlook import Outlook, effect_alone
from goldkit.bounds.settled import Settled, settled
from goldkit.bounds.situation import Situation, judged, meet
from goldkit.bounds.stopping import judgments_to_settle
from goldkit.measures.names import Measure
from goldkit.measures.truth import truth
from goldkit.records import Fact, Label, Scale
from goldkit.scoring.pool_chance import Answer, chances

MEASURES = {
    "recall": (Measure("recall", 10), 1),
    "nDCG": (Measure("nDCG", 10), 1),
    "nDCG, 0 to 3": (Measure("nDCG", 10), 3),
    "MRR@10": (Measure("MRR", 10), 1),
    "AP@6": (Measure("AP", 6), 1),
}
"""Name → measure, and the highest grade."""
GAPS = (0.0, 0.4, 1.0)
QUERIES, CHUNKS, RELEVANT, KNOWN = 20, 30, 0.2, 0.3
UNFOUND = 30
RANDOM_CASE = run_path(str(Path(__file__).parents[1] / "bounds" / "conftest.py"))["random_case"]

Hole = tuple[str, str]
"""(query, chunk)."""


class DataSet:
    """Two runs on all queries, what is judged beforehand, and the true gain of every hole."""

    def __init__(self, name: str, gap: float, seed: int) -> None:
        self.measure, top = MEASURES[name]
        self.gains = range(1, top + 1)
        self.situations: dict[str, Situation] = {}
        self.truth: dict[Hole, int] = {}
        self.tops: list[dict[str, list[str]]] = [{}, {}]
        random = Random(f"{name} {gap} {seed}")
        for query in (f"q{place:02}" for place in range(QUERIES)):
            grades = {f"c{place:02}": (random.random() < RELEVANT) * random.randint(1, top) for place in range(CHUNKS)}
            rankings = [ranked(random, grades, quality) for quality in (1.0, 1.0 + gap)]
            for top_of, ranking in zip(self.tops, rankings, strict=True):
                top_of[query] = ranking[: self.measure.k]
            pool = sorted({chunk for top_of in self.tops for chunk in top_of[query]})
            known = [chunk for chunk in pool if random.random() < KNOWN]
            labels = {chunk: Label(query=query, chunk=chunk, grade=grades[chunk], status="decided") for chunk in known}
            seen = truth([Fact(any=(chunk,)) for chunk in known], labels, Scale(max=top, relevant_from=1))
            self.situations[query] = meet(seen, *rankings, pool)
            self.truth |= {(query, chunk): grades[chunk] for chunk in self.situations[query].holes}


def ranked(random: Random, grades: Mapping[str, int], quality: float) -> list[str]:
    score = {chunk: quality * (grade > 0) + random.gauss(0, 1) for chunk, grade in grades.items()}
    return sorted(score, key=lambda chunk: -score[chunk])


class Judging:
    """The holes of a data set, answered one by one. open: in an order drawn by lot."""

    def __init__(self, data: DataSet, seed: int) -> None:
        self.data, self.situations = data, dict(data.situations)
        self.open = Random(seed).sample(list(data.truth), len(data.truth))
        self.answers: list[Answer] = []
        self.outlooks: dict[str, Outlook] = {}
        self.effects: dict[Hole, float] = {}
        for query in self.situations:
            self.look(query)

    @property
    def settled(self) -> Settled:
        found = mean_ends([outlook.mean for outlook in self.outlooks.values()])
        return settled(found or Ends(0.0, 0.0))

    def answer(self, hole: Hole) -> None:
        query, chunk = hole
        self.open.remove(hole)
        self.answers.append(Answer(query, chunk, self.data.truth[hole]))
        self.situations[query] = judged(self.situations[query], chunk, self.data.truth[hole])
        self.look(query)

    def look(self, query: str) -> None:
        """What a query's holes can still do; an answer changes it for its own query."""
        at, measure, gains = self.situations[query], self.data.measure, self.data.gains
        relevant = sum(answer.gain > 0 for answer in self.answers)
        self.outlooks[query] = Outlook({query: at}, measure, gains, (relevant, len(self.answers)))
        for chunk in at.holes:
            self.effects[query, chunk] = abs(effect_alone(measure, at, judged(at, chunk, gains[-1])))


def by_lot(judging: Judging) -> Hole:
    return judging.open[0]


def by_pool(judging: Judging) -> Hole:
    hopes = chances(judging.data.truth, judging.answers, {}, judging.data.tops).hoped(judging.open)
    return max(judging.open, key=lambda hole: hopes[hole] * judging.effects[hole])


def by_width(judging: Judging) -> Hole:
    return max(judging.open, key=lambda hole: judging.outlooks[hole[0]].gain(*hole))


ORDERS: dict[str, Callable[[Judging], Hole]] = {"lot": by_lot, "pool": by_pool, "width": by_width}


def needed(judging: Judging, order: Callable[[Judging], Hole]) -> int:
    """How many answers settle the sign. Raises AssertionError where it is not that of the fully judged runs."""
    while (said := judging.settled) == "open":
        judging.answer(order(judging))
    count = len(judging.answers)
    while judging.open:
        judging.answer(judging.open[0])
    assert judging.settled == said, (said, judging.settled)
    return count


def row(name: str, gap: float, data_sets: int) -> bool:
    """Print what one measure and gap take; whether no order takes more than the lot."""
    holes, said, counts = [], [], {order: list[int]() for order in ORDERS}
    for seed in range(data_sets):
        data = DataSet(name, gap, seed)
        holes.append(len(data.truth))
        number = judgments_to_settle(list(data.situations.values()), data.measure, data.gains)
        said += [] if number is None else [number]
        for order, pick in ORDERS.items():
            counts[order].append(needed(Judging(data, seed), pick))
    means = {order: mean(counts[order]) for order in ORDERS}
    told = "".join(f"{value:7.0f}" for value in means.values())
    print(f"    {name:<13}{gap:4}{mean(holes):7.0f}{told}{mean(said):7.0f}", flush=True)
    return max(means.values()) == means["lot"]


def unfound(kind: str, cases: int) -> tuple[int, int, int]:
    """(queries whose settled sign UNFOUND more holes in neither run change, settled means of 4 queries, of these open again)."""
    random, measure = Random(f"unfound {kind}"), Measure(kind, 3)
    changed = means = reopened = 0
    for _ in range(cases):
        four = [with_a_fact(random) for _ in range(4)]
        now, then = ([ends(measure, at, [1]) for at in queries] for queries in (four, map(with_more, four)))
        changed += settled(now[0]) != settled(then[0])
        if settled(mean_ends(now)) != "open":
            means += 1
            reopened += settled(mean_ends(then)) == "open"
    return changed, means, reopened


def with_a_fact(random: Random) -> Situation:
    while True:
        at: Situation = RANDOM_CASE(random, plain=True).situation
        if at.after.facts:
            return at


def with_more(at: Situation) -> Situation:
    more, nowhere = tuple(f"unfound{place}" for place in range(UNFOUND)), (inf,) * UNFOUND
    return replace(
        at, holes=at.holes + more, ranks_before=at.ranks_before + nowhere, ranks_after=at.ranks_after + nowhere
    )


def main(data_sets: int, cases: int) -> int:
    print(f"    {'measure':<13} gap  holes{''.join(f'{order:>7}' for order in ORDERS)}   said")
    rows = [row(name, gap, data_sets) for name in MEASURES for gap in GAPS]
    sound = all(rows)
    print(f"\n    {'measure':<12}{'signs changed':>15}{'settled means':>15}{'open again':>12}")
    for kind in BOUNDS:
        changed, means, reopened = unfound(kind, cases)
        sound &= not changed or kind == "complete"  # a fact that no run found leaves both runs incomplete
        print(f"    {kind:<12}{changed:>15,}{means:>15,}{reopened:>12,}", flush=True)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50, int(sys.argv[2]) if len(sys.argv) > 2 else 5_000))
