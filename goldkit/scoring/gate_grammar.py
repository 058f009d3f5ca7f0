"""The language of gates: what must hold before a change may go in.

    gate      = [ field "=" value ": " ] ( floor | no worse )
    floor     = measure ">=" number                                  recall@5 >= 0.75
    no worse  = "no worse" [ "than" run ] [ "by" number ] [ "on" measure ]

`field` is `origin`, `tag` or a metadata field: then only those queries count. Left out: the baseline, the set's own margin, its
primary measure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from goldkit.errors import UsageError

BASELINE = "baseline"
"""The word for whatever run the others are compared with."""
FORMS = ("recall@5 >= 0.75", "no worse than baseline by 0.02 on MRR", "tag=exact: no worse by 0")
_SCOPE = re.compile(r"\s*([^\s=<>:]+)=(.+?):\s+")
_NO_WORSE = re.compile(r"\s*no\s+worse\b", re.IGNORECASE)
_WORDS = {word: re.compile(rf"\s+{word}\s+", re.IGNORECASE) for word in ("than", "by", "on")}
_MEASURE = re.compile(r"\s*([^\s<>≥:]+)\s*")
_AT_LEAST = re.compile(r"(>=|≥)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The queries that a gate is about: `origin`, `tag` or a metadata field, and its value."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"{self.field}={self.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One condition. text: as it was given, without space around.

    than: the run to be no worse than, None for a floor. bound: a floor's lowest value, or the margin by which a run may be worse,
    in [0, 1]; None: the set's own margin. measure: its name as given; None: the set's primary one. scope: None for all queries.
    """

    text: str
    than: str | None
    bound: float | None
    measure: str | None
    scope: Scope | None = None


def parse_gate(text: str) -> Gate:
    """A gate from its text. Raises UsageError that shows the grammar and where the text leaves it."""
    scope, start = _scope(text)
    opening = _NO_WORSE.match(text, start)
    than, bound, measure = _no_worse(text, opening.end()) if opening else _floor(text, start)
    return Gate(text=text.strip(), than=than, bound=bound, measure=measure, scope=scope)


def _scope(text: str) -> tuple[Scope | None, int]:
    found = _SCOPE.match(text)
    return (Scope(field=found[1], value=found[2].strip()), found.end()) if found else (None, 0)


def _floor(text: str, start: int) -> tuple[None, float, str]:
    measure = _MEASURE.match(text, start)
    if measure is None:
        raise _wrong(text, start, "`measure >= number` or `no worse …`")
    sign = _AT_LEAST.match(text, measure.end())
    if sign is None:
        raise _wrong(text, measure.end(), "`>=` behind the measure")
    return None, _number(text, sign.end(), text[sign.end() :].strip()), measure[1]


def _no_worse(text: str, start: int) -> tuple[str, float | None, str | None]:
    """The run, the margin and the measure; the parts come in the order of the grammar, each at most once."""
    than, start = _part(text, start, "than", ("by", "on"))
    by, after = _part(text, start, "by", ("on",))
    on, end = _part(text, after, "on", ())
    if text[end:].strip():
        raise _wrong(text, end, "`than run`, `by number` or `on measure`, in this order")
    if on is not None and len(on.split()) != 1:
        raise _wrong(text, end - len(on), "one measure")
    if by is None:
        return than or BASELINE, None, on
    return than or BASELINE, _number(text, after - len(by), by), on


def _part(text: str, start: int, word: str, next_words: tuple[str, ...]) -> tuple[str | None, int]:
    """What stands behind a word, up to the next one, and where that ends; None where the word is not next."""
    found = _WORDS[word].match(text, start)
    if found is None:
        return None, start
    ends = [later.start() for name in next_words if (later := _WORDS[name].search(text, found.end()))]
    end = min(ends, default=len(text.rstrip()))
    return text[found.end() : end].strip(), end


def _number(text: str, start: int, word: str) -> float:
    """A floor or a margin. Every measure lies in [0, 1], so anything beyond is a slip: a percentage, or a sign too many."""
    try:
        value = float(word)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise _wrong(text, start, "a number from 0 to 1")
    return value


def _wrong(text: str, at: int, expected: str) -> UsageError:
    """The text with a mark below the place where it stops to be a gate, and what gates look like."""
    at += len(text[at:]) - len(text[at:].lstrip())
    mark = " " * len(text[:at]) + "^"
    forms = "\n  ".join(FORMS)
    return UsageError(f"no gate: expected {expected}\n  {text}\n  {mark}\ngates look like\n  {forms}")
