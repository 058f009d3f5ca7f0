"""Whether a chunk can hold an answer at all: asking about a list of links or a bare heading costs money and yields nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from goldkit.generation.bare_code import is_bare_code
from goldkit.generation.notices import is_cookie_banner, is_licence, leads_elsewhere
from goldkit.generation.page_lists import is_contents, is_index
from goldkit.generation.statement import enough
from goldkit.text.sentences import HEADING, STRUCTURE, prose_sentences
from goldkit.text.tokens import words

UNDERLINE = re.compile(r"^\s*([=~^*+#\"'`-])\1{2,}\s*$")
QUESTION, COLON = ("?", "？", "؟"), (":", "：")
LEAD_IN = re.compile(
    r"\b(?:following|follows|below|including|these are|this example|here(?:['’]s| is| are))\b", re.IGNORECASE
)
LONGEST_LEAD_IN = 20
"""Words; a longer one has a fact in it."""
SLACK = 2
"""Characters that an underline may be too short."""
SENTENCE_ENDS = (".", "!", "?", "。", "！", "？", ":", ";")
BROKEN = "broken text (a lone surrogate)"
WORDLESS = "no words"
LOOKS = ("too short", "only navigation", "only headings", "only links", "mostly links")
"""Reasons of those that are no whole thing of its own."""
SURROGATE = re.compile("[\ud800-\udfff]")
LINK = re.compile(r"!?\[(?P<label>[^\]]*)\]\([^)]*\)|<?https?://\S+>?")


def why_not(text: str, ask_all: bool = False) -> str | None:
    """The reason why nothing can be asked about a text, or None. Short, listed and tabular facts are facts.

    ask_all: every text that has a word can be asked about, whatever it looks like.
    """
    if not text.strip():
        return "empty"
    if SURROGATE.search(text):
        return BROKEN
    if ask_all:
        return None if any(word.isalpha() for word in words(text)) else WORDLESS
    lines = [line for line in text.splitlines() if line.strip()]
    return next((reason for reason, holds in WHOLE.items() if holds(text, lines)), None) or _without(lines)


WHOLE: dict[str, Callable[[str, Sequence[str]], bool]] = {
    "cookie notice": lambda text, lines: is_cookie_banner(text),
    "licence": lambda text, lines: is_licence(text),
    "table of contents": lambda text, lines: is_contents(lines),
    "index": lambda text, lines: is_index(lines),
    "only code": lambda text, lines: is_bare_code(lines),
    "only questions": lambda text, lines: text.rstrip().endswith(QUESTION) and all(map(_asks, prose_sentences(text))),
    "only leads in to what follows": lambda text, lines: lines[-1].rstrip().endswith(COLON) and _leads_in(lines),
}
"""Reason → whether all of a text is such a thing, from the text and its lines that are not blank."""
OVERRIDDEN = frozenset({*WHOLE, *LOOKS})
"""Reasons that do not count where all texts are to be asked about."""


def _asks(sentence: str) -> bool:
    return sentence.endswith(QUESTION)


def _leads_in(lines: Sequence[str]) -> bool:
    """Whether lines are one short sentence that points at what comes after it."""
    content = "\n".join(line for line in _below_headings(lines) if not leads_elsewhere(line))
    sentences = list(islice(prose_sentences(content), 2))
    return len(sentences) == 1 and bool(LEAD_IN.search(content)) and len(content.split()) <= LONGEST_LEAD_IN


def _without(lines: list[str]) -> str | None:
    """What is left of the lines without those that state nothing: the reason where it is not enough."""
    content = [line for line in lines if not leads_elsewhere(line)]
    prose = [line for line in _below_headings(content) if not HEADING.match(line)]
    bare = [STRUCTURE.sub("", LINK.sub(" ", line)) for line in prose]
    if enough(" ".join(bare)):
        linked = sum(1 for line in prose if LINK.search(line))
        return "mostly links" if linked * 2 > len(prose) and not any(map(enough, bare)) else None
    if not enough(" ".join(lines)):
        return "too short"
    if not enough(" ".join(content)):
        return "only navigation"
    return "only links" if enough(" ".join(prose)) else "only headings"


def _below_headings(lines: Sequence[str]) -> Iterator[str]:
    """The lines but for those that are underlined: a rule under a sentence, or a shorter one, is no underline."""
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        underlined = UNDERLINE.match(following) and len(following.strip()) >= len(line.strip()) - SLACK
        if not underlined or line.rstrip().endswith(SENTENCE_ENDS):
            yield line
