"""Between which ends a measure or a delta lies, over all ways that unjudged results could be judged.

One family of measures a file, one line each in `catalogue.BOUNDS`. Every formula assumes that a hole judged relevant is a new
fact of its own with a share of 1 (S1; `copies` does without, where that is known) and that no chunk outside the pool of holes is
relevant (S2). Judged facts may have any shares, and a chunk several facts: the formulas need only the sums of shares and gains
that a ranking reaches, the falling gains of the ideal, and, for AP, a walk down the ranking where a share is below 1. Where a
ranking may beat its greedy ideal, ends are safe but not exact. "Exact" is by enumeration of all judgments: a few hundred random
cases a measure in tests/bounds, 10,000 in tests/benchmarks/bounds_by_enumeration.py.
"""
