"""The search for near-duplicates by Daft, to the same result as that of one machine.

What grows with the corpus stays in tables and in the scratch folder: sketches in blocks, the distinct texts by rank, entries by
key, candidates. The driver holds the stop shingles, up to 256 MB of counts and 128 MB of bits, the matches with the ids of their
texts, the texts that several chunks have (each makes pairs), the buckets that were cut; and for `widen` the labelled chunks
with their sketches. It also sees ids go by, a batch at a time, where a golden directory keeps the digest of the corpus.
Natively, Daft's own tables are in this process too.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import numpy as np

from goldkit.duplicates.bands import choose
from goldkit.duplicates.cluster.asked import Asked, Cells, cells_for
from goldkit.duplicates.cluster.blocks import (
    AT_ONCE,
    ENTRY,
    AtLeast,
    Count,
    Frequent,
    unpacked_table,
)
from goldkit.duplicates.cluster.candidates import Carry, Close, Join, Once, Pick, Verify, figures_in
from goldkit.duplicates.cluster.checks import HasWord, IsProblem, Repeated
from goldkit.duplicates.cluster.corpus import AT_ONCE as CHUNKS_AT_ONCE
from goldkit.duplicates.cluster.corpus import Sketch, chunks_named, rows_of
from goldkit.duplicates.cluster.entries import Entries
from goldkit.duplicates.cluster.frames import Frame, started
from goldkit.duplicates.cluster.involved import Involved
from goldkit.duplicates.cluster.labelled import LabelledEntries, Left, left_side
from goldkit.duplicates.cluster.ranks import Collapse, ranked
from goldkit.duplicates.cluster.scratch import Scratch
from goldkit.duplicates.near_misses import REACH, NearMisses
from goldkit.duplicates.pairs import Writer
from goldkit.duplicates.rarity import Rarity
from goldkit.duplicates.search import Match, Matches
from goldkit.duplicates.texts import by_id
from goldkit.duplicates.widen import Search, digest_of
from goldkit.errors import DataError, Problem, bad
from goldkit.results.widen import CappedBucket

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.engine import Engine
    from goldkit.duplicates.fetched import Fetched
    from goldkit.records import Chunk
    from goldkit.results.widen import WidenParameters, WidenResult

MOST_PROBLEMS = 1000
"""Problems of a corpus that are brought here; the message shows the first of them."""


class ClusterSearch(Search):
    """A corpus by names or globs, to be asked for near-duplicates; used in a `with` statement."""

    def __init__(self, corpus: str, parameters: WidenParameters, engine: Engine, keep: frozenset[str]) -> None:
        folder = engine.scratch or tempfile.mkdtemp(prefix="goldkit-cluster-")
        if "://" not in folder:
            folder = str(Path(folder).resolve())
        self._parameters, self._engine, self._verdicts = parameters, engine, None
        self._paths = corpus
        self._scratch = Scratch(f"{folder.rstrip('/')}/goldkit-work-{token_hex(4)}")
        self._sums: dict[str, str] = {}
        self._open = ExitStack()
        self._open.callback((self._scratch if engine.scratch else Scratch(folder)).gone)
        # Ray tells of lost workers on stdout, where goldkit has its result.
        self._open.enter_context(redirect_stdout(sys.stderr))
        try:
            self._frames = started(engine, self._scratch.folder)
            self._scratch.made()
            self._rows = rows_of(self._frames, corpus)
            self._chunks = self._rows.mapped(Sketch(self._scratch, parameters), CHUNKS_AT_ONCE).kept()
            self._count = self._checked()
            self.kept = {chunk.id: chunk for chunk in self._reread(keep)}
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def __contains__(self, name: str) -> bool:
        """Whether one of the chunks that were asked for is in the corpus, or was labelled."""
        return name in self._sums

    def _sum(self, name: str) -> str:
        return self._sums[name]

    def _reread(self, names: frozenset[str]) -> Iterator[Chunk]:
        return chunks_named(self._rows, names, self._scratch)

    def _checked(self) -> int:
        """How many chunks there are. Raises DataError for what local reading would not take."""
        found = []
        for (text,) in self._chunks.only("problem").mapped(IsProblem()).rows():
            found.append(Problem(**json.loads(text)))
            if len(found) == MOST_PROBLEMS:
                break
        for (name,) in self._chunks.only("id", "problem").grouped("id").mapped(Repeated()).rows():
            cure = "Remove one of the two, or give it an id of its own."
            found.append(Problem(self._paths, None, f"the id {name!r} a second time", "every chunk id once", cure))
            if len(found) > 2 * MOST_PROBLEMS:
                break
        if found:
            raise DataError(sorted(found, key=str))
        count = len(self._chunks)
        if not count:
            raise bad(self._paths, None, "no chunks", "at least one chunk")
        return count

    def digest(self) -> str:
        """Of which corpus is searched: its ids and the texts they have."""
        rows = self._chunks.only("id", "digest").sorted("id").rows()
        return digest_of((name, digest.hex()) for name, digest in rows)

    def all_pairs(self, at: str) -> WidenResult:
        """The pairs of the corpus with itself."""
        writer = Writer(None, at, self._parameters.bucket)
        return self._found(writer, {"labelled": 0, "corpus": self._count}, {}, ())[0]

    def copies_of(self, labelled: Iterable[Chunk], at: str, also: Iterable[str] = ()) -> tuple[WidenResult, Fetched]:
        """As Search.copies_of."""
        judged = by_id(labelled)
        asked = frozenset(judged).union(also)
        names = self._frames.of({"id": sorted(asked)}, {"id": "text"})
        before = {
            name: digest.hex() for name, digest in self._chunks.only("id", "digest").joined(names, "id", "semi").rows()
        }
        rows = Sketch(self._scratch, self._parameters).of(list(judged.values()), labelled=True)
        mine = {name: digest.hex() for name, digest in zip(rows["id"], rows["digest"], strict=True)}
        changed = tuple(sorted(name for name in judged if name in before and before[name] != mine[name]))
        own = self._frames.of(rows, Sketch.gives)
        self._chunks = self._chunks.joined(own.only("id"), "id", "anti").with_all(own).kept()
        self._sums = before | mine
        writer = Writer(frozenset(judged), at, self._parameters.bucket)
        counts = {"labelled": len(judged), "corpus": self._count, "changed": changed}
        return self._found(writer, counts, judged, also)

    def _found(
        self, writer: Writer, counts: dict[str, object], judged: dict[str, Chunk], also: Iterable[str]
    ) -> tuple[WidenResult, Fetched]:
        texts = ranked(self._chunks.mapped(HasWord()).grouped("digest").mapped(Collapse()).kept())
        found, capped = self._matches(texts, alone=writer.labelled is None)
        several = texts.where("several") if writer.labelled is None else texts.where("several").where("left")
        corpus = Involved(len(texts))
        corpus.take(several)
        numbers = sorted(corpus.known)
        ranks = {rank for match in (*found.found, *found.below) for rank in (match.a, match.b)}
        ranks.update(first for _, (first, _, _) in capped)
        asked = self._frames.of({"rank": sorted(ranks)}, {"rank": "integer"})
        corpus.take(texts.joined(asked, "rank", "semi"))
        self._sums.update(corpus.sums(writer))
        buckets = [
            CappedBucket(route=route, first=corpus.first(first), members=members, kept=kept)
            for route, (first, members, kept) in capped
        ]
        return self._written(corpus, found._replace(capped=buckets), numbers, writer, counts, judged, also)

    def _matches(self, texts: Frame, alone: bool) -> tuple[Matches, list[tuple[str, tuple[int, int, int]]]]:
        """The matches; and the buckets that were cut, by route, with the rank of the first, members and kept."""
        parameters = self._parameters
        blocks = texts.only("block", "at", "rank", "document").grouped("block").kept()
        rarity = self._rarity(texts, blocks)
        stops = self._stops(texts, blocks, rarity)
        stop_name = self._scratch.put({"hashes": stops})
        bands = choose(parameters.jaccard, parameters.recall, parameters.permutations)
        left = ""
        if alone:
            asked = self._asked(texts, blocks, rarity, stop_name)
            work: Entries | LabelledEntries = Entries(self._scratch, bands, parameters, rarity, stop_name, asked)
        else:
            mine = texts.where("left").only("block", "at", "rank", "document").grouped("block")
            rows = list(mine.mapped(Left(self._scratch), AT_ONCE).rows())
            left, known = left_side(rows, self._scratch, (bands, parameters, rarity, stops))
            work = LabelledEntries(self._scratch, bands, parameters, (rarity, stop_name, left, known))
        entries = blocks.mapped(work, AT_ONCE).only(*ENTRY)
        joins = entries.grouped("route", "key").mapped(Join(self._scratch, left, bands.bands, parameters.bucket)).kept()
        cut = {
            ("containment" if within else "bands", (a, size, b))
            for a, b, within, size in joins.mapped(Pick(cut=True)).rows()
        }
        located = self._located(joins.mapped(Pick(cut=False)).only("a", "b", "within"), texts)
        verified = located.only("block_a", "at_a", "a", "b", "block_b", "at_b").grouped("block_a")
        carried = verified.mapped(Carry(self._scratch), AT_ONCE).grouped("block_b")
        found, missed = [], NearMisses(parameters.jaccard)
        for row in carried.mapped(Verify(self._scratch, stop_name, parameters), AT_ONCE).rows():
            if row[6]:
                found.append(Match(row[0], row[1], figures_in(row), row[5]))
            else:
                missed.tell(row[0], row[1], figures_in(row))
        below = [Match(a, b, exact, boilerplate=False) for a, b, exact in missed.found()] if alone else []
        return Matches(sorted(found), len(located), [], stops, below), sorted(cut)

    def _located(self, pairs: Frame, texts: Frame) -> Frame:
        """The candidate pairs, each once, with the places of their sketches."""
        pairs = pairs.grouped("a", "b").mapped(Once())
        place = {"block": "block", "at": "at", "shingles": "shingles"}
        for side in ("a", "b"):
            known = texts.renamed({"rank": side} | {old: f"{new}_{side}" for old, new in place.items()})
            pairs = pairs.joined(known, side)
        return pairs.mapped(Close(self._parameters.jaccard - REACH)).kept()

    def _asked(self, texts: Frame, blocks: Frame, rarity: str, stops: str) -> tuple[str, int]:
        """Which shingles texts ask for, gathered here and kept for all workers: the name of their cells, and the bits."""
        share = 1 - self._parameters.containment
        bits = cells_for(int(share * texts.total("shingles")) + len(texts))
        cells = Cells(bits)
        for (packed,) in blocks.mapped(Asked(self._scratch, self._parameters, rarity, stops, bits), AT_ONCE).rows():
            cells.add(packed)
        return self._scratch.put({"cells": cells.table}), bits

    def _rarity(self, texts: Frame, blocks: Frame) -> str:
        """How often shingles occur, summed here and kept for all workers; the name of the table."""
        total = texts.total("shingles")
        rarity = Rarity(total)
        for (table,) in blocks.mapped(Count(self._scratch, total), AT_ONCE).rows():
            rarity.table += unpacked_table(table)
        return self._scratch.put({"table": rarity.table, "total": np.array(total)})

    def _stops(self, texts: Frame, blocks: Frame, rarity: str) -> NDArray[np.uint64]:
        """The stop shingles, as `stop_shingles` finds them."""
        parameters = self._parameters
        documents = len(texts.only("document").distinct())
        if documents < parameters.stop_documents:
            return np.empty(0, np.uint64)
        least = max(parameters.stop_documents, int(parameters.stop_share * documents) + 1)
        often = blocks.mapped(Frequent(self._scratch, rarity, least), AT_ONCE).distinct()
        hashes = [hashed for (hashed,) in often.grouped("hash").mapped(AtLeast(least)).rows()]
        return np.array(sorted(hashes), np.uint64)
