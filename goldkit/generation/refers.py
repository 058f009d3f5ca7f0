"""Questions that point at something only the chunk explains: "according to the passage", "the table above", "this error"."""

from __future__ import annotations

import re

_PART = "(?:passage|text|excerpt|paragraph|snippet|extract|chunk|context|section|article|document|table|figure|list|page|statement)"
_TALKER = "(?:text|article|author|context|document|section|paragraph)"
_TEXT = (
    # Words that only somebody with the text in hand would use.
    r"\b(?:the|this|that|given|provided)\s+(?:\w+\s+)?(?:passage|excerpt|snippet)s?\b",
    r"\b(?:according to|based on|as (?:stated|described|mentioned|noted) in|from|per|in)\s+(?:the|this|that)\s+(?:\w+\s+)?"
    r"(?:passage|text|excerpt|paragraph|snippet|chunk|context|article)\b",
    rf"\b(?:this|provided|given|following|above|aforementioned|preceding)\s+{_PART}s?\b",
    rf"\bthe\s+{_PART}\s+(?:above|below)\b",
    rf"\bthe\s+{_TALKER}s?\s+(?:says?|states?|mentions?|describes?|suggests?|implies|refers?|discuss(?:es)?)\b",
    rf"\bdo(?:es)?\s+(?:the|this)\s+(?:{_TALKER}|table|figure)\s+(?:say|state|mention|describe|suggest|imply|refer|discuss|show|tell)\b",
    r"\b(?:mentioned|described|listed|shown|stated|discussed|referred to|given)\s+(?:above|below|here|earlier|previously)\b",
    rf"\b(?:mentioned|described|listed|shown|stated|discussed)\s+in\s+(?:the|this)\s+{_PART}\b",
    # The same in other languages.
    r"\b(?:laut|gemäß|nach)\s+(?:dem|diesem|der|dieser)\s+(?:text|abschnitt|absatz|auszug|passage|tabelle)\b",
    r"\b(?:im|in diesem|oben genannten|obigen)\s+(?:text|abschnitt|absatz|auszug)\b",
    r"\b(?:selon|d['’]après|dans)\s+(?:le|la|ce|cet|cette)\s+(?:texte|passage|extrait|paragraphe|tableau)\b",
    r"\bci-(?:dessus|dessous)\b",
    r"\b(?:según|en)\s+(?:el|la|este|esta)\s+(?:texto|pasaje|fragmento|párrafo|tabla)\b",
    r"\b(?:secondo|nel|in)\s+(?:(?:il|questo|quel)\s+)?(?:testo|passaggio|brano|paragrafo)\b",
    r"\b(?:segundo|de acordo com|no|neste)\s+(?:o\s+)?(?:texto|trecho|parágrafo)\b",
    r"\b(?:według|w)\s+(?:tego\s+|tym\s+|powyższ\w+\s+)?(?:tekstu|tekście|fragmentu|fragmencie|akapitu|akapicie)\b",
    r"\b(?:volgens|in)\s+(?:de|het|deze|dit)\s+(?:tekst|passage|alinea|fragment)\b",
    r"(?:この|本|上記の|次の)(?:文章|文|テキスト|段落|文書|表)|文章によると",
    r"本文|上文|上述|文中|这段|该段|(?:根据|依据)文章",
    r"\b(?:согласно|в)\s+(?:этому\s+|этом\s+|данному\s+|данном\s+)?(?:тексту|тексте|отрывку|отрывке)\b",
)
_POINTING = (
    # A "this" that nothing before it explains; times are explained by themselves.
    r"\b(?:this|these|those)\s+(?!morning|afternoon|evening|week|month|year|spring|summer|autumn|winter|time|way|kind|sort)\w+",
    r"\b(?:this|that)\s*\?",
    # Likewise an "it" right after the question word, but for turns of speech ("how long does it take to …").
    r"^(?:\w+\s+){1,3}(?:does|do|did|is|was|can|will|has|have|should)\s+(?:it|they|he|she)\s+"
    r"(?!(?:take|mean|cost|help|matter|make|possible|safe|allowed|ok|okay|necessary|better|normal|wise|that|to)\b)",
    r"\bbetween the two\s*\?",
)
_ANY_TEXT = re.compile("|".join(f"(?:{pattern})" for pattern in _TEXT), re.IGNORECASE)
_ANY = re.compile("|".join(f"(?:{pattern})" for pattern in (*_TEXT, *_POINTING)), re.IGNORECASE)


def refers_to_text(question: str) -> str | None:
    """The words of the question that point at a text, or at something that only a text or a turn before explains; or None."""
    found = _ANY.search(question)
    return found[0] if found else None


def names_text(question: str) -> str | None:
    """The words of the question that point at a text, or None; it may point at what was said before."""
    found = _ANY_TEXT.search(question)
    return found[0] if found else None
