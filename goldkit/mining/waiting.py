"""The questions of a log, of which only those asked of late are held; the others wait on disk."""

from __future__ import annotations

import os
import pickle
import tempfile
import weakref
from collections import OrderedDict
from collections.abc import Iterator, MutableMapping
from itertools import islice
from typing import IO, TYPE_CHECKING

from goldkit.files.temporary import room_needed

if TYPE_CHECKING:
    from goldkit.mining.collect import Asked

HELD = 4000
"""Questions that are held, some 5 KB each. A log asks the same few again and again: most are found here."""
SHARE = 8
"""The part of them that goes to disk at once, 1 / SHARE."""
BITS = 28
"""Of the number that tells where a question lies: those of its length in bytes, below the ones of its place."""


class WaitingQuestions(MutableMapping[str, "Asked"]):
    """Query id → question, in the order in which they came. What is changed in a question is kept once it is set again.

    A question on disk takes about 200 bytes of memory, for its id and its place. Raises IncompleteError when the disk is full.
    """

    def __init__(self, held: int = HELD) -> None:
        self._most = held
        self._held: OrderedDict[str, Asked] = OrderedDict()
        self._places: dict[str, int] = {}
        self._file: IO[bytes] | None = None
        self._end = 0

    def __getitem__(self, name: str) -> Asked:
        held = self._held.get(name)
        if held is not None:
            return held
        place = self._places[name]
        data = os.pread(self._opened().fileno(), place & (1 << BITS) - 1, place >> BITS)
        asked: Asked = pickle.loads(data)  # noqa: S301  # written here, into a file without a name
        return asked

    def __setitem__(self, name: str, asked: Asked) -> None:
        self._held[name] = asked
        self._held.move_to_end(name)
        self._places.setdefault(name, 0)
        if len(self._held) > self._most:
            self._put_away(max(1, self._most // SHARE))

    def __delitem__(self, name: str) -> None:
        del self._places[name]
        self._held.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def _put_away(self, number: int) -> None:
        """Write out the questions that were not asked for longest."""
        parts = []
        for name in list(islice(self._held, number)):
            data = pickle.dumps(self._held.pop(name), pickle.HIGHEST_PROTOCOL)
            self._places[name] = self._end << BITS | len(data)
            self._end += len(data)
            parts.append(data)
        with room_needed():
            self._opened().writelines(parts)
            self._opened().flush()

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="goldkit-")  # noqa: SIM115  # lives as long as the questions
            weakref.finalize(self, self._file.close)
        return self._file
