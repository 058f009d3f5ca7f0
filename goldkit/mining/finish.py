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
from goldkit.mining.position_bias import click_weights, correct_clicks, position_bias, rates_of
from goldkit.mining.propose import Proposer
from goldkit.mining.questions import query_of, under
from goldkit.mining.supporters import count_sessions
from goldkit.mining.tags import stems, tags_of
from goldkit.mining.totals import Totals
from goldkit.mining.vanished import VanishedChunks
from goldkit.records import Chunk, Judgment, Query
from goldkit.results.mine import Vanished
from goldkit.results.position_bias import PositionBias


@dataclass(frozen=True, slots=True)
class Finished:
    """What is to be written, and what was done on the way. chunks: id → chunk, of the corpus or else of the logs. totals: of both.

    below, beside: as Proposer counts what is not proposed.
    """

    queries: Sequence[Query]
    proposals: Sequence[Judgment]
    totals: Totals
    chunks: Mapping[str, Chunk]
    merged: Merged
    machines: Discounted
    vanished: tuple[Vanished, ...]
    bias: PositionBias | None
    below: int = 0
    beside: int = 0


def finish(gathered: Gathered, known: Known, options: MineOptions, at: str, salt: Callable[[], str]) -> Finished:
    """Turn the questions of the collector into records, sorted by id. at, salt: as for goldkit.mining.mine.

    Each question is let go once its records are made, and these go to disk: there may be more than memory should hold. A query is
    made where this run adds something to it, and proposals where it is not set aside for what it is.
    """
    collector, corpus = gathered.collector, options.corpus
    vocabulary = stems(chunk.text for chunk in corpus.values()) if corpus is not None else None
    merged = merge_wordings(collector.questions, known.queries, vocabulary)
    bias = position_bias(merged.questions.values()) if collector.clicks else None
    chunks = corpus if corpus is not None else LoggedChunks(collector.texts, gathered.privacy.passage)
    secret, machines, vanished = salt(), Discounted(), VanishedChunks(corpus)
    proposer = Proposer(Earlier(known.judgments, merged.questions), chunks, at, rates_of(bias), options.depth)
    queries, proposals, aliases = RecordsOnDisk[Query](), RecordsOnDisk[Judgment](), merged.aliases()
    present = {query.id: query for query in known.queries if query.id in aliases} if aliases else {}
    weights, totals = click_weights(bias), Totals({query.id for query in known.queries})
    for name in sorted(merged.questions):
        asked = merged.questions.pop(name)
        machine = discount(machines, asked, collector.alone)
        vanished.take_out(asked)
        correct_clicks(asked, weights)
        count_sessions(name, asked, gathered.seen, secret)
        if asked.batches or asked.evidence:
            query = query_of(asked, name, secret, aliases.get(name, ()))
            query = under(present[name], query) if name in present else query
            lines = proposer.propose(name, asked) if query.aside is None else []
            query = _told(query, machine, vocabulary)
            queries.add(query)
            totals.query(query)
            totals.proposals(lines)
            for line in lines:
                proposals.add(line)
    return Finished(
        queries, proposals, totals, chunks, merged, machines, vanished.listed(), bias, proposer.below, proposer.beside
    )


def _told(query: Query, machine: str | None, vocabulary: frozenset[str] | None) -> Query:
    """The query set aside where a machine asked it, else with its tags."""
    if query.aside or machine:
        return replace(query, aside=query.aside or machine)
    tags = tags_of(query.text, vocabulary)
    return replace(query, tags=tags) if tags else query
