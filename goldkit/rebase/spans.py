"""Labels of spans given to the chunks of a corpus: whatever its chunking, each span is one fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldkit.duplicates.same_document import document
from goldkit.rebase.decide import Claim, Step, decide
from goldkit.rebase.locate import Located, Locator
from goldkit.rebase.places import Place
from goldkit.records import JSON, Chunk
from goldkit.results.imported import Imported, ImportedLabel, ImportedQuery, Span
from goldkit.results.losses import Losses
from goldkit.store.carried import Carried, name_of
from goldkit.text.squeezed import lowered, squeezed


@dataclass(slots=True)
class _Placed:
    """One question's label on one chunk, of any spans."""

    label: ImportedLabel
    facts: list[Carried] = field(default_factory=list)


def resolve_spans(imported: Imported, corpus: Mapping[str, Chunk]) -> Imported:
    """The file with its spans given to chunks: to those that hold the whole span, else to those that it is split over, as parts.

    What stands nowhere, or in several documents of which none is named, is left out and listed.
    """
    asked = [label for item in imported.queries for label in item.labels if label.span is not None]
    texts = _Documents(corpus)
    passages = [texts.passage(label) for label in asked]
    placed = [None if passage is None else texts.by_offsets(passage) for passage in passages]
    locator = Locator(corpus)
    wanted = [passage for passage, found in zip(passages, placed, strict=True) if passage is not None and found is None]
    located = iter(locator.locate(wanted))
    steps: dict[int, Sequence[Step]] = {}
    for label, passage, by_offsets in zip(asked, passages, placed, strict=True):
        if passage is not None:
            found = decide(Claim(passage, True, passage.text), by_offsets or next(located), locator)
            steps[id(label)] = [step for step in found if step.safe] or texts.short(passage)
    lost = [label.text or "" for label in asked if not steps.get(id(label))]
    queries = tuple(replace(item, labels=tuple(_labels(item, steps))) for item in imported.queries)
    losses = imported.losses + Losses(unmatched=tuple(lost))
    return replace(imported, queries=queries, losses=losses)


def _labels(item: ImportedQuery, steps: Mapping[int, Sequence[Step]]) -> list[ImportedLabel]:
    """One label a chunk, the highest grade where several spans meet in it; its metadata says of which facts it is."""
    placed: dict[str, _Placed] = {}
    for label in item.labels:
        if label.span is None:
            placed.setdefault(label.chunk, _Placed(label))
            continue
        name = name_of([label.span.document, label.span.start, label.span.end, label.quote])
        for step in steps.get(id(label), ()):
            one = placed.setdefault(step.chunk, _Placed(replace(label, chunk=step.chunk, quote=step.quote, text=None)))
            if (label.grade or 0) > (one.label.grade or 0):
                one.label = replace(one.label, grade=label.grade)
            one.facts.append(Carried(name, step.start, step.end, quote=step.quote))
    return [
        replace(one.label, span=None, metadata=_said(one.facts) if one.facts else {})
        for _, one in sorted(placed.items())
    ]


def _said(facts: Sequence[Carried]) -> JSON:
    return {"rebase": {"facts": [one.to_json() for one in facts]}}


class _Documents:
    """The documents of a corpus, put together from their chunks."""

    def __init__(self, corpus: Mapping[str, Chunk]) -> None:
        self._chunks: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in corpus.values():
            self._chunks["/".join(document(chunk))].append(chunk)

    def passage(self, label: ImportedLabel) -> Chunk | None:
        """A span as a chunk of its own; None where it has no words and its document cannot be put together there."""
        span = label.span or Span(None, None, None)
        text = label.quote if label.quote is not None else self._words(span)
        if not text or not text.strip():
            return None
        return Chunk(id=f"span {name_of(label.text)}", text=text, doc_id=span.document, start=span.start, end=span.end)

    def by_offsets(self, passage: Chunk) -> Located | None:
        """Where a span stands by its offsets, if the corpus has the same words there; None where that is not known."""
        start, end = passage.start, passage.end
        if start is None or end is None or self._words(Span(passage.doc_id, start, end)) != passage.text:
            return None
        places = []
        for chunk in self._of(passage.doc_id):
            if chunk.start is not None and max(start, chunk.start) < min(end, chunk.start + len(chunk.text)):
                first = len(squeezed(passage.text[: max(0, chunk.start - start)]))
                last = len(squeezed(passage.text[: chunk.start + len(chunk.text) - start]))
                places.append(Place(chunk.id, first, last, last - first == len(squeezed(chunk.text))))
        return Located("split", lowered(squeezed(passage.text)), places=tuple(places))

    def _of(self, name: str | None) -> list[Chunk]:
        """The chunks of a document by its name, in the order of their offsets."""
        named = self._chunks.get("/".join(document(Chunk(id="", text="", doc_id=name))), []) if name else []
        return sorted(named, key=lambda chunk: chunk.start or 0)

    def short(self, passage: Chunk) -> list[Step]:
        """The chunks of its document that have a passage too short to be looked for elsewhere."""
        words = lowered(squeezed(passage.text))
        return [
            Step(chunk.id, "part", True, quote=passage.text)
            for chunk in self._of(passage.doc_id)
            if words in lowered(squeezed(chunk.text)) and _apart(passage, chunk) is not True
        ]

    def _words(self, span: Span) -> str | None:
        """The text of [start, end) of a document, from the chunks that have offsets."""
        if span.document is None or span.start is None or span.end is None:
            return None
        text, reach = "", span.start
        for chunk in self._of(span.document):
            start = -1 if chunk.start is None else chunk.start
            if 0 <= start <= reach < start + len(chunk.text) and reach < span.end:
                piece = chunk.text[reach - start : span.end - start]
                text, reach = text + piece, reach + len(piece)
        return text if reach == span.end else None


def _apart(passage: Chunk, chunk: Chunk) -> bool | None:
    """Whether their offsets say that they do not overlap; None where they have none."""
    if passage.start is None or passage.end is None or chunk.start is None or chunk.end is None:
        return None
    return passage.end <= chunk.start or passage.start >= chunk.end
