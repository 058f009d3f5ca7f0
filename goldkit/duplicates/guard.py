"""The guard: whether two near-duplicates say the same, read from the unfolded text.

Every difference must be explained as harmless, or the pair differs, by the rule that names the difference. So a changed
number, version, date, unit, sign, name or negation can never be the same, and neither can what no rule knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from goldkit.duplicates.align import differences, side
from goldkit.duplicates.article import is_article
from goldkit.duplicates.difference import Difference
from goldkit.duplicates.exception import Direction, exception
from goldkit.duplicates.rules import rule_of, rule_of_pair
from goldkit.duplicates.typo import is_typo
from goldkit.records import JSON

MOST = 20
"""Most readings that are kept of a pair."""

MOST_SPANS = 200
"""With more differences than this none has its span kept, so that no quote can settle the pair by a part of them."""


_TURNED: dict[Direction, Direction] = {"a→b": "b→a", "b→a": "a→b"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What the guard says of a pair: its verdict, the rule, the readings and the spans of the differences.

    rule: None where nothing but form differs; "typo", "article" or "surplus" where a harmless change of words was found.
    direction: of a pair that differs, the way in which it is safe all the same; None for the others.
    spans: {"a": [start, end], "b": [start, end], "rule": …} in characters; empty where a text is not in NFC.
    """

    verdict: Literal["same", "differs"]
    rule: str | None
    differs: tuple[tuple[str, str], ...] = ()
    spans: tuple[JSON, ...] = ()
    direction: Direction | None = None

    def turned(self) -> Finding:
        """The finding with a and b exchanged."""
        spans: tuple[JSON, ...] = tuple({**span, "a": span["b"], "b": span["a"]} for span in self.spans)
        turned = None if self.direction is None else _TURNED[self.direction]
        return Finding(self.verdict, self.rule, tuple((b, a) for a, b in self.differs), spans, turned)


def guard(a: str, b: str, is_boilerplate: Callable[[str], bool]) -> Finding:
    """Read two unequal texts that are near-duplicates. is_boilerplate: whether a text is nothing but frozen boilerplate."""
    if b < a:
        # A shortest edit script may read otherwise from the other end; one order makes the finding a matter of the texts.
        return guard(b, a, is_boilerplate).turned()
    found = differences(side(a), side(b))
    if not found:
        return Finding("same", None)
    if len(found) == 1 and is_typo(found[0]):
        return Finding("same", "typo")
    if len(found) == 1 and is_article(found[0]):
        return Finding("same", "article")
    if all(_is_surplus(difference, is_boilerplate) for difference in found):
        return Finding("same", "surplus")
    made = differing(found, composed=(a, b))
    direction = exception(found)
    return replace(made, rule="exception", direction=direction) if direction else made


def differing(found: Sequence[Difference], composed: tuple[str, str]) -> Finding:
    """The finding of a pair with these differences (at least one), readings of the deciding rule first, spans in their order.

    composed: the texts as they are stored.
    """
    rules = [rule_of(difference) for difference in found]
    decides = rule_of_pair(found, rules)
    ranked = sorted(zip(rules, found, strict=True), key=lambda pair: pair[0] != decides)
    readings = dict.fromkeys(difference.readings for _, difference in ranked[:MOST])
    in_nfc = composed == (found[0].a.text, found[0].b.text)
    kept = found if in_nfc and len(found) <= MOST_SPANS else []
    spans: list[JSON] = [dict(difference.spans) | {"rule": rule} for difference, rule in zip(kept, rules, strict=False)]
    return Finding("differs", decides, tuple(readings), tuple(spans))


def _is_surplus(difference: Difference, is_boilerplate: Callable[[str], bool]) -> bool:
    return difference.one_sided and is_boilerplate(difference.longer)
