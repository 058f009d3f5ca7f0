"""Between which ends a measure or a delta lies, over all ways that unjudged results could be judged.

One family of measures a file, one line each in `catalogue.BOUNDS`. Every formula assumes that a hole judged relevant is a new
fact of its own with share 1 (S1) and that no chunk outside the pool of holes is relevant (S2). "Exact" is by enumeration of all
judgments: a few hundred random cases a measure in tests/bounds, 10,000 in tests/benchmarks/bounds_by_enumeration.py.
"""
