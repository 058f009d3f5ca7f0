"""The line of a mined log, written in pieces: its hashes may take more than memory should hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from goldkit.files import canonical
from goldkit.records import Batch

FIELD = b'"record_ids":"'
"""No text of a line holds this: its quotation marks would be escaped."""


def batch_line(batch: Batch, hashes: Iterable[str]) -> Iterator[bytes]:
    """The pieces of a batch's line; hashes: its `record_ids` in pieces, none for a batch without."""
    pieces = iter(hashes)
    first = next(pieces, None)
    if first is None:
        yield canonical.line(batch)
        return
    before, field, after = canonical.line(replace(batch, record_ids="")).rpartition(FIELD)
    yield before + field
    yield from (piece.encode("ascii") for piece in chain([first], pieces))
    yield after
