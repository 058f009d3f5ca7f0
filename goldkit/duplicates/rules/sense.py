"""Differences in what is said: negations, conditions, names, additions."""

from __future__ import annotations

from goldkit.duplicates.capitals import sentence_start
from goldkit.duplicates.difference import Difference, Side
from goldkit.duplicates.rules.opposites import are_opposite
from goldkit.duplicates.vocabulary import CONDITIONS, DATES, NEGATIONS, UNITS

ADDITION = 3
"""Words that make a one-sided difference an addition."""

OVERHANG = 12
"""Words that make an addition at an end of the text a piece of a longer window."""

FEW = 8
"""Most words among which opposites are looked for."""


def is_negation(difference: Difference) -> bool:
    """A word of polarity or status on one side only, or a word against its opposite.

    Words of: en, de, fr, es, pt, it, ru, ar, zh, ja. Opposites of: en.

    >>> rule("The service must be reloaded.", "The service must not be reloaded.")
    'negation'
    >>> rule("Resets it at the start of a test.", "Resets it at the end of a test.")
    'negation'
    >>> rule("a stable interface", "an unstable interface")
    'negation'
    >>> rule("enable the cache", "disable the cache")
    'negation'
    >>> rule("This call works.", "This deprecated call works.")
    'negation'
    >>> rule("Wir starten nie neu.", "Wir starten oft neu.")
    'negation'
    >>> rule("emme ole siellä nyt", "emme olleet siellä nyt")  # a language whose words nobody listed
    'word'
    >>> rule("It cannot fail", "IT CANNOT FAIL")
    'same'
    """
    words = [token.text.casefold() for token in difference.only]
    if any(word in NEGATIONS or word.endswith("n't") for word in words):
        return True
    return len(words) <= FEW and are_opposite(words)


def is_condition(difference: Difference) -> bool:
    """A word on one side only that limits or obliges.

    Words of: en, de, fr, es, ru.

    >>> rule("It closes after 30 s unless told.", "It closes after 30 s if told.")
    'condition'
    >>> rule("They must be signed.", "They may be signed.")
    'condition'
    >>> rule("Reload before the update.", "Reload after the update.")
    'condition'
    >>> rule("Keep at least two of them.", "Keep at most two of them.")
    'condition'
    >>> rule("again on 3 May then", "again on 3 June then")  # the month, not the verb
    'date'
    """
    words = [token.text for token in difference.only]
    if "May" in words and any(word != "May" and word.casefold() in DATES for word in words):
        words.remove("May")
    return any(word.casefold() in CONDITIONS for word in words)


def is_name(difference: Difference) -> bool:
    """A word with a capital that no sentence start explains, on one side only. In every language that writes names so.

    >>> rule("It runs at the Hamburg site.", "It runs at the Lisbon site.")
    'name'
    >>> rule("He asked Ms Brown then.", "He asked Ms Braun then.")
    'name'
    >>> rule("Hamburgers are served.", "hamburgers are served.")
    'same'
    >>> rule("It runs at the first site.", "It runs at the far site.")
    'condition'
    """
    missing = {token.text for token in difference.only}
    return _has_name(difference.a, difference.a_from, difference.a_to, missing) or _has_name(
        difference.b, difference.b_from, difference.b_to, missing
    )


def is_addition(difference: Difference) -> bool:
    """One side has at least three words more.

    >>> rule("It stores what came in.", "It stores what came in from the rooms nearby.")
    'containment'
    >>> rule("It stores what came in.", "It stores all that which came in.")
    'condition'
    >>> rule("It stores what came in.", "It stores what came in there.")
    'word'
    """
    return difference.one_sided and _words(difference) >= ADDITION


def is_overhang(difference: Difference) -> bool:
    """One side has a dozen words more, at the start or at the end of the texts."""
    return difference.one_sided and difference.at_edge and _words(difference) >= OVERHANG


def is_any(_: Difference) -> bool:
    """Whatever is left: another word. No language's words are needed to see that, and nothing explains it.

    >>> rule("It forwards each request.", "It drops each request.")
    'word'
    >>> rule("tämä menee palvelimeen nyt", "tämä menee palvelimen nyt")
    'word'
    >>> rule("We recieved the files.", "We received the files.")  # a known slip of spelling
    'same'
    """
    return True


def _words(difference: Difference) -> int:
    return sum(token.kind != "sign" for token in (*difference.in_a, *difference.in_b))


def _has_name(side: Side, start: int, stop: int, missing: set[str]) -> bool:
    for at in range(start, stop):
        token = side.tokens[at]
        known = token.text.casefold() in UNITS or token.text.casefold() in DATES
        if token.kind != "word" or token.text not in missing or known:
            continue
        if token.text[0].isupper() and not sentence_start(side.tokens, at):
            return True
    return False
