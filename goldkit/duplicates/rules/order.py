"""Order: what is listed first, who does what to whom."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.duplicates.difference import Difference


def is_order(found: Sequence[Difference]) -> bool:
    """All differences taken together, not a word is gone or new: the same words stand in another order.

    >>> rule("Alice pays Bob on Friday", "Bob pays Alice on Friday")
    'order'
    >>> rule("it tries argon, bcrypt, scrypt", "it tries bcrypt, argon, scrypt")
    'order'
    >>> rule("first stop it, then drain it", "first drain it, then stop it")
    'order'
    >>> rule("Alice pays Bob on Friday", "Bob pays Carol on Friday")
    'name'
    >>> rule("set keepalive for it", "set keep alive for it")
    'spacing'
    """
    in_a = [token.text for difference in found for token in difference.in_a if token.kind != "sign"]
    in_b = [token.text for difference in found for token in difference.in_b if token.kind != "sign"]
    return in_a != in_b and sorted(in_a) == sorted(in_b)
