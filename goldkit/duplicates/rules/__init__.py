"""What a difference is about: one function a rule, in the order in which they name it.

A difference that no rule but the last knows is a difference all the same; the rules only say why. The first five are
those that a known quote never settles, so they come first. Each rule has examples and counter-examples: `rule(a, b)` is
the rule of two texts, "same" where they differ in form only. A rule that knows words says of which languages; in any
other a changed word is `word`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldkit.duplicates.difference import Difference
from goldkit.duplicates.rules.code import is_identifier, is_sign, is_symbol
from goldkit.duplicates.rules.figures import is_date, is_number, is_unit, is_version
from goldkit.duplicates.rules.form import is_case, is_punctuation, is_spacing
from goldkit.duplicates.rules.order import is_order
from goldkit.duplicates.rules.sense import is_addition, is_any, is_condition, is_name, is_negation, is_overhang

RULES: dict[str, Callable[[Difference], bool]] = {
    "negation": is_negation,
    "condition": is_condition,
    "version": is_version,
    "identifier": is_identifier,
    "name": is_name,
    "date": is_date,
    "unit": is_unit,
    "number": is_number,
    "sign": is_sign,
    "symbol": is_symbol,
    "case": is_case,
    "spacing": is_spacing,
    "punctuation": is_punctuation,
    "containment": is_addition,
    "word": is_any,
}
"""Rule → whether it names a difference; the first that does."""


def rule_of(difference: Difference) -> str:
    """The name of the first rule that knows the difference.

    What a longer window has before or after the shared text is containment whatever it says: it leaves the shared text as
    it is, and a known answer span can settle it.
    """
    if is_overhang(difference):
        return "containment"
    return next(name for name, knows in RULES.items() if knows(difference))


def rule_of_pair(found: Sequence[Difference], rules: Sequence[str]) -> str:
    """The rule of a pair with these differences (at least one) and the rule of each: of all, what stands first in RULES.

    What is only in another order has its own rule, since no single difference shows it.
    """
    if is_order(found):
        return "order"
    return min(rules, key=list(RULES).index)
