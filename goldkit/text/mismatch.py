"""Why ids that ought to meet do not: padding, a prefix, case, Unicode form or white space."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from unicodedata import normalize

PROBED = 20
"""Ids tried when a common prefix is looked for."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """form: what differs. wanted, found: an example pair. count: how many wanted ids meet one once this is ignored."""

    form: str
    wanted: str
    found: str
    count: int


def _spaces(text: str) -> str:
    return " ".join(text.split())


def _padding(text: str) -> str:
    return text if "0" not in text else re.sub(r"\d+", lambda digits: digits.group().lstrip("0") or "0", text)


def _all(text: str) -> str:
    return _padding(_spaces(normalize("NFC", text)).casefold())


FORMS: dict[str, Callable[[str], str]] = {
    "white space": _spaces,
    "their Unicode form": lambda text: normalize("NFC", text),
    "case": str.casefold,
    "padding with zeros": _padding,
    "case, padding, white space or Unicode form": _all,
}
"""What may differ → the form in which it no longer does."""


def diagnose(wanted: Iterable[str], found: Iterable[str]) -> Mismatch | None:
    """The difference in form that explains most of the wanted ids that are not found, None where none explains any.

    wanted and found are taken without the ids they share.
    """
    first, second = set(wanted), set(found)
    lacking, extra = sorted(first - second), sorted(second - first)
    near, far = _near(lacking, extra)
    guesses = [guess for form, change in FORMS.items() if (guess := _same_form(near, far, form, change))]
    guesses += [guess for guess in (_prefix(lacking, extra), _flip(_prefix(extra, lacking))) if guess]
    return max(guesses, key=lambda guess: guess.count, default=None)


def _near(lacking: list[str], extra: list[str]) -> tuple[list[str], list[str]]:
    """Only the ids that meet once everything is ignored, so that the forms one by one are tried on few."""
    wanted = {_all(text) for text in lacking}
    far = [text for text in extra if _all(text) in wanted]
    reached = {_all(text) for text in far}
    return [text for text in lacking if _all(text) in reached] if far else [], far


def _same_form(lacking: list[str], extra: list[str], form: str, change: Callable[[str], str]) -> Mismatch | None:
    there = {change(text): text for text in reversed(extra)}
    pairs = [(text, there[change(text)]) for text in lacking if change(text) in there]
    return Mismatch(form, *pairs[0], len(pairs)) if pairs else None


def _prefix(short: list[str], long: list[str]) -> Mismatch | None:
    """The one prefix that turns most of the short ids into long ones; digits alone are no prefix, and one pair of many no proof."""
    ids = set(long)
    probed = tuple(end for end in short[:PROBED] if end)
    longer = [text for text in long if text.endswith(probed)]
    prefixes = {text.removesuffix(end) for end in probed for text in longer if text != end and text.endswith(end)}
    best: list[str] = []
    chosen = ""
    for prefix in sorted(prefix for prefix in prefixes if not prefix.isdigit()):
        ends = [end for end in short if prefix + end in ids]
        if len(ends) > len(best):
            best, chosen = ends, prefix
    if not best or 2 * len(best) < min(len(short), len(long)):
        return None
    return Mismatch(f"the prefix {chosen!r}", best[0], chosen + best[0], len(best))


def _flip(guess: Mismatch | None) -> Mismatch | None:
    return guess and Mismatch(guess.form, guess.found, guess.wanted, guess.count)
