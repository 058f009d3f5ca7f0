"""A prompt: its sections, the variables they need, and the schema of the reply.

Each section is rendered on its own and becomes one message, so that nothing inside a variable can start another. A variable is
data: where it holds a tag that the body uses as its delimiter (`<passage>`), the tag is defused in what is sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from goldkit.errors import UsageError, bad

Message = dict[str, str]
"""{"role": "system" | "user" | "assistant", "content": text}"""
Value = str | Sequence[str]
"""What a variable may hold: a text, or a list of texts that the body goes through with `for`."""

FAULTS = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError)
"""What the template of a user's prompt may do wrong when it is filled in: add a number to a text, count without end."""
TEMPLATE = re.compile(r"\{[{%#]")
"""What a body that is not the same every time holds; the example replies are JSON and have single braces only."""
TAG = re.compile(r"</([A-Za-z][\w-]*)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """What the prompt would have been asked, and a good reply to it, as JSON. name: where it comes from."""

    name: str
    values: Mapping[str, Value]
    reply: str


@dataclass(frozen=True)
class Prompt:
    """A prompt file. variables: exactly the names its body uses. schema: of the reply. sha256: of the file's bytes.

    For a style of questions: least_chunks, most_chunks: how many chunks one question is about. checks: names of the filters
    that its questions go through, None for the usual ones. answerable: whether they have an answer. context: whether they
    follow a turn before. rewrite: the rule that changes them afterwards, "" for none. examples: shown in place of the file's own.
    """

    name: str
    version: int
    purpose: str
    variables: tuple[str, ...]
    schema: dict[str, Any]
    sections: tuple[tuple[str, str], ...]
    sha256: str
    path: Path
    least_chunks: int = 1
    most_chunks: int = 1
    checks: tuple[str, ...] | None = None
    answerable: bool = True
    context: bool = False
    rewrite: str = ""
    examples: tuple[Example, ...] = ()

    @property
    def key(self) -> str:
        """The name with its version: "direct.v1"."""
        return f"{self.name}.v{self.version}"

    def render(self, values: Mapping[str, Value]) -> list[Message]:
        """The messages to send. Raises UsageError when a variable is missing or unknown, DataError when the template fails."""
        known, given = set(self.variables), set(values)
        wrong = [f"no value for {name}" for name in sorted(known - given)]
        wrong += [f"unknown {name}" for name in sorted(given - known)]
        if wrong:
            raise UsageError(f"{self.path}: {'; '.join(wrong)}; its variables are {', '.join(self.variables)}")

        def message(role: str, body: str, values: Mapping[str, Value]) -> Message:
            if not TEMPLATE.search(body):
                return {"role": role, "content": _constant(body)}
            safe = {name: self._defused(value) for name, value in values.items()}
            return {"role": role, "content": self._rendered(body, safe)}

        if not self.examples:
            return [message(role, body, values) for role, body in self.sections]
        asking = self.sections[-1]
        messages = [message(role, body, values) for role, body in self.sections if role == "system"]
        for example in self.examples:
            messages += [message(*asking, example.values), {"role": "assistant", "content": example.reply}]
        return [*messages, message(*asking, values)]

    def _rendered(self, body: str, values: Mapping[str, Value]) -> str:
        from jinja2 import TemplateError

        try:
            return str(_template(body).render(values))
        except (TemplateError, *FAULTS) as error:
            raise bad(
                self.path, None, f"a template that fails ({error})", "one that only writes its variables"
            ) from error

    def example_replies(self) -> list[str]:
        """The replies that it shows, as JSON: of its examples, or else the file's own."""
        own = [body for role, body in self.sections if role == "assistant"]
        return [example.reply for example in self.examples] or own

    def _defused(self, value: Value) -> Value:
        """The value with the body's own delimiters broken, so that no chunk can close its frame and speak as the prompt."""
        if not isinstance(value, str):
            return [self._broken(part) for part in value]
        return self._broken(value)

    def _broken(self, value: str) -> str:
        delimiters = _delimiters(self.sections) if "<" in value else None
        return delimiters.sub("< ", value) if delimiters else value


@lru_cache(maxsize=256)
def _delimiters(sections: tuple[tuple[str, str], ...]) -> re.Pattern[str] | None:
    """What opens one of the tags that the bodies use as delimiters, None where they use none."""
    tags = {tag for _, body in sections for tag in TAG.findall(body)}
    if not tags:
        return None
    return re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(map(re.escape, sorted(tags)))})\b)", re.IGNORECASE)


@lru_cache(maxsize=256)
def _constant(body: str) -> str:
    """What a body without a variable always says."""
    return str(_template(body).render())


@lru_cache(maxsize=256)
def _template(body: str) -> Any:
    """Compiled once: that takes longer than all else that goldkit does about a question. Any number of threads may render it."""
    return template_environment().from_string(body)


def template_environment() -> Any:
    """Jinja2 as prompts use it: no code beyond reading variables, and no variable that is not given."""
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    # What is made here is a plain-text message for a model, not a page: escaping for HTML would falsify the passage.
    return ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
