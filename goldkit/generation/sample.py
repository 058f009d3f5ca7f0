"""Which chunks to ask about, in which order: spread over the documents, the same for any order of the corpus."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import zip_longest

from goldkit.files.canonical import sha256_text
from goldkit.generation.answerable import why_not
from goldkit.records import Chunk
from goldkit.store.texts import text_sha256

ASKED = "already asked about"
COPY = "copy of another one"


@dataclass(frozen=True, slots=True)
class Sample:
    """order: the chunks to ask about, first ones first. skipped: reason → how many chunks were left out for it."""

    order: tuple[Chunk, ...]
    skipped: dict[str, int]


def sample(
    chunks: Iterable[Chunk], *, seed: int, used: Collection[str] = (), copies: Iterable[tuple[str, str]] = ()
) -> Sample:
    """All chunks that can be asked about: documents take turns, so that a file with 900 chunks counts as much as one with 3.

    Documents, and the chunks in each, stand in the order of a hash of the seed and their name: taking a chunk away or shuffling the
    corpus moves no other. used: ids that were asked about before. copies: pairs of ids that say the same; of a group of copies,
    and of equal texts, only the first in the order stays, and none when one of them is `used`.
    """
    used = frozenset(used)
    partners = _partners(copies)
    skipped: Counter[str] = Counter()
    taken_ids, taken_texts = set(used), set()
    documents: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.id in used:
            taken_texts.add(text_sha256(chunk))
        documents[document_of(chunk)].append(chunk)
    order = []
    for chunk in _turns(documents, seed):
        reason = ASKED if chunk.id in used else why_not(chunk.text)
        if reason is None and (text_sha256(chunk) in taken_texts or not partners[chunk.id].isdisjoint(taken_ids)):
            reason = COPY
        if reason is not None:
            skipped[reason] += 1
            continue
        order.append(chunk)
        taken_ids.add(chunk.id)
        taken_texts.add(text_sha256(chunk))
    return Sample(tuple(order), dict(sorted(skipped.items())))


def document_of(chunk: Chunk) -> str:
    """The document a chunk belongs to: its `doc_id`, else its id up to the last #, as in ops/transfers.md#3."""
    return chunk.doc_id or chunk.id.rpartition("#")[0] or chunk.id


def _turns(documents: dict[str, list[Chunk]], seed: int) -> list[Chunk]:
    """The first chunk of every document, then the second of every one that has a second, and so on."""
    names = sorted(documents, key=lambda name: _place(seed, name))
    piles = [sorted(documents[name], key=lambda chunk: _place(seed, chunk.id)) for name in names]
    return [chunk for turn in zip_longest(*piles) for chunk in turn if chunk is not None]


def _partners(copies: Iterable[tuple[str, str]]) -> defaultdict[str, set[str]]:
    partners: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in copies:
        partners[one].add(other)
        partners[other].add(one)
    return partners


def _place(seed: int, name: str) -> str:
    return sha256_text(f"{seed}\0{name}")
