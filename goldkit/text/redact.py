"""Replacing what is private in a text by markers such as `<EMAIL>`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from goldkit.text.private_forms import FORMS, Form, Span, may_hold_any

Names = Callable[[str], Iterable[tuple[int, int, str]]]
"""A text → (begin, end, what) of the names in it, as a language model finds them."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Something that was replaced. rule: its name, and the marker's. found: what stood there."""

    rule: str
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What is replaced. forms: built in, by name, in order. own: a team's, by name; they come first. keep: never replaced."""

    forms: Mapping[str, Form] = field(default_factory=lambda: FORMS)
    own: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    keep: tuple[re.Pattern[str], ...] = ()


class Redactor:
    """Replaces what rules and, where given, a finder of names see in a text. It keeps nothing."""

    def __init__(self, rules: Rules | None = None, names: Names | None = None) -> None:
        rules = rules or Rules()
        self._own, self._keep, self._names = rules.own, rules.keep, names
        self._forms = [(name, re.compile(form.trigger), form) for name, form in rules.forms.items()]
        self._all_built_in = all(FORMS.get(name) is form for name, form in rules.forms.items())

    def redact(self, text: str) -> tuple[str, tuple[Replaced, ...]]:
        """The text with markers, and what they replaced, by rule and then from left to right.

        Redacting the result again changes nothing, unless a team's own pattern matches a marker.
        """
        replaced: list[Replaced] = []
        for name, pattern in self._own.items():
            text = self._mark(text, ((*match.span(), name) for match in pattern.finditer(text)), replaced)
        if not self._all_built_in or may_hold_any(text):
            for name, trigger, form in self._forms:
                if trigger.search(text):
                    text = self._mark(text, _found(text, name, form), replaced)
        if self._names is not None:
            text = self._mark(text, self._names(text), replaced)
        return text, tuple(replaced)

    def _mark(self, text: str, found: Iterable[tuple[int, int, str]], replaced: list[Replaced]) -> str:
        parts, at = [], 0
        kept: list[Span] | None = None
        for begin, end, name in sorted(found):
            if begin < at or begin == end or _is_marker(text, begin, end):
                continue
            if kept is None:
                kept = [match.span() for pattern in self._keep for match in pattern.finditer(text)]
            if any(begin < other_end and other < end for other, other_end in kept):
                continue
            replaced.append(Replaced(name, text[begin:end]))
            parts += [text[at:begin], f"<{name}>"]
            at = end
        return "".join([*parts, text[at:]]) if parts else text


DEFAULT = Redactor()
"""The built-in rules."""


def _found(text: str, name: str, form: Form) -> Iterator[tuple[int, int, str]]:
    for match in form.pattern.finditer(text):
        span = form.span(match)
        if span is not None:
            yield (*span, name)


def _is_marker(text: str, begin: int, end: int) -> bool:
    """Whether the span lies in a marker: what stands for something private is not private itself."""
    return text[begin - 1 : begin] == "<" and text[end : end + 1] == ">" and text[begin:end].isupper()
