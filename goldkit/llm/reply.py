"""What came back: one of a few outcomes, always with the raw text, what it cost and, if it is no answer, why.

    ok         the text decodes and fits the schema
    refused    the model declines and says so in the protocol
    filtered   the endpoint's content filter cut it off
    truncated  cut off by max_tokens before it was whole
    malformed  something else than what was asked for
    empty      no choice, or a choice without text
    http_<n>   the endpoint answered with an error status · timeout · unreachable · stopped (not asked: the endpoint had failed)

Only `ok` carries a value. A bare 7, null, a list or {} is malformed for a prompt that asks for an object with fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from goldkit.llm.schema import asked_for, problem
from goldkit.phrases import excerpt

DETAIL = 160
"""Characters of a reply that a reason quotes at most."""
THINK = re.compile(r"\A\s*(?:<think>)?(?:(?!<think>).)*?</think>\s*", re.DOTALL)
OPEN_THINK = re.compile(r"\A\s*<think>")
FENCE = re.compile(r"\A```[\w-]*[ \t]*\n(?P<inside>.*?)\n?```[^`]*\Z", re.DOTALL)
PREAMBLE = re.compile(r"\A[^\n{}\[\]]+\n\s*(?=[{`])")


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as the endpoint counted them; 0 where it did not."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens)

    @property
    def total(self) -> int:
        """Prompt and completion tokens together."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A classified reply. text: the model's own words, uncleaned. detail: why it is not ok, for people.

    key: of the request, under which the journal has it. endpoint: where it was asked. replayed: read from the journal, not asked.
    guessed: the endpoint counted no tokens, and usage is a guess by the length of the texts.
    settled: the model has answered, so that asking again would pay again; False for what is no completion at all (a proxy's
    error page, a failed call).
    failed: tries before it, or without it, that came to nothing though the endpoint may have charged for them.
    """

    outcome: str
    value: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    detail: str = ""
    usage: Usage = Usage()
    key: str = ""
    endpoint: str = ""
    replayed: bool = False
    settled: bool = True
    guessed: bool = False
    failed: int = 0

    @property
    def ok(self) -> bool:
        """Whether there is a value to use."""
        return self.outcome == "ok"


def classify(body: str, schema: Mapping[str, Any]) -> Reply:
    """Read the body of a 200 answer to chat.completions. Never raises: whatever came is one of the outcomes."""
    completion = _decoded(body)
    if not isinstance(completion, dict):
        return Reply(
            outcome="malformed", text=body, detail=f"no completion but {excerpt(body, DETAIL)!r}", settled=False
        )
    usage = _usage(completion.get("usage"))
    choices = completion.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return _without_choice(completion, body, usage)
    message = choices[0].get("message")
    message = message if isinstance(message, dict) else {}
    finish, text = choices[0].get("finish_reason"), _text(message.get("content"))
    if isinstance(refusal := message.get("refusal"), str) and refusal.strip():
        return Reply(outcome="refused", text=refusal, detail=excerpt(refusal, DETAIL), usage=usage)
    if finish == "content_filter":
        return Reply(outcome="filtered", text=text, detail="the endpoint's content filter", usage=usage)
    value, reason = read_value(text, schema)
    if reason is None:
        return Reply(outcome="ok", value=value, text=text, usage=usage)
    outcome = "truncated" if finish == "length" else "malformed" if text.strip() else "empty"
    return Reply(outcome=outcome, text=text, detail=reason, usage=usage)


def read_value(text: str, schema: Mapping[str, Any]) -> tuple[dict[str, Any], str | None]:
    """The object in a reply's text and None, or {} and the reason why there is none that fits the schema."""
    cleaned = clean(text)
    if not cleaned:
        return {}, "no text"
    try:
        _, end = json.JSONDecoder().raw_decode(cleaned)
        rest = cleaned[end:]
        if rest.strip() and (not rest.lstrip(" \t").startswith("\n") or re.search(r"[{}\[\]]", rest)):
            return {}, f"more than one JSON value: {excerpt(cleaned, DETAIL)!r}"
        value = msgspec.json.decode(cleaned[:end])  # stricter than json: no NaN, no lone surrogate
    except (ValueError, RecursionError):
        kind = "broken JSON" if cleaned.startswith(("{", "[")) else "no JSON"
        return {}, f"{kind}: {excerpt(cleaned, DETAIL)!r}"
    value = asked_for(value, schema)
    reason = problem(value, schema)
    return ({}, f"{reason}: {excerpt(cleaned, DETAIL)!r}") if reason else (value, None)


def clean(text: str) -> str:
    """The text without a leading <think>…</think>, one preamble line and a code fence: habits of models, no part of the answer."""
    text = THINK.sub("", text, count=1).strip()
    if OPEN_THINK.match(text):
        return ""  # it never stopped thinking
    text = PREAMBLE.sub("", text, count=1)
    fenced = FENCE.match(text)
    return (fenced["inside"] if fenced else text).strip()


def _without_choice(completion: dict[str, Any], body: str, usage: Usage) -> Reply:
    if "error" in completion or "choices" not in completion:
        return Reply(
            outcome="malformed",
            text=body,
            detail=f"no completion but {excerpt(body, DETAIL)!r}",
            usage=usage,
            settled=False,
        )
    return Reply(outcome="empty", text=body, detail="a completion without a choice", usage=usage, settled=False)


def _decoded(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _text(content: Any) -> str:
    """The text of a message's content: a string, or the text parts of a list."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))
    return content if isinstance(content, str) else ""


def _usage(found: Any) -> Usage:
    counts = found if isinstance(found, dict) else {}
    names = ("prompt_tokens", "completion_tokens")
    prompt, completion = (counts.get(name) if isinstance(counts.get(name), int) else 0 for name in names)
    return Usage(prompt or 0, completion or 0)
