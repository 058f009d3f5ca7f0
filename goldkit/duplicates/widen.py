"""Near-duplicates of labelled chunks in a corpus, and of a corpus with itself; both by the same steps.

The corpus is read once for the sketches of its distinct texts, and once more for those chunks that turn out to matter. Bands
and rare shingles propose pairs of texts; exact figures decide which are pairs; the guard says `same` or `differs`; pairs of
texts become pairs of chunks. The result depends on the chunks and the parameters only, not on any order, nor on an index.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from goldkit.duplicates.bands import choose
from goldkit.duplicates.corpus_sketches import CorpusSketches, Reading
from goldkit.duplicates.engine import ALONE, Engine
from goldkit.duplicates.fetched import Fetched
from goldkit.duplicates.judging import Judge, Texts, Writing
from goldkit.duplicates.pairs import Writer
from goldkit.duplicates.search import Matches, matches
from goldkit.duplicates.shingles import VERSION
from goldkit.duplicates.signatures import SCHEME
from goldkit.duplicates.sketch_file import SketchFile
from goldkit.duplicates.texts import by_id
from goldkit.errors import UsageError
from goldkit.files.canonical import encode, sha256_bytes
from goldkit.records import Chunk, Copy
from goldkit.results.widen import WidenParameters, WidenResult

if TYPE_CHECKING:
    from numpy.typing import NDArray


DEFAULTS = WidenParameters()


def widen(
    labelled: Iterable[Chunk],
    corpus: Iterable[Chunk] | str,
    at: str,
    parameters: WidenParameters = DEFAULTS,
    engine: Engine = ALONE,
) -> WidenResult:
    """All near-duplicate pairs of a labelled chunk and another chunk, labelled or of the corpus.

    In a pair, a is the labelled chunk; of two labelled ones the smaller id. at: the time that goes into the pairs. A corpus
    chunk with the id of a labelled one but another text is left out and named in `changed`: it is the same chunk, edited.
    Of several chunks with one id the last counts. The corpus is gone through twice; an iterator is held in memory for that.
    """
    with searching(corpus, parameters, engine) as search:
        return search.copies_of(labelled, at)[0]


def all_pairs(
    corpus: Iterable[Chunk] | str, at: str, parameters: WidenParameters = DEFAULTS, engine: Engine = ALONE
) -> WidenResult:
    """The near-duplicate pairs of a corpus: of distinct texts by their smallest ids, and of equal texts with the smallest.

    So k chunks of one text are k − 1 pairs, not k(k − 1)/2; clusters are the same. a is the smaller id. The corpus is gone
    through as in `widen`.
    """
    with searching(corpus, parameters, engine) as search:
        return search.all_pairs(at)


def searching(
    corpus: Iterable[Chunk] | str, parameters: WidenParameters, engine: Engine, keep: frozenset[str] = frozenset()
) -> Search:
    """The corpus, read by the engine that was chosen. corpus: chunks, or for Daft the names or globs of its files."""
    if engine.name == "local":
        if isinstance(corpus, str):
            raise UsageError(f"{corpus}: the local engine takes chunks, not the name of a file")
        return Search(corpus, parameters, engine, keep)
    from goldkit.duplicates.cluster.search import ClusterSearch

    if not isinstance(corpus, str):
        raise UsageError(f"engine {engine.name}: the corpus is named by its files, Parquet or JSON lines")
    return ClusterSearch(corpus, parameters, engine, keep)


class Search:
    """A corpus that is read, to be asked for near-duplicates; used in a `with` statement.

    keep: ids of chunks that are kept in `kept` as they are read. rows: chunk id → a number of its text.
    """

    def __init__(
        self, corpus: Iterable[Chunk], parameters: WidenParameters, engine: Engine, keep: frozenset[str] = frozenset()
    ) -> None:
        self._corpus = list(corpus) if iter(corpus) is corpus else corpus
        self._parameters, self._engine = parameters, engine
        self._file = SketchFile(engine.index, parameters)
        self._reading = Reading(self._file, parameters, engine.workers)
        self._verdicts = self._file.verdicts
        self.kept: dict[str, Chunk] = {}
        try:
            self._reading.read(self._kept(keep) if keep else self._corpus)
        except BaseException:
            self._file.close()
            raise
        engine.say_of(self._file)

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _kept(self, keep: frozenset[str]) -> Iterable[Chunk]:
        for chunk in self._corpus:
            if chunk.id in keep:
                self.kept[chunk.id] = chunk
            yield chunk

    def __contains__(self, name: str) -> bool:
        """Whether a chunk is in the corpus, or was labelled."""
        return name in self._reading.rows

    def digest(self) -> str:
        """Of which corpus is searched: its ids and the texts they have."""
        rows = self._reading.rows
        return digest_of((name, self._file.digest(rows[name]).hex()) for name in sorted(rows))

    def copies_of(self, labelled: Iterable[Chunk], at: str, also: Iterable[str] = ()) -> tuple[WidenResult, Fetched]:
        """The pairs of a labelled chunk and another one, and the chunks they name; also: ids of more chunks that are wanted.

        A labelled chunk has its own text from then on, whatever the corpus says.
        """
        judged, chunks = by_id(labelled), len(self._reading.rows)
        before = {name: self._sum(name) for name in judged if name in self}
        self._reading.read(judged.values())
        changed = tuple(sorted(name for name, known in before.items() if known != self._sum(name)))
        writer = Writer(frozenset(judged), at, self._parameters.bucket)
        counts = {"labelled": len(judged), "corpus": chunks, "changed": changed}
        return self._result(self._reading.corpus(), writer, counts, judged, also)

    def all_pairs(self, at: str) -> WidenResult:
        """The pairs of the corpus with itself."""
        writer = Writer(None, at, self._parameters.bucket)
        counts = {"labelled": 0, "corpus": len(self._reading.rows)}
        return self._result(self._reading.corpus(), writer, counts, {}, ())[0]

    def _sum(self, name: str) -> str:
        return self._file.digest(self._reading.rows[name]).hex()

    def _result(
        self,
        corpus: CorpusSketches,
        writer: Writer,
        counts: dict[str, Any],
        judged: Mapping[str, Chunk],
        also: Iterable[str],
    ) -> tuple[WidenResult, Fetched]:
        parameters = self._parameters
        left = np.arange(len(corpus)) if writer.labelled is None else corpus.ranks(writer.labelled)
        bands = choose(parameters.jaccard, parameters.recall, parameters.permutations)
        found = matches(corpus, left, bands, parameters, self._engine.progress)
        several = [rank for rank in left.tolist() if corpus.holders[rank] > 1]
        return self._written(corpus, found, several, writer, counts, judged, also)

    def _reread(self, names: frozenset[str]) -> Iterable[Chunk]:
        """The chunks of the corpus once more, those of these names at least."""
        return self._corpus

    def _written(
        self,
        corpus: Texts,
        found: Matches,
        several: Sequence[int],
        writer: Writer,
        counts: dict[str, Any],
        judged: Mapping[str, Chunk],
        also: Iterable[str],
    ) -> tuple[WidenResult, Fetched]:
        """From matches of texts, and those texts of the left side that several chunks have, to pairs of chunks."""
        parameters = self._parameters
        bands = choose(parameters.jaccard, parameters.recall, parameters.permutations)
        below = found.below if writer.labelled is None else []
        judge = Judge(found.stops, parameters, self._engine.workers, self._engine.progress, self._verdicts)
        known = judge.remembered((*found.found, *below), corpus)
        # Copies of labelled chunks are kept beside the labels; of other pairs only those texts are needed that must be read.
        ranks = {
            rank for a, b, *_ in (*found.found, *below) if writer.labelled or (a, b) not in known for rank in (a, b)
        }
        ranks.update(several if writer.labelled else ())
        wanted = {name for rank in sorted(ranks) for name in writer.used(corpus.ids(rank))}
        wanted.update(name for name in also if name in self)
        read = chain(judged.values(), self._reread(frozenset(wanted))) if wanted else ()
        chunks = Fetched(read, {name: self._sum(name) for name in wanted})
        index = _index(parameters, found.stops)
        write = Writing(corpus, chunks, replace(writer, index=index), judge, known)
        equal = (pair for rank in several for pair in write.writer.equal(corpus.ids(rank), corpus.sha256(rank)))
        pairs = tuple(sorted(chain(equal, write(found.found)), key=lambda pair: (pair.a, pair.b)))
        capped = [bucket for rank in several for bucket in writer.capped(corpus.ids(rank))]
        nearest = tuple(write(below))
        if self._verdicts is not None:
            self._engine.say_of_pairs(self._verdicts)
        return WidenResult(
            pairs=pairs,
            rules=_counted(pairs),
            bands=bands.bands,
            rows=bands.rows,
            expected_recall=bands.recall(parameters.jaccard),
            texts=len(corpus),
            candidates=found.candidates,
            stop_shingles=len(found.stops),
            index=index,
            parameters=parameters,
            capped=tuple(capped + found.capped),
            below=nearest,
            **counts,
        ), chunks


def digest_of(sums: Iterable[tuple[str, str]]) -> str:
    """The digest of chunk ids, sorted, each with the SHA-256 of its text: of their list of lists in canonical JSON."""
    found = sha256(b"[")
    for at, one in enumerate(sums):
        found.update((b"," if at else b"") + encode(one))
    found.update(b"]")
    return f"sha256:{found.hexdigest()}"


def _counted(pairs: Sequence[Copy]) -> dict[str, dict[str, int]]:
    counted = Counter((pair.verdict, pair.rule or "none") for pair in pairs)
    rules: dict[str, dict[str, int]] = {}
    for (verdict_, rule), count in sorted(counted.items()):
        rules.setdefault(verdict_, {})[rule] = count
    return rules


def _index(parameters: WidenParameters, stops: NDArray[np.uint64]) -> str:
    """A digest of all that decides what is a pair but the texts: the parameters, the shingler, the stop list."""
    known = {"parameters": asdict(parameters), "shingles": VERSION, "scheme": SCHEME, "stops": stops.tolist()}
    return f"sha256:{sha256_bytes(encode(known))}"
