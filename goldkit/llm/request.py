"""One question to a model, and the key under which its reply is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from goldkit.files import canonical
from goldkit.llm.prompt import Message, Prompt, Value


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is asked of which model, and how.

    schema: of the reply. parameters: what is sent beside the messages (temperature, max_tokens, seed, …).
    attempt: 0 for the first asking; another number asks the same again and is kept apart.
    prompt, about: the prompt's key and what it asks about, for messages to people; they are not part of the key.
    """

    model: str
    messages: list[Message]
    schema: dict[str, Any]
    parameters: dict[str, Any] = field(default_factory=dict)
    attempt: int = 0
    prompt: str = ""
    about: str = ""

    def content(self) -> dict[str, Any]:
        """What the key is made of."""
        return {
            "model": self.model,
            "messages": self.messages,
            "schema": self.schema,
            "parameters": self.parameters,
            "attempt": self.attempt,
        }

    @cached_property
    def key(self) -> str:
        """The sha256, in hex, of the canonical JSON of `content`. The endpoint is no part of it: a recording stands anywhere.

        Raises ValueError for text with a lone surrogate, which no request can carry.
        """
        return content_key(self.content())


def content_key(content: dict[str, Any]) -> str:
    """The key of a request's content."""
    return canonical.sha256_bytes(canonical.encode(content))


def request_for(
    prompt: Prompt, values: Mapping[str, Value], *, model: str, parameters: dict[str, Any], about: str
) -> Request:
    """The request that asks a prompt with these values. Raises UsageError as Prompt.render."""
    return Request(
        model=model,
        messages=prompt.render(values),
        schema=prompt.schema,
        parameters=parameters,
        prompt=prompt.key,
        about=about,
    )
