"""The first half of mining: every new file read, its interactions matched, marked, freed of what is private, and collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.logs.log_file import LogFile
from goldkit.mining.choose import Group, choose
from goldkit.mining.collect import Collector
from goldkit.mining.known import Known
from goldkit.mining.match import Matcher
from goldkit.mining.options import MineOptions
from goldkit.mining.privacy import Privacy
from goldkit.mining.quoted import with_quotes
from goldkit.mining.seen import Seen
from goldkit.phrases import counted
from goldkit.sets.lookup import ids_by_wording


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the logs hold. skipped: why files of folders are passed over. The others count while they take interactions."""

    groups: list[Group]
    skipped: list[str]
    seen: Seen
    collector: Collector
    privacy: Privacy
    matcher: Matcher


def gather(logs: Sequence[Path], known: Known, options: MineOptions) -> Gathered:
    """Read the log files that were not mined before. Raises as goldkit.mining.mine."""
    groups, skipped = choose(logs, options.reader, options.mapping, {batch.batch for batch in known.batches})
    if options.progress is not None:
        _watch([file for group in groups if group.anything_new for file in group.files], options.progress)
    seen = Seen(known.batches)
    ids = ids_by_wording(known.queries) if any(group.anything_new for group in groups) else {}
    collector = Collector(seen, frozenset(batch for group in groups for batch in group.known), ids)
    privacy = Privacy(options.redactor)
    gathered = Gathered(groups, skipped, seen, collector, privacy, Matcher(options.corpus, privacy.quietly))
    for group in groups:
        if group.anything_new:
            _read(group, gathered, options)
    _refuse_nothing(groups, collector)
    return gathered


def new_files(groups: Sequence[Group]) -> Iterator[tuple[Group, LogFile]]:
    """The files that were not mined before, with their groups."""
    yield from ((group, file) for group in groups for file in group.files if file.batch not in group.known)


def _read(group: Group, gathered: Gathered, options: MineOptions) -> None:
    collector, privacy, matcher, corpus = gathered.collector, gathered.privacy, gathered.matcher, options.corpus or {}
    clicks = options.unbias and (group.reader.clicks or "clicked" in options.mapping)
    shows = asked = False
    for interaction in group.reader.read(group.files, options.mapping):
        asked, shows = True, shows or bool(interaction.shown or interaction.clicked)
        file = group.files[interaction.place.file]
        matched = with_quotes(matcher.resolve(interaction, group.files), corpus)
        collector.add(privacy.interaction(matched, file), group.reader.name, group.files, clicks)
    if asked and not shows and group.reader.bare is not None:
        for file in group.files:
            if not file.tally.advice:
                file.tally.advise(group.reader.bare)


def _watch(files: Sequence[LogFile], progress: Callable[[int, int], None]) -> None:
    whole, done = sum(file.path.stat().st_size for file in files), 0

    def more(size: int) -> None:
        nonlocal done
        done += size
        progress(done, whole)

    for file in files:
        file.watch = more


def _refuse_nothing(groups: Sequence[Group], collector: Collector) -> None:
    """Raise DataError where new files hold no question at all: nothing found must not look like success."""
    files = [file for _, file in new_files(groups)]
    if files and not collector.questions:
        raise DataError(_nothing(file) for file in files)


def _nothing(file: LogFile) -> Problem:
    why = "; ".join(
        f"{reason.count:,} × {reason.reason} (first on line {reason.first_line})" for reason in file.tally.unused
    )
    found = f"{counted(file.tally.records, 'record')}, none of which tells a question" + (f": {why}" if why else "")
    cure = " ".join(file.tally.advice) or (
        "Give it together with the files that its records point at, or check --format and --map against a record."
    )
    return Problem(str(file.path), None, found, "at least one question", cure)
