"""The language of a question as an ISO 639-1 code, by its script where that decides, else by its small words; or nothing."""

from __future__ import annotations

import re

from goldkit.text.language import language_of, scripts_of

_OF_SCRIPT = {
    "hangul": "ko", "thai": "th", "greek": "el", "hebrew": "he", "georgian": "ka", "armenian": "hy",
}  # fmt: skip
"""Scripts that are one language's, for nearly every text that is met."""
_BY_LETTERS = {
    "cjk": ((re.compile(r"[\u3041-\u30ff]"), "ja"), (re.compile(""), "zh")),
    "arabic": ((re.compile(r"[پچژگ]"), "fa"), (re.compile(""), "ar")),
    "cyrillic": ((re.compile(r"[іїєґ]", re.IGNORECASE), "uk"), (re.compile(r"[ыэё]", re.IGNORECASE), "ru")),
}
"""Letters that tell languages of one script apart; the first that is found decides, an empty pattern always is."""


def language_tag(text: str) -> str | None:
    """The code of a text's language; None where it is not clear: names, codes, a few words in Latin script, mixed scripts.

    Japanese without kana is taken for Chinese, and other languages of Arabic script for Arabic.
    """
    scripts = scripts_of(text)
    if len(scripts) > 1:
        scripts -= {"latin"}  # names and commands stand among the words of any language
    if scripts == {"latin"}:
        return language_of(text)
    if len(scripts) != 1:
        return None
    (script,) = scripts
    by_letters = (code for pattern, code in _BY_LETTERS.get(script, ()) if pattern.search(text))
    return _OF_SCRIPT.get(script) or next(by_letters, None)
