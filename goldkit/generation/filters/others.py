"""Other chunks that answer a question too: a second label is proposed, or the question asks for too much to tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.judge import GRADES, Judged
from goldkit.generation.filters.private import private_rules
from goldkit.generation.filters.same_words import Wanted, same_words
from goldkit.generation.filters.verdict import PASSED, Other, Verdict
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
    seeds = [draft.chunk]
    near = context.nearby.others(draft.question, seeds, DEPTH if context.judged else 0)
    told = [*near, *context.nearby.others(draft.quote, seeds, DEPTH)]  # whoever says the same is nearest to the quote
    found = _same(draft, {chunk.id: chunk for chunk in told}.values())
    known = {other.chunk.id for other in found}
    asked = _judge(draft.question, [chunk for chunk in near if chunk.id not in known][: context.judged], context)
    said = [(chunk, verdict) for chunk, verdict in asked if verdict.grade]
    found += [_other(chunk, verdict) for chunk, verdict in said if not private_rules([verdict.quote], context)]
    return _verdict(draft, found, [verdict for _, verdict in asked])


def answered_at_all(draft: Draft, context: Context) -> Verdict:
    """For a question that is meant to have no answer: some chunk answers it, its own included, or nobody could tell."""
    if context.nearby is None or context.judge is None:
        return Verdict(objection="no corpus and no model to look for an answer with")
    near = context.nearby.others(draft.question, [], max(context.judged, LEAST_JUDGED))
    near += [] if draft.chunk.id in {chunk.id for chunk in near} else [draft.chunk]
    asked = _judge(draft.question, near, context)
    replies = tuple(verdict.reply for _, verdict in asked)
    if stopped := _stopped(replies):
        return Verdict(replies=replies, stopped=stopped)
    unsure = [chunk.id for chunk, verdict in asked if verdict.grade is None]
    answer = next((f"{chunk.id}: {verdict.quote}" for chunk, verdict in asked if verdict.grade), None)
    if answer is None and unsure:
        answer = f"no verdict on {some(unsure, MOST)}"
    return Verdict(objection=answer, figures={"judged": len(asked)}, replies=replies)


def _same(draft: Draft, chunks: Iterable[Chunk]) -> list[Other]:
    wanted = Wanted(draft.quote, draft.answer, draft.chunk.text)
    spans = [(chunk, same_words(wanted, chunk.text)) for chunk in chunks]
    return [
        Other(chunk=chunk, quote=chunk.text[slice(*span)], grade=FULLY, judged=False) for chunk, span in spans if span
    ]


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
    own = set(words(draft.chunk.text))
    against = [other.chunk.id for other in found if other.grade == FULLY and not _is_copy(own, other.chunk)]
    figures = {"others": len(found)}
    if asked:
        figures |= {"judged": len(asked), "no verdict": sum(verdict.grade is None for verdict in asked)}
    if len(against) > MOST:
        detail = f"answered by {counted(len(against), 'other chunk')}: {some(sorted(against), MOST)}"
        return Verdict(objection=detail, figures=figures, replies=replies)
    kept = sorted(found, key=lambda other: (-other.grade, other.judged, other.chunk.id))[:MOST]
    return Verdict(figures=figures, others=tuple(kept), replies=replies)


def _is_copy(own: set[str], chunk: Chunk) -> bool:
    other = set(words(chunk.text))
    return len(own & other) >= COPY * len(own | other)


def _stopped(replies: Sequence[Reply]) -> str:
    return replies[-1].detail if replies and replies[-1].outcome == "stopped" else ""
