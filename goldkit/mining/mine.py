"""Mining logs: read, merged into questions, turned into proposals. Nothing is written here; see goldkit.mining.save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from goldkit.files.names import name_of
from goldkit.logs.log_file import LogFile
from goldkit.mining.choose import Group
from goldkit.mining.finish import Finished, finish
from goldkit.mining.gather import Gathered, gather, new_files
from goldkit.mining.known import Known
from goldkit.mining.logged import PickedChunks
from goldkit.mining.options import MineOptions
from goldkit.mining.seen import Counted
from goldkit.records import Batch
from goldkit.results.mine import MinedFile, MineResult
from goldkit.results.selection import NOT_SELECTED


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
    queries, chunks, told, collector = done.queries, done.chunks, done.totals, gathered.collector
    proposed = sorted(told.chunks)
    return MineResult(
        files=tuple(_mined(file, group) for group in gathered.groups for file in group.files),
        interactions=collector.fresh.total(),
        repeated=collector.repeated,
        new=len(queries) - told.known,
        known=told.known,
        variants=told.variants,
        set_aside=dict(sorted(told.aside.items())),
        queries=queries,
        proposals=done.proposals,
        supported=told.supported,
        vanished=done.vanished,
        textless=tuple(chunk for chunk in proposed if chunk not in known.stored and chunk not in chunks),
        chunks=PickedChunks(chunks, [chunk for chunk in proposed if chunk in chunks]),
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
        waiting=sum(query.aside == NOT_SELECTED for query in known.queries),
        rewritten=told.rewritten,
        hashes={file.batch: Counted(gathered.seen, file.batch) for _, file in new_files(gathered.groups)},
    )


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
