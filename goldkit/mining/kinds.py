"""What a question looks like, told by rule, as metadata to slice scores by: `score --by form`, length, language or followup.

These are no tags, for every tag is a slice of every score, and each slice tested makes the others harder to tell from chance.
"""

from __future__ import annotations

import re

from goldkit.records import JSON
from goldkit.text.language import SMALL_WORDS
from goldkit.text.language_tag import language_tag
from goldkit.text.leaning import leans
from goldkit.text.tokens import UNSPACED

SHORT, LONG = 3, 15
"""Words of a short question at most, and of a long one at least."""
PER_WORD = 2
"""Characters that stand for a word where a script has no spaces."""
KEYWORDS = 5
"""Words of a query of keywords at most."""
_OPENS = re.compile(
    r"(?:how|what|why|which|where|when|who|whose|whom|is|are|was|were|does|do|did|can|could|should|would|will|may|has|have|am"
    r"|wie|was|warum|wieso|welche[rsn]?|wo|wann|wer|kann|ist|gibt|comment|pourquoi|quel(?:le)?s?|où|quand|qui|est-ce|combien"
    r"|cómo|qué|por qué|cuál(?:es)?|dónde|cuándo|quién|come|perché|quale|dove|chi|como|qual|onde|quem|hoe|waarom|welke|waar"
    r"|jak|dlaczego|który|gdzie|kiedy|czy|как|что|почему|какой|где|когда|кто|هل|كيف|لماذا|ما|متى|أين|من)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？؟]\W*$|か[。?？]?$|[吗呢么][。?？]?$|なぜ|どう|何|什么|怎|为何|ไหม|ทำไม|อย่างไร|어떻게|왜|무엇|나요|까요"
)
_UNSPACED = re.compile(f"[{UNSPACED}]")
_SMALL = frozenset(word for words in SMALL_WORDS.values() for word in words)


def kinds_of(text: str, context: str | None = None) -> JSON:
    """`form` (question, keyword), `length` (short, long), `language`, `followup` of a question, each only where it is clear."""
    size = _words(text)
    found = {
        "form": _form(text, size),
        "length": "short" if size <= SHORT else "long" if size >= LONG else None,
        "language": language_tag(text),
        "followup": True if context is not None or leans(text) else None,
    }
    return {name: value for name, value in found.items() if value is not None}


def _form(text: str, size: int) -> str | None:
    plain = text.strip()
    if _ASKS.search(plain) or _OPENS.match(plain):
        return "question"
    words = {word.casefold() for word in plain.split()}
    return "keyword" if size <= KEYWORDS and words.isdisjoint(_SMALL) else None


def _words(text: str) -> int:
    """How many words a text has; PER_WORD characters of a script without spaces are one."""
    single = len(_UNSPACED.findall(text))
    return len(_UNSPACED.sub(" ", text).split()) + -(-single // PER_WORD)
