"""A pair, a question and a chunk as the page gets them: JSON of words and trees, all of it data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goldkit.records import JSON, Chunk, Judgment, Label, Query, Scale
from goldkit.review.asked_words import AskedWords
from goldkit.review.candidates import Item
from goldkit.review.page.passage import opening_part
from goldkit.review.page.tree import Node, marked
from goldkit.review.question_changes import QuestionChange
from goldkit.review.snippets import snippet
from goldkit.review.wording import difference_lines, evidence_lines
from goldkit.sets.rubric import rubric
from goldkit.store.moments import moment


def shown_item(item: Item, said: Judgment | None) -> JSON:
    """A pair to judge. said: what this judge says about it now."""
    return {
        "query": shown_query(item.query),
        "chunk": shown_chunk(item.chunk, item.passage),
        "text": None if item.passage is None else opening_part(item.passage.text, item.query.text).to_dict(),
        "evidence": evidence_lines(item),
        "differences": difference_lines(item),
        "others": list(item.others),
        "pairs": [pair.b for pair in item.pairs],
        "postponed": item.postponed is not None,
        "said": None if said is None else shown_verdict(said),
    }


def shown_query(query: Query) -> JSON:
    """A question with what a judge needs to know about it."""
    return {
        "id": query.id,
        "text": query.text,
        "context": query.context,
        "origin": query.origin,
        "tags": list(query.tags),
        "variants": list(query.variants),
        "weight": query.weight,
        "aside": query.aside,
        "answerable": query.answerable,
    }


def shown_chunk(name: str, chunk: Chunk | None) -> JSON:
    """Where a chunk comes from."""
    if chunk is None:
        return {"id": name, "title": None, "document": None, "sha256": None, "length": 0}
    return {
        "id": name,
        "title": chunk.title,
        "document": chunk.doc_id,
        "sha256": chunk.sha256,
        "length": len(chunk.text),
    }


def shown_verdict(line: Judgment) -> JSON:
    """A judgment for a history."""
    names = ("grade", "status", "source", "by", "at", "role", "reason", "quote", "note")
    return {name: getattr(line, name) for name in names}


def shown_change(change: QuestionChange) -> JSON:
    """A change of a question for a history."""
    fields = [[field, before, after] for field, (before, after) in change.fields.items() if field != "variants"]
    return {"by": change.by, "at": change.at, "fields": fields, "undone": change.undone}


def shown_label(label: Label | None) -> JSON | None:
    """What the judgments of a pair come to."""
    if label is None:
        return None
    names = ("grade", "status", "judges", "disputed", "derived_from")
    return {name: getattr(label, name) for name in names}


def shown_snippet(chunk: Chunk, words: str) -> list[Node]:
    """The part of a chunk that has some words, with those words marked."""
    asked = AskedWords(words)
    text, cut = snippet(chunk, asked)
    return ["…"] * cut + marked(text, asked)


def scale_dict(scale: Scale) -> list[JSON]:
    """The grades with their meanings."""
    return [
        {"grade": grade, "short": meaning.short, "long": meaning.long, "relevant": scale.is_relevant(grade)}
        for grade, meaning in rubric(scale).items()
    ]


def newest_first(lines: Iterable[Judgment]) -> list[Judgment]:
    """Judgments from the latest on."""
    return sorted(lines, key=lambda line: moment(line.at), reverse=True)


def grades_of(labels: Mapping[str, Label]) -> list[JSON]:
    """The labels of a question in short, the best first."""
    ranked = sorted(labels.values(), key=lambda label: (-(-1 if label.grade is None else label.grade), label.chunk))
    return [{"chunk": label.chunk, "grade": label.grade, "status": label.status} for label in ranked]
