"""Labels of files that know no ids: each is given to the chunk that has its text, and none by a guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from goldkit.duplicates.find_text import Found, TextFinder
from goldkit.phrases import counted
from goldkit.records import Chunk
from goldkit.results.imported import Imported, ImportedLabel, ImportedQuery
from goldkit.results.losses import Losses

COPIES = "copies"
"""How a text was found that several chunks have word for word."""
SECOND, SAID = "quotes beside the first of their chunk", "said"
"""What is counted of texts whose chunk is labelled already."""


def needs_texts(imported: Imported) -> bool:
    """Whether a label names its chunk by the text alone."""
    return any(not label.chunk for item in imported.queries for label in item.labels)


def named_by_text(imported: Imported, corpus: Mapping[str, Chunk]) -> Imported:
    """The file with the ids of its chunks, found as TextFinder finds them; what it found nothing for, or several, is left out.

    Of several chunks that have a text word for word the first by id stands: `widen` finds the others. Of one that is longer than
    the text, that is the quote. Of two texts of one chunk the first stands, where one judge gives both the same grade.
    """
    finder, ways, unmatched, again = TextFinder(corpus), Counter[str](), list[str](), Counter[str]()
    queries = []
    for item in imported.queries:
        labels: dict[tuple[str, str | None, int | None], ImportedLabel] = {}
        for label in item.labels:
            one, way = (label, "") if label.chunk else _named(label, finder.find(label.text or ""), corpus)
            if one is None:
                unmatched.append(label.text or "")
                continue
            ways[way] += bool(way)
            first = labels.setdefault((one.chunk, one.by, one.grade), one)
            again[SECOND] += first is not one and one.quote not in (None, first.quote)
            again[SAID] += first is not one
        queries.append(replace(item, labels=tuple(labels.values())))
    told = ", ".join(f"{count:,} {way}" for way, count in sorted(ways.items()) if count)
    notes = [f"{counted(ways.total(), 'text')} found in the corpus: {told}"] if told else []
    if ways[COPIES]:
        notes.append(
            f"{counted(ways[COPIES], 'text')} of several chunks word for word, given to the first: `widen` finds the others"
        )
    left_out = {**_unlabelled(imported.queries, queries), **({SECOND: again[SECOND]} if again[SECOND] else {})}
    losses = imported.losses + Losses(unmatched=tuple(unmatched), left_out=left_out, repeated=again[SAID])
    return replace(imported, queries=tuple(queries), losses=losses, notes=(*imported.notes, *notes))


def _named(label: ImportedLabel, found: Found, corpus: Mapping[str, Chunk]) -> tuple[ImportedLabel | None, str]:
    """The label with its chunk, None where it has none or several, and how it was found."""
    several = len(found.chunks) > 1
    if found.kind is None or not found.chunks or (several and found.kind != "exact"):
        return None, ""
    chunk = corpus[min(found.chunks)]
    text = label.text or ""
    quote = text if text != chunk.text and text in chunk.text else None
    way = COPIES if several else found.kind
    return replace(label, chunk=chunk.id, quote=label.quote or quote), way


def _unlabelled(before: Iterable[ImportedQuery], after: Iterable[ImportedQuery]) -> dict[str, int]:
    lost = sum(bool(old.labels) and not new.labels for old, new in zip(before, after, strict=True))
    return {"labels of queries that have none now": lost} if lost else {}
