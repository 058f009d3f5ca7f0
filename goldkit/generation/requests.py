"""The request for a slot: the prompt filled in, and how the model is to answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from goldkit.generation.sentences import picking
from goldkit.generation.slot import Slot
from goldkit.generation.variables import sent, values_for
from goldkit.llm.request import Request, request_for

MAX_TOKENS = 300
LATER_TEMPERATURE = 0.8
"""The first time a model is asked for its best; asking again only makes sense if it may say something else."""


def request(slot: Slot, seed: int, model: str, picks: bool = False) -> Request:
    """The request for a slot. Asked again, it has another seed and a higher temperature.

    picks: the schema lets the model pick its quote from the chunk's sentences instead of writing it.
    """
    parameters: dict[str, Any] = {
        "temperature": LATER_TEMPERATURE if slot.attempt else 0.0,
        "max_tokens": MAX_TOKENS,
        "seed": seed + slot.attempt,
    }
    values = values_for(slot)
    asked = request_for(slot.prompt, values, model=model, parameters=parameters, about=about(slot))
    return replace(asked, schema=picking(asked.schema, [sent(chunk) for chunk in slot.chunks])) if picks else asked


def about(slot: Slot) -> str:
    """The ids of a slot's chunks, for messages to people."""
    return ", ".join(chunk.id for chunk in slot.chunks)
