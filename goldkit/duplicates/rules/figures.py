"""Differences in figures: versions, dates, units, numbers."""

from __future__ import annotations

import re

from goldkit.duplicates.difference import Difference
from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import DATES, NUMBER_WORDS, UNITS, VERSION_WORDS

_YEAR = re.compile(r"(?:1[89]|20|21)\d\d")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d\d:\d\d(?::\d\d)?")
_VERSION = re.compile(r"(?i)v\d+|(?:v|r)?\d+(?:\.\d+){2,}")


def is_version(difference: Difference) -> bool:
    """A number after "version", glued to a v, or with two points."""
    if not any(_numeric(token) for token in difference.only):
        return False
    if difference.before in VERSION_WORDS:
        return True
    return any(_VERSION.match(reading) and not _DATE.fullmatch(reading) for reading in difference.readings)


def is_date(difference: Difference) -> bool:
    """A year, a month, a weekday, a time of day, or a date in figures."""
    if any(token.text.casefold() in DATES or _YEAR.fullmatch(token.text) for token in difference.only):
        return True
    return any(_DATE.fullmatch(reading) for reading in difference.readings)


def is_unit(difference: Difference) -> bool:
    """Only units differ ("seconds", "milliseconds"), or the case of one after a number (MB, Mb)."""
    tokens = [*difference.in_a, *difference.in_b]
    known = all(token.text.casefold() in UNITS or token.text == "/" for token in tokens)
    after_number = difference.before[-1:].isdigit()
    return bool(tokens) and known and (after_number or all(len(token.text) > 1 for token in tokens))


def is_number(difference: Difference) -> bool:
    """A number in digits, as a superscript, or as a word, on one side only."""
    return any(_numeric(token) or token.text.casefold() in NUMBER_WORDS for token in difference.only)


def _numeric(token: Token) -> bool:
    return token.kind == "number" or (token.kind != "unspaced" and any(sign.isnumeric() for sign in token.text))
