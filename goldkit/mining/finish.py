"""The second half of mining: what was gathered, with wordings merged and machines discounted, as queries and proposals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.mining.earlier import Earlier
from goldkit.mining.gather import Gathered
from goldkit.mining.known import Known
from goldkit.mining.logged import LoggedChunks
from goldkit.mining.machines import Discounted, discount
from goldkit.mining.merge import Merged, merge_wordings
from goldkit.mining.options import MineOptions
from goldkit.mining.position_bias import correct_clicks, position_bias, rates_of
from goldkit.mining.propose import Proposer
from goldkit.mining.questions import query_of, under
from goldkit.mining.supporters import count_sessions
from goldkit.mining.tags import stems, tags_of
from goldkit.mining.vanished import without_vanished
from goldkit.records import Chunk, Judgment, Query
from goldkit.results.mine import Vanished
from goldkit.results.position_bias import PositionBias


@dataclass(frozen=True, slots=True)
class Finished:
    """What is to be written, and what was done on the way. chunks: id → chunk, of the corpus or else of the logs."""

    queries: Sequence[Query]
    proposals: Sequence[Judgment]
    chunks: Mapping[str, Chunk]
    merged: Merged
    machines: Discounted
    vanished: tuple[Vanished, ...]
    bias: PositionBias | None


def finish(gathered: Gathered, known: Known, options: MineOptions, at: str, salt: Callable[[], str]) -> Finished:
    """Turn the questions of the collector, which are used up, into records. at, salt: as for goldkit.mining.mine."""
    collector, corpus = gathered.collector, options.corpus
    vocabulary = stems(chunk.text for chunk in corpus.values()) if corpus is not None else None
    merged = merge_wordings(collector.questions, known.queries, vocabulary)
    machines = discount(merged.questions.items(), collector.alone)
    vanished = without_vanished(merged.questions, corpus)
    chunks = corpus if corpus is not None else LoggedChunks(collector.texts, gathered.privacy.passage)
    bias = position_bias(merged.questions.values())
    if bias is not None:
        correct_clicks(merged.questions.values(), bias)
    secret = salt()
    count_sessions(merged.questions, gathered.seen, secret)
    collector.questions.clear()
    proposer = Proposer(Earlier(known.judgments, merged.questions), chunks, at, rates_of(bias))

    def told(query: Query) -> Query:
        return _told(query, machines.aside.get(query.id), vocabulary)

    queries, proposals = _records(merged, known, secret, proposer, told)
    return Finished(queries, proposals, chunks, merged, machines, vanished, bias)


def _told(query: Query, machine: str | None, vocabulary: frozenset[str] | None) -> Query:
    """The query set aside where a machine asked it, else with its tags."""
    if query.aside or machine:
        return replace(query, aside=query.aside or machine)
    tags = tags_of(query.text, vocabulary)
    return replace(query, tags=tags) if tags else query


def _records(
    merged: Merged, known: Known, salt: str, proposer: Proposer, told: Callable[[Query], Query]
) -> tuple[Sequence[Query], Sequence[Judgment]]:
    """The queries that this run adds something to, sorted by id, and the proposals for those that are not set aside.

    Each question is let go once its records are made, and these go to disk: there may be more than memory should hold.
    """
    queries, proposals = RecordsOnDisk[Query](), RecordsOnDisk[Judgment]()
    aliases = merged.aliases()
    present = {query.id: query for query in known.queries if query.id in aliases} if aliases else {}
    for name in sorted(merged.questions):
        asked = merged.questions.pop(name)
        if asked.batches or asked.evidence:
            query = query_of(asked, name, salt, aliases.get(name, ()))
            query = under(present[name], query) if name in present else query
            queries.add(told(query))
            for line in proposer.propose(name, asked) if query.aside is None else ():
                proposals.add(line)
    return queries, proposals
