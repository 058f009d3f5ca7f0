"""One query laid open, found by its id, the start of it, or its text."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.errors import UsageError
from goldkit.phrases import counted, some
from goldkit.results.explain import Explained, Result
from goldkit.results.per_query import QueryRun, QueryScore
from goldkit.scoring.denominator import Denominator
from goldkit.sets.scoreset import ScoreQuery, ScoreSet


def explain(
    words: Sequence[str], scoreset: ScoreSet, scored: Denominator, rows: Sequence[QueryScore], k: int
) -> list[Explained]:
    """Each query that a word means, once. rows: what the runs did, one a query of the denominator.

    Raises UsageError where no query or several are meant, or one that is not in the means; none is named of a frozen set.
    """
    queries = {query.id: query for query in scored.queries}
    known = {row.id: row for row in rows}
    ids = dict.fromkeys(_find(word, scoreset, scored) for word in words)
    return [_explained(known[name], queries[name], k) for name in ids]


def _find(word: str, scoreset: ScoreSet, scored: Denominator) -> str:
    """The id of the query that is meant: an id goes before a text, a text before the start of an id."""
    ids = [query.id for query in scoreset.queries]
    meant = [name for name in ids if name == word]
    meant = meant or [query.id for query in scoreset.queries if query.text.strip() == word.strip() != ""]
    meant = meant or [name for name in ids if word and name.startswith(word)]
    if len(meant) != 1:
        raise UsageError(_unclear(word, meant, scoreset))
    if not any(query.id == meant[0] for query in scored.queries):
        why = scored.lacks.get(meant[0])
        reason = f"no relevant label: {why}" if why else "some run lacks it"
        raise UsageError(f"--explain {word!r}: that query is in no mean ({reason})")
    return meant[0]


def _unclear(word: str, meant: Sequence[str], scoreset: ScoreSet) -> str:
    if not meant:
        return f"--explain {word!r}: no query of {scoreset.name} has that id, that text, or an id that starts so"
    names = "" if scoreset.frozen else f": {some(sorted(meant))}"
    return f"--explain {word!r} means {counted(len(meant), 'query')} of {scoreset.name}{names}; say more of the id"


def _explained(row: QueryScore, query: ScoreQuery, k: int) -> Explained:
    return Explained(query=row, k=k, runs={name: _results(answer, row, query) for name, answer in row.runs.items()})


def _results(answer: QueryRun, row: QueryScore, query: ScoreQuery) -> tuple[Result, ...]:
    return tuple(_result(rank, answer.top, row, query) for rank in range(1, len(answer.top) + 1))


def _result(rank: int, top: Sequence[str], row: QueryScore, query: ScoreQuery) -> Result:
    chunk = top[rank - 1]
    label = query.labels.get(chunk)
    counts = label is not None and label.grade is not None and not label.disputed
    return Result(
        rank=rank,
        chunk=chunk,
        grade=label.grade if label is not None and counts else None,
        status=label.status if label is not None and counts else None,
        facts=tuple(number for number, members in enumerate(row.facts, 1) if chunk in members),
        repeat=chunk in top[: rank - 1],
    )
