"""Several runs of one pipeline, given by one name: averaged query by query."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.scoring.table import RunTable, average_rows


def average(tables: Sequence[RunTable]) -> list[RunTable]:
    """One table a name, in the order of their first runs; a run alone stays as it is.

    Values are means over the runs of a name, counts are sums. Lists and views are those of its first run: there is no average of
    them. `parts` holds the single tables.
    """
    named: dict[str, list[RunTable]] = {}
    for table in tables:
        named.setdefault(table.run.name, []).append(table)
    return [own[0] if len(own) == 1 else _merged(own) for own in named.values()]


def _merged(parts: Sequence[RunTable]) -> RunTable:
    first = parts[0]
    return RunTable(
        run=first.run,
        values={name: average_rows([part.values[name] for part in parts]) for name in first.values},
        views=first.views,
        top=first.top,
        missing=sum(part.missing for part in parts),
        empty=sum(part.empty for part in parts),
        failed=sum(part.failed for part in parts),
        repeats=sum(part.repeats for part in parts),
        tied=sum(part.tied for part in parts),
        judged=average_rows([part.judged for part in parts]),
        slots=sum(part.slots for part in parts),
        judged_slots=sum(part.judged_slots for part in parts),
        holes=set().union(*(part.holes for part in parts)),
        found=set().union(*(part.found for part in parts)),
        parts=tuple(parts),
        unjudged=sum(part.unjudged for part in parts),
        light=first.light,
    )
