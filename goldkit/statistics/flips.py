"""Sign flips of blocks: all of them where there are few, else a seeded sample; always with the one that flips nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldkit.statistics.blocks import Floats

ROWS = 1_000
"""Flips handed out at a time, so that thousands of blocks fit in memory."""


def flip_count(blocks: int, replicates: int) -> int:
    """How many flips `flips` yields: 2^blocks where that is at most `replicates`, else replicates + 1 (the observed one)."""
    return 2**blocks if is_exact(blocks, replicates) else replicates + 1


def is_exact(blocks: int, replicates: int) -> bool:
    """Whether every flip is tried."""
    return blocks < 63 and 2**blocks <= replicates


def flips(blocks: int, replicates: int, seed: int) -> Iterator[Floats]:
    """Matrices of ±1, (rows, blocks), `flip_count` rows in all; the first row of the first is all +1.

    A p-value is then the part of the rows that are at least as extreme as the first: (b + 1)/(B + 1) for a sample of B.
    """
    if is_exact(blocks, replicates):
        for start in range(0, 2**blocks, ROWS):
            codes = np.arange(start, min(start + ROWS, 2**blocks), dtype=np.int64)
            yield _signs((codes[:, None] >> np.arange(blocks)) & 1)
        return
    yield np.ones((1, blocks))
    generator, width = np.random.default_rng(seed), -(-blocks // 8)
    for start in range(0, replicates, ROWS):
        rows = min(ROWS, replicates - start)
        drawn = np.frombuffer(generator.bytes(rows * width), dtype=np.uint8).reshape(rows, width)
        yield _signs(np.unpackbits(drawn, axis=1, count=blocks))


def _signs(bits: NDArray[np.integer[Any]]) -> Floats:
    """0 keeps a block's sign, 1 flips it."""
    signs = bits.astype(np.float64)
    signs *= -2.0
    signs += 1.0
    return signs
