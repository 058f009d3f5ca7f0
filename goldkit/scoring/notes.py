"""What a reader of the table must know besides the figures: what was left out, filled in, repeated or tied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.phrases import counted
from goldkit.scoring.admit import chunk_mismatch, describe, query_mismatch
from goldkit.scoring.denominator import count_lacks, some_ids
from goldkit.scoring.relatives import relatives
from goldkit.scoring.shared_part import shared_part

if TYPE_CHECKING:
    from goldkit.scoring.denominator import Denominator
    from goldkit.scoring.options import ScoreOptions
    from goldkit.scoring.table import RunTable
    from goldkit.scoring.terms import Terms
    from goldkit.sets.scoreset import ScoreSet


def notes(scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable], k: int, terms: Terms) -> list[str]:
    """Sentences about the set, then about runs; what holds of several runs is said once."""
    found = [
        _burned(scoreset),
        _shown_only(scoreset, scored),
        _no_verdicts(tables, terms),
        _no_relevant(scoreset, scored, terms.options),
        _left_out(scoreset, scored, terms.options),
    ]
    found += shared_part(scoreset, scored, tables, terms)
    found += _order(tables, k)
    found += relatives([table.run for table in tables], scored.queries)
    on_runs: dict[str, list[str]] = {}
    for table in tables:
        for note in _on_run(scoreset, scored, table):
            on_runs.setdefault(note, []).append(table.run.name)
    found += [f"{', '.join(dict.fromkeys(names))}: {note}" for note, names in on_runs.items()]
    return [note for note in found if note]


def _burned(scoreset: ScoreSet) -> str:
    shown = len(scoreset.burned)
    if not shown:
        return ""
    return f"burned: {shown} of {counted(len(scoreset.queries), 'query')} were shown, so the set predicts less"


def _shown_only(scoreset: ScoreSet, scored: Denominator) -> str:
    """Presentation bias: what no logged retriever showed can have no label."""
    found = sum(query.id in scoreset.shown_only for query in scored.queries)
    if not found:
        return ""
    return (
        f"labels of {found} of {counted(len(scored.queries), 'query')} can only name what the logged retriever showed: "
        "a good chunk that only another one finds counts as wrong until goldkit pool brings it to a judge"
    )


def _no_verdicts(tables: Sequence[RunTable], terms: Terms) -> str:
    if len(tables) < 2 or terms.primary in tables[0].values:
        return ""
    return f"no verdicts: the primary measure, {terms.primary}, is not in the table"


def _no_relevant(scoreset: ScoreSet, scored: Denominator, options: ScoreOptions) -> str:
    lacking = count_lacks(scoreset.queries, scored.lacks)
    if not lacking.total:
        return ""
    origins = Counter(query.origin for query in scoreset.queries if scored.lacks.get(query.id) == "unjudged")
    where = ", ".join(f"{count} {origin}" for origin, count in sorted(origins.items()))
    parts = [
        _unanswerable(scoreset, lacking.unanswerable),
        f"{lacking.unjudged} without a label that counts ({where}; --labels {options.labels})"
        if lacking.unjudged
        else "",
        f"{lacking.irrelevant} judged and all irrelevant" if lacking.irrelevant else "",
    ]
    what = "scored 0" if options.no_relevant == "zero" else "left out of every mean"
    return f"no relevant label, {what}: {', '.join(part for part in parts if part)}"


def _unanswerable(scoreset: ScoreSet, number: int) -> str:
    """Which of them no person confirmed is said: a generator's claim may be wrong, and there is an answer after all."""
    unconfirmed = sum(query.unconfirmed for query in scoreset.queries)
    alone = f" ({unconfirmed} by a model's word alone)" if unconfirmed else ""
    return f"{number} unanswerable by design{alone}" if number else ""


def _left_out(scoreset: ScoreSet, scored: Denominator, options: ScoreOptions) -> str:
    gone = len(scoreset.queries) - len(scored.queries)
    gone -= 0 if options.no_relevant == "zero" else len(scored.lacks)
    return f"queries left out for every run because some run lacks them: {gone}" if gone else ""


def _order(tables: Sequence[RunTable], k: int) -> list[str]:
    """What orders the runs, where that is their scores or leaves ties."""
    made = [table for table in tables if table.run.by_score]
    given = [table for table in tables if table not in made]
    tied = [", ".join(f"{table.run.name} {table.tied}" for table in group if table.tied) for group in (given, made)]
    found = [f"ordered by score, then by id falling: {', '.join(table.run.name for table in made)}"] if made else []
    if tied[0]:
        found.append(f"tied@{k}, queries with equal scores there, where the run's own order decides: {tied[0]}")
    if tied[1]:
        found.append(f"tied@{k}, queries with equal scores there, where the id decides: {tied[1]}")
    return found


def _on_run(scoreset: ScoreSet, scored: Denominator, table: RunTable) -> list[str]:
    run, n = table.run, len(scored.queries)
    found: list[str] = []
    if table.missing:
        empty = f", {table.empty} of them an empty list" if table.empty else ""
        found.append(f"missing {table.missing} of {n}{empty} (scored 0)")
    if table.failed:
        found.append(f"failed {table.failed} of {n} (scored 0)")
    extra = run.strangers | {query for query in run.failed if query not in scored.truths}
    if known := len(extra & scoreset.elsewhere):
        found.append(f"ignored, held out or set aside: {counted(known, 'query')}")
    if extra := extra - scoreset.elsewhere:
        found.append(f"ignored, not in the set: {counted(len(extra), 'query')}{some_ids(extra, named=True)}")
    if run.mixed:
        found.append("chunk ids are numbers and strings in one list; all are taken as strings, so 7 and '7' are one")
    if table.repeats:
        found.append(f"ids repeated within a list: {table.repeats}; a repeat keeps its slot and earns nothing")
    return found + _mismatches(scoreset, scored, table)


def _mismatches(scoreset: ScoreSet, scored: Denominator, table: RunTable) -> list[str]:
    found: list[str] = []
    queries = query_mismatch(scoreset, table.run) if table.missing else None
    if queries:
        found.append(f"query ids differ by {describe(queries, scoreset.frozen)}")
    chunks = chunk_mismatch(scored, table.found) if not (table.light and table.judged_slots) else None
    if chunks:
        found.append(f"chunk ids differ by {describe(chunks, scoreset.frozen)}")
    elif table.slots and not table.judged_slots:
        found.append("no chunk it found has a label: is this the corpus that the set was made from?")
    return found
