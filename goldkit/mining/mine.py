"""Mining logs: read, merged into questions, turned into proposals. Nothing is written here; see goldkit.mining.save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from goldkit.files.names import name_of
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.logs.log_file import LogFile
from goldkit.mining.choose import Group
from goldkit.mining.finish import Finished, finish
from goldkit.mining.gather import Gathered, gather, new_files
from goldkit.mining.known import Known
from goldkit.mining.options import MineOptions
from goldkit.mining.seen import Counted
from goldkit.records import Batch, Judgment, Query
from goldkit.results.mine import MinedFile, MineResult
from goldkit.results.selection import NOT_SELECTED
from goldkit.store.evidence import speaks_for


def mine(
    logs: Sequence[Path], known: Known, options: MineOptions | None = None, *, at: str, salt: Callable[[], str]
) -> MineResult:
    """Mine log files and folders of them.

    at: the time written into proposals. salt: called once the logs are read. Raises UsageError for paths that do not exist and
    DataError for files that are no logs, or when not a single question can be read from the new ones.
    """
    options = options or MineOptions()
    gathered = gather(logs, known, options)
    done = finish(gathered, known, options, at, salt)
    return replace(_result(gathered, done, known, at), depth=options.depth, below=done.below, beside=done.beside)


def _result(gathered: Gathered, done: Finished, known: Known, at: str) -> MineResult:
    queries, proposals, chunks, collector = done.queries, done.proposals, done.chunks, gathered.collector
    told = _told(queries, known)
    proposed, supported = _proposed(proposals)
    return MineResult(
        files=tuple(_mined(file, group) for group in gathered.groups for file in group.files),
        interactions=collector.fresh.total(),
        repeated=collector.repeated,
        new=len(queries) - told.known,
        known=told.known,
        variants=told.variants,
        set_aside=dict(sorted(told.aside.items())),
        queries=queries,
        proposals=proposals,
        supported=supported,
        vanished=done.vanished,
        textless=tuple(sorted(chunk for chunk in proposed - known.stored if chunk not in chunks)),
        chunks=RecordsOnDisk(chunks[chunk] for chunk in sorted(proposed) if chunk in chunks),
        batches=tuple(_batch(file, group, gathered, at) for group, file in new_files(gathered.groups)),
        skipped=tuple(gathered.skipped),
        replaced=dict(sorted(gathered.privacy.counts.items())),
        replacements=gathered.privacy.replacements(),
        match=gathered.matcher.result,
        merged=done.merged.alike,
        misspelt=done.merged.slipped,
        position_bias=done.bias,
        machine_questions=done.machines.questions,
        machine_times=done.machines.times,
        followups=told.followups,
        waiting=told.waiting,
        rewritten=told.rewritten,
        hashes={file.batch: Counted(gathered.seen, file.batch) for _, file in new_files(gathered.groups)},
    )


@dataclass(slots=True)
class _Told:
    """What the queries tell together, as MineResult has it."""

    aside: Counter[str] = field(default_factory=Counter)
    known: int = 0
    variants: int = 0
    followups: int = 0
    rewritten: int = 0
    waiting: int = 0


def _told(queries: Iterable[Query], known: Known) -> _Told:
    told, present = _Told(), set()
    for query in known.queries:
        present.add(query.id)
        told.waiting += query.aside == NOT_SELECTED
    for query in queries:
        told.aside.update([query.aside] if query.aside else [])
        told.known += query.id in present
        told.variants += len(query.variants)
        told.followups += "followup" in query.metadata
        told.rewritten += "asked_as" in query.metadata
    return told


def _proposed(proposals: Iterable[Judgment]) -> tuple[set[str], int]:
    """The proposed chunks, and in how many pairs something speaks for one. The lines of a pair stand together."""
    chunks, supported = set(), 0
    for (_, chunk), lines in groupby(proposals, lambda line: (line.query, line.chunk)):
        chunks.add(chunk)
        supported += any(speaks_for(line.metadata["priority"]) for line in lines)
    return chunks, supported


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
        broken=tally.lines_without_record,
    )


def _batch(file: LogFile, group: Group, gathered: Gathered, at: str) -> Batch:
    questions = gathered.collector.fresh[file.batch]
    return Batch(
        batch=file.batch,
        file=name_of(file.path),
        reader=group.reader.name,
        at=at,
        counts={"records": file.tally.records, "used": file.tally.used, "questions": questions},
    )
