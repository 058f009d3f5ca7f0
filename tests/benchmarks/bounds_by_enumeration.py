"""How often the bounds over unjudged results are violated, against judging small random cases in every way.

Run by hand: `python tests/benchmarks/bounds_by_enumeration.py [cases]` (10,000 a measure take about 10 minutes on one core).
A case is a query with up to 5 judged chunks and up to 4 holes, with facts of several chunks, shares, chunks of several facts,
short and empty rankings, chunks in one ranking, both or none, scales of 1 to 3 grades, and sometimes no fact at all. Every judgment
is scored by the measures themselves. Exit code 1 where a bound is violated, or an end that is called exact is not reached.

Measured with 10,000 cases: no bound violated, no end missed that is called exact.

    measure                     cases  violated      exact  missed   narrower
    recall                     10,000         0    100.0 %       0   0.77
      recall, one run          20,000         0    100.0 %       0
    recall_cap                 10,000         0    100.0 %       0   0.78
      recall_cap, one run      20,000         0    100.0 %       0
    precision                  10,000         0    100.0 %       0   0.68
      precision, one run       20,000         0    100.0 %       0
    hit                        10,000         0    100.0 %       0   0.82
      hit, one run             20,000         0    100.0 %       0
    MRR                        10,000         0    100.0 %       0   0.79
      MRR, one run             20,000         0    100.0 %       0
    complete                   10,000         0    100.0 %       0   0.81
      complete, one run        20,000         0    100.0 %       0
    nDCG                       10,000         0    100.0 %       0   0.76
      nDCG, one run            20,000         0    100.0 %       0
    nDCG-exp                   10,000         0    100.0 %       0   0.76
      nDCG-exp, one run        20,000         0    100.0 %       0
    AP                         10,000         0    100.0 %       0   0.75
      AP, one run              20,000         0    100.0 %       0
    AP, first bound            10,000         0     79.1 %       0   0.77
      AP, first bound, one run 20,000         0    100.0 %       0
    mean recall                 9,990         0    100.0 %       0
    mean recall_cap             9,993         0    100.0 %       0
    mean precision              9,992         0    100.0 %       0
    mean hit                    9,994         0    100.0 %       0
    mean MRR                    9,992         0    100.0 %       0
    mean complete               9,991         0    100.0 %       0
    mean nDCG                   9,991         0    100.0 %       0
    mean nDCG-exp               9,991         0    100.0 %       0
    mean AP                     9,991         0    100.0 %       0
    with copies recall         10,000         0    100.0 %       0
    with copies precision      10,000         0    100.0 %       0

exact: cases whose both ends are claimed to be reached by some judgment. narrower: the mean width of the delta's interval, by that
of subtracting the two runs' own intervals. Means: of 3 queries with up to 2 holes each, by both conventions for one without a fact;
a mean of no query is left out. With copies: a hole may also be a copy of a judged fact or of another hole, up to 3 holes,
grades 0 and 1.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import product
from math import fsum
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any

from goldkit.bounds.catalogue import BOUNDS, Ends, ends
from goldkit.bounds.copies import COPIES
from goldkit.bounds.mean import mean_ends
from goldkit.bounds.situation import alone
from goldkit.measures.names import Measure

BOUNDS_TESTS = Path(__file__).parents[1] / "bounds"
CASES = run_path(str(BOUNDS_TESTS / "conftest.py"))
COPY_JUDGMENTS = run_path(str(BOUNDS_TESTS / "test_copies.py"))["judgments"]
CUTS = (1, 2, 3, 4)
NODES = 1_000
CLOSE = 1e-9

Found = tuple[Any, float, float]
"""The ends given, and the lowest and highest by enumeration."""


def measure_of(kind: str, random: Random) -> Measure:
    return Measure(kind, random.choice([*CUTS, None] if kind in ("MRR", "AP") else CUTS))


def drawn(random: Random, fits: Callable[[Any], Any], **how: Any) -> Any:
    """A case that has what is asked for."""
    while True:
        case = CASES["random_case"](random, **how)
        if fits(case):
            return case


def deltas(kind: str, cases: int, nodes: int) -> Iterator[tuple[Found, Found, Found]]:
    """The delta, and either run alone."""
    random = Random(kind)
    for _ in range(cases):
        top = random.randint(1, 3)
        case = drawn(random, lambda case: case.pool or case.situation.after.facts, most_holes=5 - top, top=top)
        measure, at = measure_of(kind, random), case.situation
        rows = [(measure(s.before), measure(s.after)) for s in case.judged()]
        sides = [
            (at, [late - early for early, late in rows]),
            (alone(at.before, at.holes, at.ranks_before), [early for early, _ in rows]),
            (alone(at.after, at.holes, at.ranks_after), [late for _, late in rows]),
        ]
        yield tuple((ends(measure, s, case.gains, nodes), min(values), max(values)) for s, values in sides)


def means(kind: str, cases: int) -> Iterator[Found]:
    random = Random(f"mean {kind}")
    for number in range(cases):
        undefined = ("exclude", "zero")[number % 2]
        measure = measure_of(kind, random)
        queries = [CASES["random_case"](random, most_holes=2, top=random.randint(1, 2)) for _ in range(3)]
        outcomes = [
            {measure(s.after) - measure(s.before) for s in case.judged()}
            | (set() if case.situation.after.facts else {None})
            for case in queries
        ]
        found = []
        for values in product(*outcomes):
            kept = [value or 0.0 for value in values if undefined == "zero" or value is not None]
            found += [fsum(kept) / len(kept)] if kept else []
        if found:
            given = mean_ends([ends(measure, case.situation, case.gains, NODES) for case in queries], undefined)
            yield given, min(found), max(found)


def copied(kind: str, cases: int) -> Iterator[Found]:
    random, highest = Random(f"copies {kind}"), COPIES[kind]
    for _ in range(cases):
        case = drawn(random, lambda case: case.pool, most_holes=3, plain=True)
        k, at = random.choice(CUTS), case.situation
        measure = Measure(kind, k)
        found = [measure(s.after) - measure(s.before) for s in COPY_JUDGMENTS(case)]
        yield Ends(-highest(at.swapped, k), highest(at, k)), min(found), max(found)


def judge(rows: list[Found]) -> tuple[int, int, int]:
    """How many ends are violated; in how many rows both are called exact; how many of these are not reached."""
    violated = sum(given.low > low + CLOSE or given.high < high - CLOSE for given, low, high in rows)
    exact = [(given, low, high) for given, low, high in rows if given.exact]
    missed = sum(abs(given.low - low) > CLOSE or abs(given.high - high) > CLOSE for given, low, high in exact)
    return violated, len(exact), missed


def say(name: str, rows: list[Found], narrower: str = "") -> bool:
    violated, exact, missed = judge(rows)
    print(
        f"    {name:<26}{len(rows):>7,}{violated:>10}{100 * exact / len(rows):>9.1f} %{missed:>8}   {narrower}".rstrip(),
        flush=True,
    )
    return not violated and not missed


def main(cases: int) -> int:
    print(f"    {'measure':<26}{'cases':>7}{'violated':>10}{'exact':>11}{'missed':>8}   narrower")
    sound = True
    for kind in BOUNDS:
        for nodes in (NODES, 0)[: 1 + (kind == "AP")]:
            triples = list(deltas(kind, cases, nodes))
            width = sum(delta.high - delta.low for (delta, *_), _, _ in triples)
            apart = sum(a.high - a.low + b.high - b.low for _, (a, *_), (b, *_) in triples)
            name = f"{kind}, first bound" if not nodes else kind
            sound &= say(name, [delta for delta, _, _ in triples], f"{width / apart:.2f}")
            sound &= say(f"  {name}, one run", [single for _, *singles in triples for single in singles])
    parts: list[tuple[str, dict[str, Any], Callable[[str, int], Iterator[Found]]]] = [
        ("mean", BOUNDS, means),
        ("with copies", COPIES, copied),
    ]
    for name, kinds, rows in parts:
        for kind in kinds:
            sound &= say(f"{name} {kind}", list(rows(kind, cases)))
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
