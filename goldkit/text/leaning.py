"""Questions that lean on the turn before: "and for the other site?", "why?", "can I make it longer" ask about what was said."""

from __future__ import annotations

import re

from goldkit.text.identifiers import identifiers

LONGEST = 12
"""Words of a follow-up at most; a longer text brings its own subject."""
SHORT = 7
"""Words of a question at most in which `it` after a question word or verb is taken for something said before."""

_ENGLISH = r"(?:and|or|but|also|what about|how about|same (?:for|with)|then|what if (?:not|it|they)|why not)\b"
_OTHERS = (
    r"(?:und|aber|oder|auch|was ist mit|wie sieht es mit|warum nicht|et|mais|qu'en est-il|pero|qué hay de|а|и|но|или"
    r"|как насч[её]т|y (?:el|la|los|las|para|en|si|qué|que|cómo|por|con|otr[oa]s?))\b"
)
_UNSPACED = r"(?:では|じゃあ|それ[はでも]|他に[はも]|那么?|还有)"
_OPENING = re.compile(f"{_ENGLISH}|{_OTHERS}|{_UNSPACED}", re.IGNORECASE)
_WHOLE = """
why; how; how so; why so; how come; which one; which ones; what else; who else; anything else; what then; like what; and then;
are you sure; for example; warum; wieso; pourquoi; por qué; почему; なぜ; どうして; 为什么; لماذا
"""
_BARE = frozenset(text.strip() for text in _WHOLE.split(";"))
"""Whole questions that ask about nothing but the turn before."""
_VERB = "does|do|did|is|are|was|were|can|could|will|would|should|has|have"
_POINTING = "it|they|this|that|these|those|he|she|them"
_POINTS_BACK = re.compile(rf"(?:(?:why|how|when|where|what|who)\s+)?(?:{_VERB})\s+(?:{_POINTING})\b", re.IGNORECASE)
_OWN_SUBJECT = re.compile(r"\b(?:to|when|if|that|whether|for|because)\b", re.IGNORECASE)
"""After `is it` one of these brings what `it` stands for: is it safe to restart a mover."""
_MAKES_IT = re.compile(
    r"(?:how\s+)?(?:can|could|may|should|do)\s+(?:i|we|one)\s+\w+\s+(?:it|them)(?:\s+\w+){0,2}", re.IGNORECASE
)
"""can I make it longer."""
_ENDS_POINTING = re.compile(r"(?:\S+\s+){1,4}(?:it|that|this|them|those|these)", re.IGNORECASE)
_MARKS = " \t\n?.!…？。！؟"


def leans(text: str) -> bool:
    """Whether only the turn before makes a question whole: by its opening, as a bare `why?`, or since it points back.

    Told by lists, mostly of English; a question with an identifier names its own subject unless it opens like a follow-up.
    """
    plain = text.strip(_MARKS)
    count = len(plain.split())
    if count > LONGEST:
        return False
    if _OPENING.match(plain) or plain.casefold() in _BARE:
        return True
    return _points_back(plain, count) and not identifiers(plain)


def _points_back(text: str, count: int) -> bool:
    found = _POINTS_BACK.match(text)
    if found and count <= SHORT and not _OWN_SUBJECT.search(text, found.end()):
        return True
    return bool(_ENDS_POINTING.fullmatch(text) or _MAKES_IT.fullmatch(text))
