"""What the page shows besides the queue: all questions, one question with its history, agreement, and what changed lately.

Nothing of a frozen question is told here: it is only counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict

from goldkit.errors import UsageError
from goldkit.records import JSON, Label, Query
from goldkit.review.agreement import agreement
from goldkit.review.disputes import disputes
from goldkit.review.loaded import Loaded
from goldkit.review.page.passage import opening_part
from goldkit.review.page.shown import (
    grades_of,
    newest_first,
    shown_change,
    shown_chunk,
    shown_label,
    shown_query,
    shown_verdict,
)
from goldkit.review.question_changes import changes
from goldkit.store.moments import moment, time_of

ROWS = 50
"""Questions that are listed at once."""
EVENTS = 400
"""Changes that are listed; what is beyond is counted."""
FILTERS: dict[str, Callable[[JSON], bool]] = {
    "all": lambda row: True,
    "waiting": lambda row: bool(row["waiting"]),
    "answered": lambda row: bool(row["relevant"]),
    "no answer yet": lambda row: not row["waiting"] and not row["relevant"] and row["answerable"] != "no",
    "disputed": lambda row: bool(row["disputed"]),
    "set aside": lambda row: row["aside"] is not None,
    "unanswerable": lambda row: row["answerable"] == "no",
    "by hand": lambda row: row["origin"] == "manual",
}
"""Name → whether a row is shown."""


def question_rows(loaded: Loaded, wanted: str, text: str, place: int) -> JSON:
    """Questions that are not frozen, with how far they are; those asked most often first. text: words in it, or in its id."""
    if wanted not in FILTERS:
        raise UsageError(f"there is no filter {wanted!r}; there are {', '.join(FILTERS)}")
    open_ones = list(_open(loaded))
    rows = [_row(loaded, query) for query in open_ones if _holds(query, text)]
    counts = {name: sum(map(fits, rows)) for name, fits in FILTERS.items()}
    found = sorted(filter(FILTERS[wanted], rows), key=lambda row: (-(row["weight"] or 0), row["text"], row["id"]))
    return {
        "rows": found[place : place + ROWS],
        "found": len(found),
        "counts": counts,
        "frozen": len(loaded.set.queries) - len(open_ones),
    }


def question_history(loaded: Loaded, name: str) -> JSON:
    """A question with its chunks, what their judgments come to, each judgment, and what was changed about it."""
    query = loaded.set.queries.get(name)
    if query is None or name in loaded.set.sides:
        raise UsageError(f"the query {name!r} is unknown or frozen: it is not shown")
    labels, texts = loaded.labels(name), loaded.reviewer.texts
    waiting = {item.chunk for item in loaded.waiting.get(name, ())}
    lines = loaded.lines.get(name, [])
    chunks = sorted({*labels, *waiting, *(line.chunk for line in lines)})
    ranked = sorted(chunks, key=lambda chunk: (-_grade(labels.get(chunk)), chunk))
    return {
        "query": shown_query(query),
        "changes": [shown_change(change) for change in changes(query)],
        "chunks": [
            shown_chunk(chunk, texts.get(chunk))
            | {
                "label": shown_label(labels.get(chunk)),
                "waiting": chunk in waiting,
                "text": opening_part(texts[chunk].text, query.text).to_dict() if chunk in texts else None,
                "history": [shown_verdict(line) for line in newest_first(lines) if line.chunk == chunk],
            }
            for chunk in ranked
        ],
    }


def agreement_view(loaded: Loaded) -> JSON:
    """How far judges agree, over all questions, and the disputed pairs of those that are not frozen."""
    found = agreement((line for lines in loaded.lines.values() for line in lines), loaded.set.settings.scale)
    return asdict(found) | {
        "disputed": [
            {"query": query.id, "text": query.text, "chunk": label.chunk, "judges": list(label.judges)}
            for query, label in disputes(loaded)
        ]
    }


def changes_since(loaded: Loaded, since: str) -> JSON:
    """What people decided and changed from a time on, the latest first; what tools proposed is counted by tool."""
    if time_of(since) is None:
        raise UsageError(f"{since!r} is no time such as 2026-12-01T10:00:00Z")
    first = moment(since)
    lines = [line for lines in loaded.lines.values() for line in lines if moment(line.at) >= first]
    decided = [line for line in lines if line.status == "decided"]
    shown = [line for line in decided if line.query not in loaded.set.sides]
    events: list[JSON] = [
        shown_verdict(line) | _about(loaded, line.query) | {"chunk": line.chunk}
        for line in newest_first(shown)[:EVENTS]
    ]
    for query in _open(loaded):
        made = (change for change in changes(query) if moment(change.at) >= first)
        events += [shown_change(change) | _about(loaded, query.id) for change in made]
    events.sort(key=lambda event: moment(event["at"]), reverse=True)
    return {
        "events": events[:EVENTS],
        "decided": len(shown),
        "frozen": len(decided) - len(shown),
        "judges": dict(sorted(Counter(line.by for line in shown).items())),
        "proposed": dict(sorted(Counter(line.by for line in lines if line.status == "proposed").items())),
    }


def _row(loaded: Loaded, query: Query) -> JSON:
    labels = loaded.labels(query.id)
    counting = {name: label for name, label in labels.items() if label.status != "proposed"}
    scale = loaded.set.settings.scale
    return shown_query(query) | {
        "waiting": len(loaded.waiting.get(query.id, ())),
        "relevant": sum(scale.is_relevant(label.grade) and not label.disputed for label in counting.values()),
        "disputed": sum(label.disputed for label in counting.values()),
        "grades": grades_of(counting)[:12],
    }


def _holds(query: Query, text: str) -> bool:
    wanted = text.casefold().split()
    held = "\n".join([query.id, query.text, *query.variants, *query.tags]).casefold()
    return all(word in held for word in wanted)


def _open(loaded: Loaded) -> Iterable[Query]:
    return (query for query in loaded.set.queries.values() if query.id not in loaded.set.sides)


def _about(loaded: Loaded, name: str) -> JSON:
    query = loaded.set.queries.get(name)
    return {"query": name, "text": name if query is None else query.text}


def _grade(label: Label | None) -> int:
    return -1 if label is None or label.grade is None else label.grade
