"""Mining logs: read, merged into questions, turned into proposals. Nothing is written here; see goldkit.mining.save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.files.names import name_of
from goldkit.logs.log_file import LogFile
from goldkit.mining.choose import Group, choose
from goldkit.mining.collect import Collector
from goldkit.mining.known import Known
from goldkit.mining.logged import LoggedChunks
from goldkit.mining.machines import discount
from goldkit.mining.match import Matcher
from goldkit.mining.merge import Merged, merge_wordings
from goldkit.mining.position_bias import correct_clicks, position_bias, rates_of
from goldkit.mining.privacy import Privacy
from goldkit.mining.propose import Proposer
from goldkit.mining.questions import query_of, under
from goldkit.mining.quoted import with_quotes
from goldkit.mining.seen import Seen
from goldkit.mining.supporters import count_sessions
from goldkit.mining.tags import stems, tags_of
from goldkit.mining.vanished import without_vanished
from goldkit.phrases import counted
from goldkit.records import Batch, Chunk, Judgment, Query
from goldkit.results.mine import MinedFile, MineResult
from goldkit.results.selection import NOT_SELECTED
from goldkit.sets.lookup import ids_by_wording
from goldkit.store.evidence import speaks_for
from goldkit.text.redact import DEFAULT, Redactor


def mine(
    logs: Sequence[Path],
    known: Known,
    *,
    at: str,
    salt: Callable[[], str],
    reader: str | None = None,
    mapping: Mapping[str, str] | None = None,
    corpus: Mapping[str, Chunk] | None = None,
    redactor: Redactor | None = DEFAULT,
    unbias: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> MineResult:
    """Mine log files and folders of them.

    at: the time written into proposals. salt: called once the logs are read. reader: of LOG_READERS, else told from the records.
    mapping: field → dotted path, for logs of any shape. corpus: id → chunk; with it, passages are matched by their text where
    their ids are missing or foreign, and ids it lacks are reported as vanished and not proposed. redactor: puts markers in place of
    what is private, in questions and in passages that the log alone has; None for no such thing. unbias: set clicks against the
    rank they were made at (see goldkit.mining.position_bias). progress: told now and then how many bytes of how many were read.
    Raises UsageError for paths that do not exist and DataError for
    files that are no logs, or when not a single question can be read from the new ones.
    """
    groups, skipped = choose(logs, reader, mapping or {}, {batch.batch for batch in known.batches})
    if progress is not None:
        _watch([file for group in groups if group.anything_new for file in group.files], progress)
    seen = Seen(known.batches)
    ids = ids_by_wording(known.queries)
    collector = Collector(seen, frozenset(batch for group in groups for batch in group.known), ids)
    privacy = Privacy(redactor)
    matcher = Matcher(corpus, privacy.quietly)
    for group in groups:
        clicks = unbias and (group.reader.clicks or "clicked" in (mapping or {}))
        if group.anything_new:
            for interaction in group.reader.read(group.files, mapping or {}):
                file = group.files[interaction.place.file]
                matched = with_quotes(matcher.resolve(interaction, group.files), corpus or {})
                collector.add(privacy.interaction(matched, file), group.reader.name, group.files, clicks)
    _refuse_nothing(groups, collector)
    vocabulary = stems(chunk.text for chunk in corpus.values()) if corpus is not None else None
    present = {query.id: query for query in known.queries}
    merged = merge_wordings(collector.questions, known.queries, vocabulary)
    machines = discount(merged.questions.items(), collector.alone)
    vanished = without_vanished(merged.questions, corpus)
    chunks = corpus if corpus is not None else LoggedChunks(collector.texts, privacy.passage)
    bias = position_bias(merged.questions.values())
    if bias is not None:
        correct_clicks(merged.questions.values(), bias)
    secret = salt()
    count_sessions(merged.questions, seen, secret)
    collector.questions.clear()
    queries, proposals = _records(merged, present, secret, Proposer(known.judgments, chunks, at, rates_of(bias)))
    queries = [replace(query, aside=query.aside or machines.aside.get(query.id)) for query in queries]
    queries = [query if query.aside else replace(query, tags=tags_of(query.text, vocabulary)) for query in queries]
    proposed = {line.chunk for line in proposals}
    return MineResult(
        files=tuple(_mined(file, group) for group in groups for file in group.files),
        interactions=collector.fresh.total(),
        repeated=collector.repeated,
        new=sum(query.id not in present for query in queries),
        known=sum(query.id in present for query in queries),
        variants=sum(len(query.variants) for query in queries),
        set_aside=dict(sorted(Counter(query.aside for query in queries if query.aside).items())),
        queries=tuple(queries),
        proposals=tuple(proposals),
        supported=len({(line.query, line.chunk) for line in proposals if speaks_for(line.metadata["priority"])}),
        vanished=vanished,
        textless=tuple(sorted(proposed - chunks.keys() - known.stored)),
        chunks=tuple(chunks[chunk] for chunk in sorted(proposed & chunks.keys())),
        batches=tuple(_batch(file, group, collector, seen, at) for group, file in _new_files(groups)),
        skipped=tuple(skipped),
        replaced=dict(sorted(privacy.counts.items())),
        replacements=privacy.replacements(),
        match=matcher.result,
        merged=merged.alike,
        misspelt=merged.slipped,
        position_bias=bias,
        machine_questions=machines.questions,
        machine_times=machines.times,
        followups=sum("followup" in query.metadata for query in queries),
        waiting=sum(query.aside == NOT_SELECTED for query in known.queries),
        rewritten=sum("asked_as" in query.metadata for query in queries),
    )


def _watch(files: Sequence[LogFile], progress: Callable[[int, int], None]) -> None:
    whole, done = sum(file.path.stat().st_size for file in files), 0

    def more(size: int) -> None:
        nonlocal done
        done += size
        progress(done, whole)

    for file in files:
        file.watch = more


def _records(
    merged: Merged, present: Mapping[str, Query], salt: str, proposer: Proposer
) -> tuple[list[Query], list[Judgment]]:
    """The queries that this run adds something to, sorted by id, and the proposals for those that are not set aside.

    Each question is let go once its records are made: both at once would take the most memory of all.
    """
    queries, proposals, aliases = [], [], merged.aliases()
    for name in sorted(merged.questions):
        asked = merged.questions.pop(name)
        if asked.batches or asked.evidence:
            query = query_of(asked, name, salt, aliases.get(name, ()))
            query = under(present[name], query) if name in aliases and name in present else query
            queries.append(query)
            proposals += proposer.propose(name, asked) if query.aside is None else []
    return queries, proposals


def _refuse_nothing(groups: list[Group], collector: Collector) -> None:
    """Raise DataError where new files hold no question at all: nothing found must not look like success."""
    files = [file for _, file in _new_files(groups)]
    if files and not collector.questions:
        raise DataError(_nothing(file) for file in files)


def _nothing(file: LogFile) -> Problem:
    why = "; ".join(
        f"{reason.count:,} × {reason.reason} (first on line {reason.first_line})" for reason in file.tally.unused
    )
    found = f"{counted(file.tally.records, 'record')}, none of which tells a question" + (f": {why}" if why else "")
    cure = " ".join(file.tally.advice) or "Check --format and --map against a record."
    return Problem(str(file.path), None, found, "at least one question", cure)


def _new_files(groups: list[Group]) -> Iterator[tuple[Group, LogFile]]:
    yield from ((group, file) for group in groups for file in group.files if file.batch not in group.known)


def _mined(file: LogFile, group: Group) -> MinedFile:
    if file.batch in group.known:
        return MinedFile(file=name_of(file.path), reader=group.reader.name, batch=file.batch, known=True)
    tally = file.tally
    return MinedFile(
        file=name_of(file.path),
        reader=group.reader.name,
        batch=file.batch,
        records=tally.records,
        used=tally.used,
        kinds=dict(sorted(tally.kinds.items())),
        distinct=tally.distinct,
        unused=tally.unused,
        notes=tally.notes,
        positions=tuple(tally.positions),
        advice=tuple(tally.advice),
    )


def _batch(file: LogFile, group: Group, collector: Collector, seen: Seen, at: str) -> Batch:
    counts = {"records": file.tally.records, "used": file.tally.used, "questions": collector.fresh[file.batch]}
    return Batch(
        batch=file.batch,
        file=name_of(file.path),
        reader=group.reader.name,
        at=at,
        counts=counts,
        record_ids=seen.packed(file.batch),
    )
