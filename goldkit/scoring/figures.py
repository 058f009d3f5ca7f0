"""Each run's line of the table: its means, what was counted on the way, and its holes."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.errors import bad
from goldkit.results.score import Interval, RunScore, SetLine
from goldkit.scoring.admit import chunk_mismatch, describe
from goldkit.scoring.denominator import Denominator, count_lacks
from goldkit.scoring.mean import mean
from goldkit.scoring.options import Level
from goldkit.scoring.table import RunTable
from goldkit.sets.scoreset import ScoreSet


def set_line(scoreset: ScoreSet, k: int) -> SetLine:
    """What a result says about its set."""
    queries = len(scoreset.queries)
    return SetLine(name=scoreset.name, digest=scoreset.digest, queries=queries, k=k, scale=scoreset.scale)


def check_chunks(scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable], level: Level) -> None:
    """Raises DataError for a run none of whose chunks has a label, where the form of the ids explains it."""
    for found in tables:
        if found.judged_slots:
            continue
        mismatch = chunk_mismatch(scored, found.found)
        documents = _documents(scoreset, scored) & found.found if level == "chunk" else None
        if mismatch is not None:
            cure = f"The ids differ by {describe(mismatch, scoreset.frozen)}."
        elif documents:
            cure = f"It names documents, such as {min(documents)!r}: score it with --level document."
        else:
            continue
        raise bad(found.run.name, None, "no chunk that has a label", f"the chunk ids of {scoreset.name}", cure)


def _documents(scoreset: ScoreSet, scored: Denominator) -> set[str]:
    """The documents of the labelled chunks, as `--level document` tells them without a corpus."""
    from goldkit.scoring.documents import documents

    told = documents(None, scoreset.documents)
    labelled = {chunk for query in scored.queries for chunk in query.labels}
    return {told.of(chunk) for chunk in labelled} - labelled


def run_scores(
    scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable], intervals: Sequence[dict[str, Interval]]
) -> tuple[RunScore, ...]:
    """The lines of all runs. intervals: one mapping a run, from measure to interval."""
    lacking = count_lacks(scoreset.queries, scored.lacks)
    return tuple(
        RunScore(
            name=found.run.name,
            n=len(scored.queries),
            missing=found.missing,
            failed=found.failed,
            no_relevant=lacking,
            repeats=found.repeats,
            tied=found.tied,
            means={name: mean(values) for name, values in found.values.items()},
            intervals=own,
        )
        for found, own in zip(tables, intervals, strict=True)
    )
