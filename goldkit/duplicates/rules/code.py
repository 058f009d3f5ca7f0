"""Differences in code and signs: identifiers, signs of numbers, operators and other symbols."""

from __future__ import annotations

import re
import unicodedata

from goldkit.duplicates.difference import Difference

_IDENTIFIER = re.compile(
    r"[_$@/\\.\-]*[^\W\d]\w*[_./\\:@=(\[]\S*\w\S*"  # a.b  a_b  /a/b  a:b  f(x
    r"|[_$@/\\.]+\w+|-{1,2}[^\W\d]\S*"  # _a  $a  .a  -a  --all
    r"|[^\W\d]+\d\w*|[^\W\d_]+[a-z][A-Z]\w*|[a-z]+[A-Z]\w*"  # a1  CamelCase  camelCase
    r"|`.*"
)
_SIGNS = frozenset("-+−±%‰")
_OPERATORS = frozenset("<>=*/&|^~!≤≥≠×÷#@$\\_`[]{}")


def is_identifier(difference: Difference) -> bool:
    """A path, an address, a flag, a dotted, underscored or camel-cased name, or a name that ends in figures, on either side.

    >>> rule("see /etc/a.conf first", "see /etc/b.conf first")
    'identifier'
    >>> rule("start it with -V then", "start it with -v then")
    'identifier'
    >>> rule("set max_idle to it", "set max_busy to it")
    'identifier'
    >>> rule("supports SHA256 sums", "supports SHA512 sums")
    'identifier'
    >>> rule("planning the road", "planing the road")
    'word'
    """
    if len(set(difference.readings)) == 1:
        return False
    return any(_IDENTIFIER.fullmatch(reading) for reading in difference.readings if not reading.isspace())


def is_sign(difference: Difference) -> bool:
    """Nothing but a sign, beside a number.

    >>> rule("it holds for x > 5 then", "it holds for x > -5 then")
    'sign'
    >>> rule("a drift of +3 of it", "a drift of -3 of it")
    'sign'
    >>> rule("a well-known form", "a well–known form")  # a dash for a hyphen
    'same'
    """
    beside = any(sign.isdigit() for reading in difference.readings for sign in reading)
    return beside and bool(difference.only) and all(token.text in _SIGNS for token in difference.only)


def is_symbol(difference: Difference) -> bool:
    """An operator or another symbol on one side only.

    >>> rule("it holds for x > 5 then", "it holds for x < 5 then")
    'symbol'
    >>> rule("we write it in C++ mostly", "we write it in C# mostly")
    'symbol'
    >>> rule("we say “so” to it", 'we say "so" to it')  # typography
    'same'
    """
    return any(
        token.text in _OPERATORS or unicodedata.category(token.text[0]).startswith("S")
        for token in difference.only
        if token.kind == "sign"
    )
