"""One query laid open: its facts and who missed them, all rankings side by side, and the texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.phrases import excerpt
from goldkit.reports.columns import columns, wrap
from goldkit.reports.rank_changes import silence

if TYPE_CHECKING:
    from goldkit.results.explain import Explained, Result
    from goldkit.results.per_query import QueryRun
    from goldkit.results.score import ScoreResult

WIDTH = 100
TEXT = 200
"""Characters of a chunk that are shown."""


def explain_lines(result: ScoreResult) -> list[str]:
    """A section a query; empty where none was asked for."""
    lines: list[str] = []
    for explained in result.explain:
        lines += [*([""] if lines else []), *_section(explained, result)]
    return lines


def _section(explained: Explained, result: ScoreResult) -> list[str]:
    query = explained.query
    about = ", ".join([query.origin, *query.tags])
    title = f"query {query.id} ({about}): {' '.join(query.text.split())}"
    facts, values = _facts(explained), _values(explained, result.measures)
    texts = _texts(explained) if result.level == "chunk" else []
    return [*wrap(title, WIDTH), *facts, "", *values, "", *_rankings(explained), *texts]


def _facts(explained: Explained) -> list[str]:
    """Each fact with its chunks, and the rank at which every run reaches it."""
    lines: list[str] = []
    for place, members in enumerate(explained.query.facts):
        ranks = [f"{name} {_place(answer, place, explained.k)}" for name, answer in explained.query.runs.items()]
        lines += wrap(f"fact {place + 1}, {' or '.join(members)}: {', '.join(ranks)}", WIDTH, "  ")
    return lines


def _place(answer: QueryRun, place: int, k: int) -> str:
    return " or ".join(_rank(rank, k) for rank in answer.all_ranks(place))


def _rank(rank: int | None, k: int) -> str:
    if rank is None:
        return "missed"
    return f"at {rank}" if rank <= k else f"missed in the first {k} (at {rank})"


def _values(explained: Explained, measures: Sequence[str]) -> list[str]:
    rows = [["", *measures]]
    for name, answer in explained.query.runs.items():
        why = silence(answer)
        rows.append([name, *(f"{answer.values[measure]:.3f}" for measure in measures), *([why] if why else [])])
    return [f"  {line}" for line in columns(rows, [False, *([True] * len(measures)), False])]


def _rankings(explained: Explained) -> list[str]:
    """A row a rank, two columns a run: the chunk and what is known of it."""
    depth = max((len(results) for results in explained.runs.values()), default=0)
    rows = [["", *(cell for name, run in explained.query.runs.items() for cell in (_heading(name, run), ""))]]
    for place in range(depth):
        cells = [cell for results in explained.runs.values() for cell in _cells(results, place)]
        rows.append([str(place + 1), *cells])
    return [f"  {line}" for line in columns(rows, [True, *([False, False] * len(explained.runs))])]


def _texts(explained: Explained) -> list[str]:
    """The start of each known text once, below its chunk, and how many are not known."""
    texts = [(chunk, explained.texts[chunk]) for chunk in explained.chunks() if chunk in explained.texts]
    known = [line for chunk, text in texts for line in _text(chunk, text)]
    lacking = len(explained.chunks()) - len(texts)
    note = [f"  texts not stored: {lacking} (name the chunks with --corpus)"] if lacking else []
    return [*(["", *known] if known else []), *note]


def _heading(name: str, answer: QueryRun) -> str:
    return f"{name} (the first of {len(answer.again) + 1} runs)" if answer.again else name


def _cells(results: Sequence[Result], place: int) -> tuple[str, str]:
    if place >= len(results):
        return ("", "")
    above = {fact for result in results[:place] for fact in result.facts}
    return (results[place].chunk, _known(results[place], above))


def _known(result: Result, above: set[int]) -> str:
    """ "3 decided, fact 1", "2 derived, fact 1 again", "0 derived", "not judged". above: the facts that are reached already."""
    if result.repeat:
        return "repeated"
    if result.hole:
        return "not judged"
    again = " again" if above.issuperset(result.facts) else ""
    facts = f", fact {' and '.join(map(str, result.facts))}{again}" if result.facts else ""
    return f"{result.grade} {result.status}{facts}"


def _text(chunk: str, text: str) -> list[str]:
    return [f"  {chunk}", *wrap(excerpt(text, TEXT), WIDTH, "      ")]
