"""From an accepted draft to records: the question with all it came from, and a proposal that its chunk answers it."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters import overlap
from goldkit.generation.quote import locate
from goldkit.records import JSON, Judgment, Query
from goldkit.store.texts import text_sha256
from goldkit.text.normalise import query_id

ANSWERS = 3
"""The grade a generator proposes for its own chunk."""


def question_of(draft: Draft, seed: int) -> Query:
    """The synthetic query of a draft. metadata.overlap: the share of its words that its chunk has."""
    return Query(
        id=query_id(draft.question),
        text=draft.question,
        origin="synthetic",
        tags=(draft.style,),
        answer=draft.answer or None,
        generator=_generator(draft, seed),
        metadata={"overlap": overlap(draft.question, draft.chunk.text)},
    )


def proposal_of(draft: Draft, at: str) -> Judgment:
    """The generator's own claim about its chunk, proposed, never decided. quote: in the chunk's own characters."""
    span = locate(draft.quote, draft.chunk.text)
    return Judgment(
        query=query_id(draft.question),
        chunk=draft.chunk.id,
        grade=ANSWERS,
        status="proposed",
        source="generator",
        by=draft.request.model,
        at=at,
        text_sha256=text_sha256(draft.chunk),
        quote=draft.chunk.text[slice(*span)] if span else None,
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
        "chunks": [draft.chunk.id],
        "journal": f"sha256:{draft.reply.key}",
    }
    return made | ({"attempt": attempt} if attempt else {})
