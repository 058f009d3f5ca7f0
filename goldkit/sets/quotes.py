"""The words of a chunk that answer a question, as judges marked them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from goldkit.records import Chunk, Judgment, Scale
from goldkit.sets.frozen import open_frozen
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


@dataclass(frozen=True, slots=True)
class Judged:
    """What judges read and marked. chunks: the texts, with their places in the documents. quotes: see quotes_of."""

    chunks: tuple[Chunk, ...]
    quotes: dict[tuple[str, str], str]


def judged(scoreset: ScoreSet, spec: str, golden: Path) -> Judged:
    """The same for a set, from the golden directory that it is or lies in; of a frozen one the texts that were sealed.

    spec, golden: what the set was named by, see resolve.resolve_set.
    """
    around = None if scoreset.path is None else Path(scoreset.path).absolute().parent.parent
    folder = around or (golden if spec == DEV else Path(spec))
    directory = GoldenDirectory(folder)
    there = is_golden_directory(folder)
    quotes = quotes_of(directory.judgments_one_by_one(), scoreset.scale) if there else {}
    if scoreset.path is not None:
        return Judged(open_frozen(scoreset.path).chunks, quotes)
    return Judged(tuple(directory.chunks()) if there else (), quotes)
