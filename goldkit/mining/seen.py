"""Counting every record once, over batches: each batch keeps 64-bit hashes of what it counted.

A whole record (the question, what was shown, what the answer cites) has one hash; a click, a rating, and results logged in another
file have their own, since they may arrive in a later export of the same record. Among a million hashes, a million new
ones meet one by accident with a chance of 5e-8.
"""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterable

from goldkit.files.canonical import sha256_text
from goldkit.records import Batch

SIZE = 8
"""Bytes of a hash."""


class Seen:
    """What earlier batches and this run have counted."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self._counted = {key for batch in batches for key in unpack(batch.record_ids or "")}
        self._of_batch: dict[str, list[int]] = defaultdict(list)

    def new(self, batch: str, *parts: str) -> bool:
        """Whether this part of a record is counted for the first time; from now on it is counted, by this batch."""
        key = _hash(parts)
        if key in self._counted:
            return False
        self._counted.add(key)
        self._of_batch[batch].append(key)
        return True

    def packed(self, batch: str) -> str | None:
        """The hashes that a batch counted, for its line; None where there are none."""
        return pack(self._of_batch[batch]) if self._of_batch.get(batch) else None


def pack(keys: Iterable[int]) -> str:
    """Hashes, sorted, big-endian, in base64."""
    return base64.b64encode(b"".join(key.to_bytes(SIZE, "big") for key in sorted(keys))).decode("ascii")


def unpack(text: str) -> list[int]:
    """The hashes of a packed text."""
    data = base64.b64decode(text)
    return [int.from_bytes(data[at : at + SIZE], "big") for at in range(0, len(data), SIZE)]


def _hash(parts: tuple[str, ...]) -> int:
    return int(sha256_text("\x1f".join(parts))[: 2 * SIZE], 16)
