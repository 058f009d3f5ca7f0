"""Pooling: what runs found and nobody judged goes to a person, who is not told which run found it.

The pool is the union of the first results of every run and of a word search. What a label or a copy's label settles is left out;
the rest becomes proposals, in an order drawn by lot, so that neither their place nor their number tells a run from another. Where
two or more runs can be compared already, the pairs that are likely to move the comparison most go first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.formats.run_source import RunSource
from goldkit.phrases import some
from goldkit.records import Batch, Chunk
from goldkit.results.pool import PoolCounts, Pooled
from goldkit.scoring.answers import Keep, answers
from goldkit.scoring.denominator import denominator
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.pool_admit import check_chunks, check_queries
from goldkit.scoring.pool_compare import Moving, depth_read, moving, primary_measure
from goldkit.scoring.pool_propose import Pair, Proposer
from goldkit.scoring.pool_sort import Part, sort_out
from goldkit.scoring.unnamed import unnamed
from goldkit.sets.enroll import enroll
from goldkit.sets.looks import run_digest
from goldkit.sets.pool_subject import PoolSubject
from goldkit.sets.pooling import READER
from goldkit.store.golden import GoldenDirectory
from goldkit.text.mismatch import diagnose
from goldkit.text.word_search import word_search

Ranking = Mapping[str, Sequence[str]]
"""Query id → chunk ids, best first."""


def pool(
    subject: PoolSubject,
    runs: Sequence[RunSource],
    corpus: Iterable[Chunk],
    *,
    depth: int,
    at: str,
    bm25: bool = True,
    seed: int = 0,
) -> Pooled:
    """What a person is to be asked, so that no run is favoured by which system the labels were found with.

    depth: results taken of each run, at least 1. at: the time, ISO 8601. bm25: whether a word search over the corpus joins the
    runs. seed: of the lots. The order of the runs and of the corpus makes no difference. Raises UsageError for a depth below 1
    and DataError for runs that share no query with the set, or of whose chunks the corpus has none.
    """
    if depth < 1:
        raise UsageError(f"--depth {depth}: how many results are taken of each run, at least 1")
    if not subject.scoreset.queries:
        raise UsageError(f"{subject.scoreset.name} has no query to pool for")
    scored = denominator(subject.scoreset, ScoreOptions(no_relevant="zero"))
    shown = depth_read(primary_measure(subject.scoreset), depth)
    with unnamed(subject.scoreset):
        found = [answers(run, scored.truths, Keep(depth, shown), "default") for run in runs]
    check_queries(subject.scoreset, found)
    chunks = {chunk.id: chunk for chunk in corpus}
    names = [query.id for query in subject.queries]
    rankings: list[Ranking] = [{name: run.found[name].top for name in names if name in run.found} for run in found]
    check_chunks(subject.scoreset, found, rankings, chunks)
    batch = _batch(subject, rankings, depth, bm25, at)
    if bm25:
        texts = {name: f"{chunk.title or ''}\n{chunk.text}" for name, chunk in chunks.items()}
        rankings.append(word_search(texts, {query.id: subject.question(query) for query in subject.queries}, depth))
    pools = {name: {chunk for ranking in rankings for chunk in ranking.get(name, ())} for name in names}
    moved = moving(subject, found, scored, pools, chunks)
    return _pooled(subject, pools, chunks, batch, Proposer(subject, chunks, at, seed), moved)


def save_pooled(golden: GoldenDirectory, result: Pooled) -> None:
    """Write texts, then proposals, then the line that records the pooling; each whole or not at all, and none a second time."""
    enroll(golden, [], result.proposals, result.chunks)
    if result.batch.batch not in {batch.batch for batch in golden.batches()}:
        golden.append("batches.jsonl", [result.batch])


def _pooled(
    subject: PoolSubject,
    pools: Mapping[str, Collection[str]],
    chunks: Mapping[str, Chunk],
    batch: Batch,
    proposer: Proposer,
    moved: Moving,
) -> Pooled:
    parts: dict[Pair, Part] = {}
    for query in subject.queries:
        parts |= sort_out(subject, query, sorted(pools[query.id], key=proposer.place(query.id)), chunks)
    open_pairs = sorted((pair for pair, part in parts.items() if part == "open"), key=proposer.lot)
    lacking = {chunk for (_, chunk), part in parts.items() if part == "missing"}
    guess = diagnose(lacking, chunks) if lacking else None
    asked = Counter(query for query, _ in open_pairs)
    steps = proposer.steps(moved.gains) if moved.comparisons else None
    return Pooled(
        set=subject.scoreset.name,
        frozen=subject.scoreset.frozen,
        depth=batch.counts["depth"],
        runs=len(batch.runs),
        bm25=bool(batch.counts["bm25"]),
        queries=len(pools),
        covered=sum(map(bool, pools.values())),
        unanswerable=len(subject.scoreset.queries) - len(pools),
        pairs=_counts(parts),
        queued=sum(map(proposer.is_queued, open_pairs)),
        asking=len(asked),
        most=max(asked.values(), default=0),
        lacking=len(lacking),
        lacking_named="" if subject.scoreset.frozen else some(sorted(lacking)),
        reason=None if guess is None else guess.form,
        proposals=tuple(proposer.propose(pair, steps) for pair in open_pairs),
        chunks=tuple(chunks[name] for name in sorted({chunk for _, chunk in open_pairs})),
        batch=batch,
        comparisons=moved.comparisons,
    )


def _counts(parts: Mapping[Pair, Part]) -> PoolCounts:
    found = Counter(parts.values())
    return PoolCounts(
        judged=found["judged"],
        disputed=found["disputed"],
        missing=found["missing"],
        copies=found["copies"],
        open=found["open"],
    )


def _batch(subject: PoolSubject, rankings: Sequence[Ranking], depth: int, bm25: bool, at: str) -> Batch:
    """What was pooled, by digests that name no run; the same pooling has the same `batch`."""
    names = [query.id for query in subject.queries]
    digests = tuple(sorted(run_digest(ranking, names, depth) for ranking in rankings))
    scored = subject.scoreset
    identity = [scored.digest or scored.name, depth, bm25, digests]
    return Batch(
        batch=f"sha256:{canonical.sha256_bytes(canonical.encode(identity))}",
        file=scored.name,
        reader=READER,
        at=at,
        counts={"depth": depth, "bm25": int(bm25), "queries": len(names)},
        runs=digests,
    )
