"""Follow-ups: questions that lean on the turn before. They keep that turn as their context, or take the log's own rewriting.

A follow-up under different contexts is a different question each time. Where the log has the question as a model rewrote it to
stand alone ("and for the other site?" → "what is the quota at South"), that text is the question: it is what the retriever was
asked and what a person can judge. What the user typed is kept in `metadata.asked_as`, and is no variant, for a variant is what a
later question is recognised by, and the same words after another turn ask for something else.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import NamedTuple

from goldkit.logs.interactions import Interaction
from goldkit.text.identifiers import identifiers
from goldkit.text.normalise import question_key

LONGEST = 12
"""Words of a follow-up at most; a longer text brings its own subject."""
SHORT = 7
"""Words of a question at most in which `it` after a question word or verb is taken for something said before."""
CONVERSATIONS = 10_000
"""Conversations whose last question is remembered; beyond it the one that was silent longest is forgotten: memory is bounded."""
REWRITTEN = 400
"""Characters of a rewritten question at most; what is longer is a passage made up for searching, no question."""

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


class Turn(NamedTuple):
    """A question as it is kept. text: as asked, or rewritten. context: the turn before. asked_as: what a rewriting replaced."""

    text: str
    context: str | None = None
    asked_as: str | None = None


class Turns:
    """The last question of every conversation, in the order in which interactions are met."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, tuple[str, str | None]] = OrderedDict()

    def turn(self, interaction: Interaction) -> Turn:
        """The question with its context or its rewriting, where it leans on the turn before; else just as it was asked."""
        context = self._context(interaction)
        rewritten = interaction.rewritten
        if (
            (context is not None or leans(interaction.query))
            and rewritten
            and _stands_alone(rewritten, interaction.query)
        ):
            return Turn(rewritten, None, interaction.query)
        return Turn(interaction.query, context)

    def _context(self, interaction: Interaction) -> str | None:
        """The turn before, where the log gives it or where the question leans on one met earlier in its conversation.

        A turn counts as earlier only when neither time says otherwise, so that a log sorted backwards gives no wrong context.
        """
        before = None
        if interaction.conversation is not None:
            before = self._last.pop(interaction.conversation, None)
            self._last[interaction.conversation] = interaction.query, interaction.time
            if len(self._last) > CONVERSATIONS:
                self._last.popitem(last=False)
        if interaction.context is not None or not leans(interaction.query):
            return interaction.context
        if interaction.previous is not None or before is None:
            return interaction.previous
        text, time = before
        in_order = time is None or interaction.time is None or time <= interaction.time
        return text if in_order else None


def _stands_alone(rewritten: str, query: str) -> bool:
    other = question_key(rewritten) != question_key(query)
    return other and len(rewritten) <= REWRITTEN and bool(rewritten.strip()) and not leans(rewritten)
