"""Wordings of one English question that differ in small words only: its plain form, the same for all of them.

How do I drain the link? · how to drain the link · How can I drain the links please. Only closed lists are applied, and only to
words of prose, so that figures, identifiers, names, negations, question words and the order of words always stay. A question
that does not show itself to be English, by a word that no other language has, keeps every word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldkit.duplicates.typo import SLIPS
from goldkit.mining.past_tense import in_present
from goldkit.mining.plain_words import PlainWord, plain_words
from goldkit.text.english import ENGLISH, QUESTION_WORDS


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


POLITE = _words("please pls plz kindly")
ASKS_AFTER_GREETING = QUESTION_WORDS | _words("who can could does do is are should please i")
GREETINGS = _words("hi hello hey")
_NOT = "do does did is are was were could would should has have had must need"
CONTRACTIONS = (
    {f"{word}n{sign}t": (word, "not") for word in _NOT.split() for sign in ("'", "")}
    | {f"{word}{sign}s": (word, "is") for word in ("what", "where", "how") for sign in ("'", "")}
    | {f"{word}'s": (word, "is") for word in ("who", "when", "why", "it", "that", "there")}
    | {"can't": ("can", "not"), "cant": ("can", "not"), "cannot": ("can", "not")}
    | {"won't": ("will", "not"), "wont": ("will", "not"), "i'm": ("i", "am"), "i've": ("i", "have")}
)
LEAD_INS = tuple(
    tuple(line.split())
    for line in (
        "can you tell me",
        "could you tell me",
        "tell me",
        "do you know",
        "does anyone know",
        "does anybody know",
        "i want to know",
        "i would like to know",
    )
)
HOW_TO = (("how", "do", "i"), ("how", "can", "i"))
BEFORE_ARTICLE = _words(
    "is are was were does do did in on at of for with without to from by as how what when why where can has have get make "
    "create write if after before into not use give"
)
"""Words after which `a` is an article; after others it may be a name (plan a, site a)."""
NO_NOUN = QUESTION_WORDS | BEFORE_ARTICLE | _words("go the a an mean work hold run cost cover please")
"""Words that no article stands before, so that what looks like one is a name (where does a go)."""
SUBJECTS = _words("to i we you")
LEAST_FOR_PLURAL = 4
"""Words that a question has at least where a plural may stand for the singular: ring and rings alone are two things."""
NO_PLURAL = _words(
    "goods means customs glasses savings earnings windows teams works words pages notes forms drives sheets slides sales terms "
    "contents premises minutes clothes species series thanks headquarters sometimes besides others theirs yours times"
)
"""Words that are another word without their s, or a product's name."""
NO_PLURAL_ENDINGS = ("ss", "us", "is", "as", "os", "ics")


def wording(text: str) -> tuple[str, ...]:
    """The plain form of a question; two questions are the same in wording when theirs are equal."""
    return wording_of(plain_words(text))


def wording_of(found: Sequence[PlainWord]) -> tuple[str, ...]:
    """The plain form of a question given as its words."""
    if not any(word.prose and word.text in ENGLISH for word in found):
        return tuple(word.text for word in found)
    words = _asked_for_how(_bare_question(_expanded(found)))
    short = [word for at, word in enumerate(words) if not _is_article(words, at)]
    plain = [_singular(word) if len(short) >= LEAST_FOR_PLURAL else word.text for word in short]
    return in_present(plain) if short and short[-1].prose else tuple(plain)


def _expanded(words: Iterable[PlainWord]) -> list[PlainWord]:
    """Contractions in full, listed slips of spelling put right, politeness out."""
    found = []
    for word in words:
        if not word.prose:
            found.append(word)
        elif word.text not in POLITE:
            parts = CONTRACTIONS.get(word.text, (SLIPS.get(word.text, word.text),))
            found += [PlainWord(part, prose=True) for part in parts]
    return found


def _bare_question(words: list[PlainWord]) -> list[PlainWord]:
    """Without a greeting and a lead-in before the question itself."""
    if len(words) > 1 and words[0].text in GREETINGS and words[1].text in ASKS_AFTER_GREETING:
        words = words[1:]
    for lead in LEAD_INS:
        rest = words[len(lead) :]
        if rest and rest[0].text in QUESTION_WORDS and _starts(words, lead):
            return rest
    return words


def _asked_for_how(words: list[PlainWord]) -> list[PlainWord]:
    """`how do I` and `how can I` are `how to`; `do` and `does` right after a question word say nothing."""
    for opening in HOW_TO:
        if _starts(words, opening) and len(words) > len(opening):
            return [PlainWord("how", prose=True), PlainWord("to", prose=True), *words[len(opening) :]]
    asks = len(words) > 2 and words[0].text in QUESTION_WORDS and words[1].prose and words[1].text in ("do", "does")
    return [words[0], *words[2:]] if asks else words


def _starts(words: Sequence[PlainWord], opening: Sequence[str]) -> bool:
    return tuple(word.text for word in words[: len(opening)] if word.prose) == tuple(opening)


def _is_article(words: Sequence[PlainWord], at: int) -> bool:
    """Whether a word is an article: `the` before another word, `a` where no name can end."""
    word = words[at]
    if not word.prose or word.text not in ("the", "a", "an") or at == len(words) - 1:
        return False
    if word.text == "the":
        return words[at + 1].text not in QUESTION_WORDS
    if at == 0 or words[at + 1].text in NO_NOUN or not words[at + 1].prose or len(words[at + 1].text) == 1:
        return False
    return words[at - 1].text in BEFORE_ARTICLE or (at > 1 and words[at - 2].text in SUBJECTS)


def _singular(word: PlainWord) -> str:
    text = word.text
    if not word.prose or len(text) < 5 or not text.endswith("s"):
        return text
    if text in NO_PLURAL or text.endswith(NO_PLURAL_ENDINGS) or not text.isascii():
        return text
    if text.endswith("ies"):
        return text[:-3] + "y"
    return text[:-2] if text.endswith(("xes", "ches", "shes", "sses", "zes")) else text[:-1]
