"""What stands for a question in a URL, a JSON body or a command line: {query}, {k}, {context}, {input} and {input.NAME}."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from goldkit.errors import UsageError
from goldkit.phrases import counted, some
from goldkit.sets.questions import Question

PLACEHOLDER = re.compile(r"\{([A-Za-z_][\w.-]*)\}")
JSON_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|' + PLACEHOLDER.pattern, re.DOTALL)
PLAIN = ("query", "k", "context", "input")
FIELD = "input."
KNOWN = "{query}, {k}, {context}, {input} and {input.NAME}"


def names_in(template: str) -> set[str]:
    """The names of the placeholders in a template."""
    return set(PLACEHOLDER.findall(template))


def values_of(question: Question, k: int) -> Callable[[str], Any]:
    """A function from the name of a placeholder to its value; None for a context or a field that the question has not."""
    plain = {"query": question.text, "k": k, "context": question.context, "input": dict(question.input)}
    return lambda name: question.input.get(name[len(FIELD) :]) if name.startswith(FIELD) else plain[name]


def fill_json(template: str, value_of: Callable[[str], Any]) -> str:
    """The template with values as JSON: inside a string as its characters, quotes escaped; elsewhere as a value of its own."""

    def piece(match: re.Match[str]) -> str:
        if match[1] is not None:
            return msgspec.json.encode(value_of(match[1])).decode()
        return PLACEHOLDER.sub(lambda inner: msgspec.json.encode(text_of(value_of(inner[1]))).decode()[1:-1], match[0])

    return JSON_PIECE.sub(piece, template)


def fill_url(template: str, value_of: Callable[[str], Any]) -> str:
    """The template with values in percent-encoding."""
    return PLACEHOLDER.sub(lambda match: quote(text_of(value_of(match[1])), safe=""), template)


def fill_text(template: str, value_of: Callable[[str], Any]) -> str:
    """The template with values as they are."""
    return PLACEHOLDER.sub(lambda match: text_of(value_of(match[1])), template)


def text_of(value: Any) -> str:
    """A value as text: a text as it is, "" for None, anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def check_placeholders(templates: Mapping[str, str], questions: Sequence[Question]) -> list[str]:
    """Raise UsageError where templates cannot ask these questions; otherwise what a person should know, a sentence each.

    templates: the option that gave it → template. They must hold {query}, nothing unknown, and every `input` field of a question.
    """
    names: set[str] = set()
    for option, template in templates.items():
        found = names_in(template)
        unknown = sorted(name for name in found if name not in PLAIN and not name.startswith(FIELD))
        if unknown:
            raise UsageError(f"{option} holds {{{unknown[0]}}}; there are {KNOWN}")
        names |= found
    where = " and ".join(templates)
    if "query" not in names:
        raise UsageError(f"{where}: {{query}} stands nowhere, so that every query would ask the same")
    _check_fields(where, names, questions)
    follow = sum(question.context is not None for question in questions)
    if follow and "context" not in names:
        return [f"{counted(follow, 'follow-up')} asked without the turn before: {where} without {{context}}"]
    return []


def _check_fields(where: str, names: set[str], questions: Sequence[Question]) -> None:
    fields = {field for question in questions for field in question.input}
    wanted = {name[len(FIELD) :] for name in names if name.startswith(FIELD)}
    if strange := sorted(wanted - fields):
        there = f"there is {some(sorted(fields))}" if fields else "they have none at all"
        raise UsageError(f"{where}: {{{FIELD}{strange[0]}}} is a field of no query's `input`; {there}")
    if "input" not in names and (left := sorted(fields - wanted)):
        having = sum(left[0] in question.input for question in questions)
        raise UsageError(
            f"{where}: {counted(having, 'query')} with the `input` field `{left[0]}`, which goes nowhere; "
            f"add {{{FIELD}{left[0]}}}, or {{input}} for all fields as an object"
        )
