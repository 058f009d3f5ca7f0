"""The words of a chunk that answer a question, as judges marked them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from goldkit.records import Judgment, Scale
from goldkit.sets.resolve import DEV, is_golden_directory
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory
from goldkit.store.newest import newest


def quotes_of(judgments: Iterable[Judgment], scale: Scale) -> dict[tuple[str, str], str]:
    """(query id, chunk id) → the newest words that a line which finds the chunk relevant marks."""
    quoted: dict[tuple[str, str], list[Judgment]] = defaultdict(list)
    for line in judgments:
        if line.quote and line.role != "audit" and scale.is_relevant(line.grade):
            quoted[line.query, line.chunk].append(line)
    return {pair: line.quote for pair, lines in quoted.items() if (line := newest(lines)).quote}


def quotes_for(scoreset: ScoreSet, spec: str, golden: Path) -> dict[tuple[str, str], str]:
    """The same for a set, from the golden directory that it is or lies in; {} where there is none.

    spec, golden: what the set was named by, see resolve.resolve_set.
    """
    folder = (
        Path(scoreset.path).absolute().parent.parent
        if scoreset.path is not None
        else golden
        if spec == DEV
        else Path(spec)
    )
    if not is_golden_directory(folder):
        return {}
    return quotes_of(GoldenDirectory(folder).judgments_one_by_one(), scoreset.scale)
