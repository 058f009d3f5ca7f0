"""A cautious guess at the language of a text: by its script, and for Latin script by its most frequent small words.

Meant for one question: is this reply in another language than what it is about? So it says None rather than guess.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter

_FREQUENT = {
    "cs": "je se na že jsou který která jak proč nebo při také pro byl jako není",
    "da": "er og det ikke hvad hvordan hvorfor jeg til af som på den kan skal hvilken",
    "de": "der die das und ist nicht ein eine wie warum ich zu mit auf für werden wird den dem kann welche",
    "en": "the and is of to what how why which does are in a with for can when be do must should it on",
    "es": "el la los las de que y es en un una qué cómo por para con se cuál no del cuándo debe",
    "fi": "on ja ei se että miten miksi mikä ovat voi kun tai jos kuin mitä",
    "fr": "le la les des et est un une que qui dans pour pourquoi comment quel quelle ne pas avec sur du au",
    "hu": "az és hogy nem van egy mi miért hogyan melyik kell vagy meg lehet",
    "it": "il lo gli di che e è un una per con come perché quale non si della del nel quando deve",
    "nl": "de het een en is niet wat hoe waarom van op voor met zijn wordt welke kan moet",
    "pl": "jest nie się na do że jak dlaczego które jaki jaka w z i co kiedy lub oraz przez być czy",
    "pt": "o a os as de que e é em um uma como por para com não se qual quando do da deve",
    "sv": "är och det att inte vad hur varför jag som på den kan ska vilken för av",
}
SMALL_WORDS = {code: frozenset(small.split()) for code, small in _FREQUENT.items()}
"""Language → words that its sentences can hardly do without. Kept short: two languages share many of them."""
_CODES = {
    word: tuple(code for code, small in SMALL_WORDS.items() if word in small)
    for word in frozenset().union(*SMALL_WORDS.values())
}

NAMES = {
    "cs": "Czech", "da": "Danish", "de": "German", "en": "English", "es": "Spanish", "fi": "Finnish", "fr": "French",
    "hu": "Hungarian", "it": "Italian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "sv": "Swedish",
}  # fmt: skip
SCRIPT_NAMES = {
    "greek": "Greek",
    "armenian": "Armenian",
    "hebrew": "Hebrew",
    "georgian": "Georgian",
    "hangul": "Korean",
    "thai": "Thai",
}
"""Scripts that one language is written in, or nearly so."""
LEAST_SHARE = 0.1
LEAD = 2
"""How many more small words the best language must have than the next one."""

SCRIPTS: tuple[tuple[int, str], ...] = (
    (0x0041, "latin"), (0x0370, "greek"), (0x0400, "cyrillic"), (0x0530, "armenian"), (0x0590, "hebrew"), (0x0600, "arabic"),
    (0x0900, "devanagari"), (0x0980, "indic"), (0x0E00, "thai"), (0x0E80, "other"), (0x10A0, "georgian"), (0x1100, "hangul"),
    (0x1200, "other"), (0x1E00, "latin"), (0x2000, "other"), (0x3040, "kana"), (0x3100, "other"), (0x3400, "han"),
    (0xA000, "other"), (0xAC00, "hangul"), (0xD800, "other"), (0xF900, "han"), (0xFB00, "other"), (0x20000, "han"),
    (0x32000, "other"),
)  # fmt: skip
"""Where each script's letters begin, by code point; the last entry that is not above a letter names its script."""
_STARTS = [start for start, _ in SCRIPTS]
_WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile("[\u3041-\u30fa]")


def scripts_of(text: str) -> frozenset[str]:
    """The scripts that at least a tenth of a text's letters are in: "latin", "cyrillic", "cjk" (Han and kana), …"""
    if text.isascii():  # most are, and letter by letter takes thirty times as long
        return frozenset(("latin",)) if _WORD.search(text) else frozenset()
    names = (SCRIPTS[bisect_right(_STARTS, ord(sign)) - 1][1] for sign in text if sign.isalpha())
    counts = Counter("cjk" if name in ("han", "kana") else name for name in names)
    return frozenset(name for name, count in counts.items() if count >= LEAST_SHARE * counts.total())


def language_of(text: str) -> str | None:
    """The language of a text in Latin script, as an ISO 639-1 code of SMALL_WORDS; None when it is not clear."""
    scores = Counter(code for word in _WORD.findall(text.casefold()) for code in _CODES.get(word, ()))
    (code, best), (_, second) = [*scores.most_common(2), ("", 0), ("", 0)][:2]
    return code if best >= second + LEAD else None


def name_of_language(text: str) -> str:
    """The English name of a text's language, "" where it is not clear: several languages share Cyrillic and Arabic script.

    Japanese is told by its kana, Chinese by having none.
    """
    scripts = scripts_of(text) - {"other"}
    if scripts == {"latin"}:
        return NAMES.get(language_of(text) or "", "")
    found = scripts - {"latin"}
    if found == {"cjk"}:
        return "Japanese" if _KANA.search(text) else "Chinese"
    return SCRIPT_NAMES.get(next(iter(found)), "") if len(found) == 1 else ""


def differ(question: str, text: str) -> bool:
    """Whether a question is clearly in another script than all of the text, or in another language of Latin script.

    A text may mix: commands and names in Latin script among Cyrillic sentences make a question in either fit.
    """
    asked, there = scripts_of(question), scripts_of(text)
    if asked and there and asked.isdisjoint(there):
        return True
    codes = {language_of(question), language_of(text)} - {None}
    return asked == {"latin"} and len(codes) == 2
