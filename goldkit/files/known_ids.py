"""Which ids were seen, and where first, in about 20 bytes each; a dict takes more than a hundred."""

from __future__ import annotations

BUCKETS = 1 << 16
KEPT, NUMBER = 8, 5
"""Bytes of an id's hash, and of the number behind it."""
ENTRY = KEPT + NUMBER


class KnownIds:
    """Id → the number that came with it first, in [0, 2⁴⁰).

    The ids themselves are not kept, only Python's hash of each: 64 bits, keyed anew in each process and four times as fast as a
    digest. Two of a million ids meet by accident with a chance of 3e-8, less than what memory errors do, and not again when the
    same is read once more: so a hit is believed.
    """

    def __init__(self) -> None:
        self._buckets: list[bytearray | None] = [None] * BUCKETS

    def first(self, name: str, number: int) -> int | None:
        """The number of an id that is known. None for a new one, which is known by `number` from now on."""
        code = hash(name)
        kept, place = code.to_bytes(KEPT, "big", signed=True), code % BUCKETS
        bucket = self._buckets[place]
        if bucket is None:
            self._buckets[place] = bytearray(kept + number.to_bytes(NUMBER, "big"))
            return None
        at = bucket.find(kept)
        while at > 0 and at % ENTRY:  # it lies across two entries, and is none
            at = bucket.find(kept, at + 1)
        if at >= 0:
            return int.from_bytes(bucket[at + KEPT : at + ENTRY], "big")
        bucket += kept + number.to_bytes(NUMBER, "big")
        return None
