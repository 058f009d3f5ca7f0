"""From an accepted draft to records: the question with all it came from, and a proposal that its chunk answers it."""

from __future__ import annotations

from dataclasses import replace

from goldkit.generation.draft import Draft
from goldkit.generation.filters.screen import Screened
from goldkit.generation.filters.verdict import Other
from goldkit.generation.variables import sent
from goldkit.records import JSON, Chunk, Judgment, Query
from goldkit.store.texts import text_sha256
from goldkit.text.normalise import query_id
from goldkit.text.quote import locate
from goldkit.text.shared import shared_words

ANSWERS = 3
"""The grade a generator proposes for its own chunk."""
NO_ANSWER = 0
"""The grade it proposes for the chunk of a question that is to have no answer."""
SAME_WORDS = "goldkit generate"
"""Who proposes a chunk that holds the same words: no model was asked."""


def question_of(draft: Draft, screened: Screened, seed: int) -> Query:
    """The synthetic query of a draft that passed. metadata.overlap: the share of its words that its chunks have."""
    return Query(
        id=query_id(draft.asked, draft.context),
        text=draft.asked,
        context=draft.context,
        answerable=None if draft.prompt.answerable else "no",
        origin="synthetic",
        tags=(draft.style,),
        answer=draft.answer or None,
        generator=_generator(draft, seed) | _passed(screened),
        metadata={"overlap": overlap(draft.question, draft.text)},
    )


def proposals_of(draft: Draft, screened: Screened, at: str) -> list[Judgment]:
    """Which chunks are said to answer it, proposed, never decided: its own by the generator, others by who found that they do.

    Of a question that is to have no answer its own chunk, as irrelevant: so it comes before a person, who confirms that or not.
    """
    if not draft.prompt.answerable:
        return [replace(_own(draft, chunk, "", at), grade=NO_ANSWER) for chunk in draft.chunks]
    own = [_own(draft, chunk, quote, at) for chunk, quote in zip(draft.chunks, draft.quotes, strict=True)]
    return [*own, *(_other(draft, other, at) for other in screened.others)]


def judged_chunks(draft: Draft, screened: Screened) -> list[Chunk]:
    """The chunks that the proposals are about."""
    return [*draft.chunks, *(other.chunk for other in screened.others)]


def _own(draft: Draft, chunk: Chunk, quote: str, at: str) -> Judgment:
    """The generator's own claim about a chunk. quote: in the chunk's own characters."""
    span = locate(quote, sent(chunk))
    return Judgment(
        query=query_id(draft.asked, draft.context),
        chunk=chunk.id,
        grade=ANSWERS,
        status="proposed",
        source="generator",
        by=draft.request.model,
        at=at,
        text_sha256=text_sha256(chunk),
        quote=chunk.text[slice(*span)] if span else None,
    )


def overlap(question: str, text: str) -> float:
    """The share of the question's distinct words that the text has too, in [0, 1]; how far words alone lead to the chunk."""
    return round(shared_words(question, text), 2)


def _passed(screened: Screened) -> JSON:
    """What the filters measured, and the retriever that chose the question, if one did."""
    figures = {"filters": screened.figures} if screened.figures else {}
    return figures | ({"filtered_by": screened.filtered_by} if screened.filtered_by else {})


def _other(draft: Draft, other: Other, at: str) -> Judgment:
    return Judgment(
        query=query_id(draft.asked, draft.context),
        chunk=other.chunk.id,
        grade=other.grade,
        status="proposed",
        source="llm" if other.judged else "generator",
        by=draft.request.model if other.judged else SAME_WORDS,
        at=at,
        text_sha256=text_sha256(other.chunk),
        quote=other.quote,
    )


def _generator(draft: Draft, seed: int) -> JSON:
    attempt = draft.request.parameters.get("seed", seed) - seed
    made = {
        "model": draft.request.model,
        "endpoint": draft.reply.endpoint,
        "prompt": draft.prompt.key,
        "prompt_sha256": draft.prompt.sha256,
        "seed": seed,
        "parameters": draft.request.parameters,
        "chunks": [chunk.id for chunk in draft.chunks],
        "text_sha256": [text_sha256(chunk) for chunk in draft.chunks],
        "journal": f"sha256:{draft.reply.key}",
    }
    if draft.prompt.rewrite:
        made |= {"rewrite": draft.prompt.rewrite, "clean": draft.question}
    if draft.prompt.examples:
        made["examples"] = [example.name for example in draft.prompt.examples]
    return made | ({"attempt": attempt} if attempt else {})
