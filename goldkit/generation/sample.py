"""Which chunks to ask about, in which order: spread over documents and topics, the same for any order of the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from goldkit.files.addressed_rows import AddressedRows
from goldkit.files.canonical import sha256_text
from goldkit.files.sorted_rows import SortedRows
from goldkit.generation.alike import Taken
from goldkit.generation.answerable import BROKEN, why_not
from goldkit.generation.choice import Choice
from goldkit.generation.document import document_of
from goldkit.generation.pool import Pool
from goldkit.generation.survey import Survey
from goldkit.records import Chunk

NOT_CHOSEN = "left out by --only or --except"
ASKED = "already asked about"
BOILERPLATE = "repeated in many documents"
MEMORY = 16 << 20
"""Bytes that each of the two sorts holds."""
FINE = 1 << 20
"""Steps between one turn of a topic and the next."""
DIGITS = 16
"""Of a place, a hexadecimal fraction: two of a million names share them with a chance of 3e-8."""


def sample(
    chunks: Iterable[Chunk],
    *,
    seed: int,
    used: Collection[str] = (),
    copies: Iterable[tuple[str, str]] = (),
    choice: Choice | None = None,
    about: Sequence[str] = (),
) -> Pool:
    """All chunks that can be asked about: documents take turns, so that a file with 900 chunks counts as much as one with 3.

    Documents, and the chunks in each, stand in the order of a hash of the seed and their name: taking a chunk away or shuffling the
    corpus moves no other. Of many documents those about a small topic come earlier: a topic's part grows with the square root of
    its size. used: ids that were asked about before. copies: pairs of ids that say the same. Of copies, of equal texts and of
    near-duplicates only the first in the order stays, and none when one of them is `used`. Memory does not grow with the corpus.
    about: texts whose topics the chunks are to have in like parts. choice: the chunks that are wanted.
    Raises what the chunks raise when they are read, and UsageError as Choice.check.
    """
    read = _Read(about, seed, frozenset(used), Taken(copies), choice is not None and choice.ask_all)
    for chunk in chunks:
        if choice and not choice.admits(chunk):
            read.leave_out(NOT_CHOSEN)
        else:
            read.add(chunk)
    if choice:
        choice.check()
    return read.pool()


class _Read:
    """A corpus that was read once: its chunks on disk, and their addresses sorted by document. One that is left out has none."""

    def __init__(self, about: Sequence[str], seed: int, used: frozenset[str], taken: Taken, ask_all: bool) -> None:
        self._seed, self._used, self._taken, self._ask_all = seed, used, taken, ask_all
        self._rows, self._survey = AddressedRows(), Survey(about)
        self._by_document: SortedRows[tuple[str, int]] = SortedRows(MEMORY)
        self._used_chunks: list[Chunk] = []
        self._skipped: Counter[str] = Counter()
        self._size = 0

    def add(self, chunk: Chunk) -> None:
        document = document_of(chunk)
        place = _place(self._seed, chunk.id)
        address = self._kept(chunk)
        if address:
            self._survey.add(place, document, chunk.text)
            self._size += 1
        self._by_document.add((_place(self._seed, document)[:DIGITS] + place[:DIGITS], 0), address)

    def leave_out(self, reason: str) -> None:
        self._skipped[reason] += 1

    def pool(self) -> Pool:
        self._rows.written()
        for name in sorted(self._used):
            self._taken.add_id(name)
        for chunk in sorted(self._used_chunks, key=lambda chunk: chunk.id):
            self._taken.add(chunk)
        order: SortedRows[tuple[str, int]] = SortedRows(MEMORY)
        for turn, document, address in self._turns():
            text = self._text(address)
            if self._survey.repeats(text):
                self._skipped[BOILERPLATE] += 1
                self._size -= 1
            else:
                order.add((f"{turn:08x}{_behind(document, self._survey.weight(text))}", 0), address)
        like = self._like(order) if self._survey.asked else order
        return Pool(like, self._size, self._rows, self._taken, self._skipped)

    def _like(self, order: SortedRows[tuple[str, int]]) -> SortedRows[tuple[str, int]]:
        """The same in another order: topics take turns by their parts in what was asked, each with its chunks as they stood."""
        found: SortedRows[tuple[str, int]] = SortedRows(MEMORY)
        met: Counter[str] = Counter()
        for (key, _), address in order:
            topic = self._survey.topic(self._text(address))
            behind = (met[topic] + 0.5) / self._survey.parts[topic]  # as seats are given out by Sainte-Laguë
            met[topic] += 1
            found.add((f"{int(behind * FINE):020x}{key}", 0), address)
        return found

    def _text(self, address: bytes) -> str:
        return msgspec.msgpack.decode(self._rows[address], type=Chunk).text

    def _kept(self, chunk: Chunk) -> bytes:
        """The address of a chunk, b"" of one that is left out."""
        reason = ASKED if chunk.id in self._used else why_not(chunk.text, self._ask_all)
        if reason is None:
            try:
                return self._rows.add(msgspec.msgpack.encode(chunk))
            except UnicodeEncodeError:
                reason = BROKEN
        self._skipped[reason] += 1
        if reason == ASKED:
            self._used_chunks.append(chunk)
        return b""

    def _turns(self) -> Iterator[tuple[int, str, bytes]]:
        """(turn, place of the document, address): the first chunk of each document has turn 0, and so on; those left out count."""
        before, turn = "", 0
        for (key, _), address in self._by_document:
            document = key[:DIGITS]
            turn = turn + 1 if document == before else 0
            before = document
            if address:
                yield turn, document, address


def _place(seed: int, name: str) -> str:
    return sha256_text(f"{seed}\0{name}")


def _behind(document: str, weight: float) -> str:
    """Where a document stands in a turn: its place, stretched by its topic's weight; to be sorted as text."""
    return f"{int(int(document, 16) * weight):020x}{document}"
