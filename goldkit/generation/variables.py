"""What a prompt's variables are filled with. A prompt may use any of these, and no other.

    text          the first (or only) chunk's text, at most 4,000 characters of it
    texts         the texts of all chunks, a list; for prompts with `chunks: 2` or more
    title         the first chunk's title, "" where it has none
    titles        the titles of all chunks, a list as long as texts
    document      the first chunk's document
    language      the English name of the chunks' language, "" where it is not clear
    identifiers   codes, paths, options, … that stand in the chunks, at most 10, a list; a chunk without any is not asked about

All of them are data: what stands in one is never read as part of the prompt.
"""

from __future__ import annotations

from collections.abc import Callable

from goldkit.generation.document import document_of
from goldkit.generation.named import named_in
from goldkit.generation.slot import Slot
from goldkit.llm.prompt import Prompt, Value
from goldkit.records import Chunk
from goldkit.text.language import name_of_language

LONGEST = 4000
"""Characters of a chunk that are sent: about a thousand tokens of English. Quotes come from these."""


def sent(chunk: Chunk) -> str:
    """The part of a chunk that a model sees."""
    return chunk.text[:LONGEST]


def values_for(slot: Slot) -> dict[str, Value]:
    """The values of the prompt's variables for a slot."""
    return {name: VARIABLES[name](slot) for name in slot.prompt.variables}


def fills(slot: Slot) -> bool:
    """Whether the chunks hold what the prompt asks about."""
    return all(VARIABLES[name](slot) for name in NEEDED.intersection(slot.prompt.variables))


def unknown_variables(prompt: Prompt) -> list[str]:
    """The prompt's variables that nothing is known to fill with."""
    return [name for name in prompt.variables if name not in VARIABLES]


VARIABLES: dict[str, Callable[[Slot], Value]] = {
    "text": lambda slot: sent(slot.chunk),
    "texts": lambda slot: [sent(chunk) for chunk in slot.chunks],
    "title": lambda slot: slot.chunk.title or "",
    "titles": lambda slot: [chunk.title or "" for chunk in slot.chunks],
    "document": lambda slot: document_of(slot.chunk),
    "language": lambda slot: name_of_language("\n\n".join(sent(chunk) for chunk in slot.chunks)),
    "identifiers": lambda slot: named_in([sent(chunk) for chunk in slot.chunks]),
}
"""Name → what it is filled with."""
NEEDED = frozenset({"identifiers"})
"""Variables without which there is nothing to ask."""
