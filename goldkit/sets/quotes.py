"""The words of a chunk that answer a question, as judges marked them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from goldkit.records import Judgment, Scale
from goldkit.store.newest import newest


def quotes_of(judgments: Iterable[Judgment], scale: Scale) -> dict[tuple[str, str], str]:
    """(query id, chunk id) → the newest words that a line which finds the chunk relevant marks."""
    quoted: dict[tuple[str, str], list[Judgment]] = defaultdict(list)
    for line in judgments:
        if line.quote and line.role != "audit" and scale.is_relevant(line.grade):
            quoted[line.query, line.chunk].append(line)
    return {pair: line.quote for pair, lines in quoted.items() if (line := newest(lines)).quote}
