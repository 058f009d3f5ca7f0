"""The forms of a passage in which a log and a corpus may hold the same one: spaced anew, without markup, folded, cut.

They serve to recognise a passage. What folding removes can be meaning, so equal folded forms alone prove nothing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import unescape

from goldkit.text.tokens import INVISIBLE, folded

METADATA = re.compile(r"\A\s*<document_metadata>.*?</document_metadata>", re.DOTALL)
"""What AnythingLLM puts before a passage."""
CUT = re.compile(r"(?:\s*(?:\.{3}|…|\[…\]|\[\.{3}\])(?:\s*continued on in source document(?:\.{3}|…)?)?)+\s*\Z")
"""How logs mark that they cut a passage."""
_CUT_ENDS = ("...", "…", "]", "source document")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_TAG = re.compile(
    r"</?(?:a|b|br|code|div|em|h[1-6]|i|li|ol|p|pre|span|strong|t[dhr]|table|tbody|thead|ul)\b[^<>]*>", re.IGNORECASE
)
_LINE = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|(?:>[ \t]?)+|```\w*[ \t]*$|[-*+•][ \t]+)+", re.MULTILINE)
_LINE_SIGNS = "-#*>`+•"
_EMPHASIS = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)")
_DROP: dict[int, None] = dict.fromkeys(map(ord, INVISIBLE))


def spaced(text: str) -> str:
    """The text in NFC, invisible marks out, each stretch of white space one blank."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_DROP)
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """`spaced`, and without the markup of Markdown and HTML: emphasis, code marks, headings, bullets, tags, targets of links."""
    if any(sign in text for sign in _LINE_SIGNS):
        text = _LINE.sub("", text)
    return spaced(without_inline_markup(text))


def without_inline_markup(text: str) -> str:
    """The text without emphasis, code marks, tags, escapes and targets of links; its lines stay."""
    # Most texts lack most of these signs, and looking for one is much cheaper than any expression.
    if "<" in text:
        text = _TAG.sub(" ", METADATA.sub("", text))
    if "&" in text:
        text = unescape(text)
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub("", text)
    return text.replace("`", "")


def uncut(text: str) -> str:
    """The text without the mark, at its end, that something was cut off."""
    # The expression tries every stretch of white space of a text; most do not end as it asks.
    return CUT.sub("", text) if text.rstrip().endswith(_CUT_ENDS) else text


def recognised_by(text: str) -> str:
    """The form in which passages are looked up: `plain`, then NFKC and casefold. Not a proof that two say the same."""
    return " ".join(folded(plain(text)).split())
