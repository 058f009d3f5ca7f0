"""How many tokens a text is, roughly, before an endpoint has counted them or where it never does."""

from __future__ import annotations

from goldkit.llm.reply import Reply, Usage
from goldkit.llm.request import Request

CHARACTERS_A_TOKEN = 4
"""Of English and other text in ASCII. Any other character is taken for a token of its own, which is rather too many."""
LONGEST_REPLY = 300
"""Tokens of a reply to a request that sets no limit."""


def tokens_of(text: str) -> float:
    """The tokens of a text, guessed."""
    if text.isascii():
        return len(text) / CHARACTERS_A_TOKEN
    plain = sum(sign.isascii() for sign in text)
    return plain / CHARACTERS_A_TOKEN + len(text) - plain


def prompt_tokens(request: Request) -> float:
    """The tokens of a request's messages, guessed."""
    return sum(tokens_of(message["content"]) for message in request.messages)


def most_tokens(request: Request) -> float:
    """The tokens of a request and of the longest reply it allows, guessed."""
    return prompt_tokens(request) + float(request.parameters.get("max_tokens", LONGEST_REPLY))


def usage_of(request: Request, reply: Reply) -> Usage:
    """What the endpoint counted for a reply, or a guess where it counted nothing."""
    return reply.usage if reply.usage.total else Usage(round(prompt_tokens(request)), round(tokens_of(reply.text)))
