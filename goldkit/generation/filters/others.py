"""Other chunks that answer a question too: a second label is proposed, or the question asks for too much to tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.judge import GRADES, Judged
from goldkit.generation.filters.private import private_rules
from goldkit.generation.filters.same_words import Wanted, same_words
from goldkit.generation.filters.verdict import PASSED, Other, Verdict
from goldkit.generation.nearby import Nearby
from goldkit.generation.variables import sent
from goldkit.llm.reply import Reply
from goldkit.phrases import counted, some
from goldkit.records import Chunk
from goldkit.text.tokens import words

DEPTH = 10
"""Nearest chunks that are looked at, by the quote's words, and by the question's where the model judges some of them."""
MOST = 3
"""Other chunks that are proposed. A question that more of them answer in full asks for nothing in particular."""
COPY = 0.8
"""Jaccard similarity of two chunks' words from which on one is a copy of the other, and no other source of the answer."""
LEAST_JUDGED = 3
"""Chunks that are judged at least before a question is said to have no answer."""
FULLY = GRADES["fully"]


def answered_elsewhere(draft: Draft, context: Context) -> Verdict:
    """Too many other chunks answer it; up to MOST are proposed beside its own.

    A chunk that holds the same words answers it without asking; the nearest of the others are judged, where that is wanted.
    Known copies of its chunk do not come here, and copies that nobody knows yet do not count against it.
    """
    if context.nearby is None:
        return PASSED
    near = context.nearby.others(draft.whole, draft.chunks, DEPTH if context.judged else 0)
    found = _same(draft, near, context.nearby)
    known = {other.chunk.id for other in found}
    asked = _judge(draft.whole, [chunk for chunk in near if chunk.id not in known][: context.judged], context)
    said = [(chunk, verdict) for chunk, verdict in asked if verdict.grade]
    found += [_other(chunk, verdict) for chunk, verdict in said if not private_rules([verdict.quote], context)]
    return _verdict(draft, found, [verdict for _, verdict in asked])


def answered_at_all(draft: Draft, context: Context) -> Verdict:
    """For a question that is meant to have no answer: some chunk answers it, its own included, or nobody could tell."""
    if context.nearby is None or context.judge is None:
        return Verdict(objection="no corpus and no model to look for an answer with")
    near = context.nearby.others(draft.whole, [], max(context.judged, LEAST_JUDGED))
    if context.nearby.too_many:
        return Verdict(objection="the corpus is too large to look for an answer in")
    told = {chunk.id: chunk for chunk in (*near, *draft.chunks)}
    asked = _judge(draft.whole, told.values(), context)
    replies = tuple(verdict.reply for _, verdict in asked)
    if stopped := _stopped(replies):
        return Verdict(replies=replies, stopped=stopped)
    unsure = [chunk.id for chunk, verdict in asked if verdict.grade is None]
    answer = next((f"{chunk.id}: {verdict.quote}" for chunk, verdict in asked if verdict.grade), None)
    if answer is None and unsure:
        answer = f"no verdict on {some(unsure, MOST)}"
    return Verdict(objection=answer, figures={"judged": len(asked)}, replies=replies)


def _same(draft: Draft, near: Sequence[Chunk], nearby: Nearby) -> list[Other]:
    """The chunks that hold the words of a quote: whoever says the same is nearest to it."""
    found: dict[str, Other] = {}
    for quote, passage in zip(draft.quotes, draft.passages, strict=True):
        wanted = Wanted(quote, draft.answer, passage)
        for chunk in (*near, *nearby.others(quote, draft.chunks, DEPTH)):
            span = None if chunk.id in found else same_words(wanted, chunk.text)
            if span is not None:
                text = chunk.text[slice(*span)]
                found[chunk.id] = Other(chunk=chunk, quote=text, grade=FULLY, judged=False)
    return list(found.values())


def _judge(question: str, chunks: Iterable[Chunk], context: Context) -> list[tuple[Chunk, Judged]]:
    """The verdicts on chunks, up to the first one that the model could not be asked about any more."""
    asked: list[tuple[Chunk, Judged]] = []
    if context.judge is not None:
        for chunk in chunks:
            asked.append((chunk, context.judge(question, chunk)))
            if asked[-1][1].reply.outcome == "stopped":
                break
    return asked


def _other(chunk: Chunk, verdict: Judged) -> Other:
    return Other(chunk=chunk, quote=verdict.quote, grade=verdict.grade or 0, judged=True)


def _verdict(draft: Draft, found: Sequence[Other], asked: Sequence[Judged]) -> Verdict:
    replies = tuple(verdict.reply for verdict in asked)
    if stopped := _stopped(replies):
        return Verdict(replies=replies, stopped=stopped)
    own = [set(words(passage)) for passage in draft.passages] if found else []
    against = [other.chunk.id for other in found if other.grade == FULLY and not _is_copy(own, other.chunk)]
    figures = {"others": len(found)}
    if asked:
        figures |= {"judged": len(asked), "no verdict": sum(verdict.grade is None for verdict in asked)}
    if len(against) > MOST:
        detail = f"answered by {counted(len(against), 'other chunk')}: {some(sorted(against), MOST)}"
        return Verdict(objection=detail, figures=figures, replies=replies)
    kept = sorted(found, key=lambda other: (-other.grade, other.judged, other.chunk.id))[:MOST]
    return Verdict(figures=figures, others=tuple(kept), replies=replies)


def _is_copy(own: Iterable[set[str]], chunk: Chunk) -> bool:
    other = set(words(sent(chunk)))
    return any(len(one & other) >= COPY * len(one | other) for one in own)


def _stopped(replies: Sequence[Reply]) -> str:
    return replies[-1].detail if replies and replies[-1].outcome == "stopped" else ""
