"""Differences in figures: versions, dates, units, numbers."""

from __future__ import annotations

import re

from goldkit.duplicates.difference import Difference
from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import DATES, NUMBER_WORDS, UNITS, VERSION_WORDS

_YEAR = re.compile(r"(?:1[89]|20|21)\d\d")
_DATE = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4}|\d{1,2}([-/])\d{1,2}\3\d\d|\d\d:\d\d(?::\d\d)?"
)
"""With points a year has four digits: 1.4.12 is a version."""
_VERSION = re.compile(r"(?i)v\d+|(?:v|r)?\d+(?:\.\d+){2,}")


def is_version(difference: Difference) -> bool:
    """A number after "version" or another word for it, glued to a v, or with two points. Words of: en.

    >>> rule("It needs version 2.1 of it.", "It needs version 2.2 of it.")
    'version'
    >>> rule("It needs libfoo 1.4.2 now.", "It needs libfoo 1.4.3 now.")
    'version'
    >>> rule("a ratio of 2.1 is kept", "a ratio of 2.2 is kept")
    'number'
    """
    if not any(_numeric(token) for token in difference.only):
        return False
    if difference.before in VERSION_WORDS:
        return True
    return any(_VERSION.match(reading) and not _DATE.fullmatch(reading) for reading in difference.readings)


def is_date(difference: Difference) -> bool:
    """A year, a month, a weekday, a time of day, or a date in figures. Words of: en.

    >>> rule("valid since 2023 for all", "valid since 2025 for all")
    'date'
    >>> rule("on 2023-05-01 it ended", "on 2023-06-01 it ended")
    'date'
    >>> rule("each Monday at noon", "each Tuesday at noon")
    'date'
    >>> rule("at 12:30 sharp", "at 12:45 sharp")
    'date'
    >>> rule("it holds 3023 rows", "it holds 3025 rows")
    'number'
    """
    if any(token.text.casefold() in DATES or _YEAR.fullmatch(token.text) for token in difference.only):
        return True
    return any(_DATE.fullmatch(reading) for reading in difference.readings)


def is_unit(difference: Difference) -> bool:
    """Only units differ, or the case of one after a number. Signs and abbreviations of all, words of: en, de, zh.

    >>> rule("it waits 30 seconds then", "it waits 30 milliseconds then")
    'unit'
    >>> rule("the default is 5 % of all", "the default is 5 of all")
    'unit'
    >>> rule("up to 5 MB of it", "up to 5 Mb of it")
    'unit'
    >>> rule("it was the second of them", "it was the last of them")
    'condition'
    """
    tokens = [*difference.in_a, *difference.in_b]
    known = all(token.text.casefold() in UNITS or token.text == "/" for token in tokens)
    after_number = difference.before[-1:].isdigit()
    return bool(tokens) and known and (after_number or all(len(token.text) > 1 for token in tokens))


def is_number(difference: Difference) -> bool:
    """A number in digits, as a superscript, or as a word, on one side only. Words of: en, de, fr, es, zh, ja.

    >>> rule("it waits 30 s for it", "it waits 60 s for it")
    'number'
    >>> rule("it waits 30 s for it", "it waits thirty s for it")
    'number'
    >>> rule("a field of 10² points", "a field of 102 points")
    'number'
    >>> rule("需要三次确认", "需要五次确认")
    'number'
    >>> rule("1,000 rows of it", "1.000 rows of it")
    'number'
    >>> rule("it waits 30\u00a0s for it", "it waits 30 s for it")  # form
    'same'
    """
    return any(_numeric(token) or token.text.casefold() in NUMBER_WORDS for token in difference.only)


def _numeric(token: Token) -> bool:
    return token.kind == "number" or (token.kind != "unspaced" and any(sign.isnumeric() for sign in token.text))
