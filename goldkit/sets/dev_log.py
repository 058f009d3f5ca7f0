"""The log of what was scored on `dev`: unmetered, so that it only remembers."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.records import Look
from goldkit.sets.looks import ShownRun
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory

DEV_LOG = "dev-log.jsonl"


def record_dev(
    scored: ScoreSet, shown: Sequence[ShownRun], *, k: int, measures: Sequence[str], at: str, commit: str | None
) -> None:
    """Write down the runs of a call that are not there yet with these figures. Raises OSError where nothing may be written."""
    if scored.home is None:
        return
    golden = GoldenDirectory(scored.home)
    known = [run for look in golden.dev_log() for run in look.runs]
    new = [line for line in (run.line() for run in shown) if not any(_same(line, one) for one in known)]
    if new:
        look = Look(at=at, set=scored.name, look=0, runs=tuple(new), k=k, measures=tuple(measures), commit=commit)
        golden.append(DEV_LOG, [look])


def _same(line: dict[str, object], other: dict[str, object]) -> bool:
    return all(line.get(key) == other.get(key) for key in ("name", "digest", "figures", "verdict"))
