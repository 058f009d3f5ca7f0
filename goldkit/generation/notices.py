"""Text around the content of a page: ways through a site, licence headers, cookie banners. Nobody asks what a footer says."""

from __future__ import annotations

import re


def _patterns(phrases: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(phrase, re.IGNORECASE) for phrase in phrases)


_WAYS = (
    "skip to (?:main )?content|(?:go )?back to top|edit (?:this page|on github)|view (?:page )?source|on this page|in this section|"
    "table of contents|contents|all rights reserved|sign in|log ?in|sign up|share|print|menu|search|home|"
    "(?:read|learn|see|show) more|"
    "(?:click|see) here(?: for [\\w ]{1,40})?|(?:was|is) this (?:page|article|answer) (?:helpful|useful|of help)(?: to you)?|"
    "yes|no|"
    "privacy(?: policy)?|terms(?: of (?:use|service))?|contact(?: us)?|imprint|"
    "(?:previous|next|prev)(?: (?:page|article|topic|chapter|section))?(?:\\s*:.*)?|last (?:updated|modified|changed)(?: on)?:?.*"
)
_GAP = r"[\s|·•›»«→←/<>.?!:,-]*"
WAY = re.compile(rf"^{_GAP}(?:(?:{_WAYS}){_GAP})+$", re.IGNORECASE)
"""A line that only leads elsewhere in a site."""
CRUMBS = re.compile(r"^\W*(?:[^\s>›»→/|][^>›»→|.?!]*\s[>›»→]\s){2,}[^>›»→|.?!]+$")
"""Home > Handbook > Transfers: no sentence, at least two steps."""
DIRECTIVE = re.compile(
    r"^\s*(?:\.\. (?:(?:current)?module::|index::|highlight::|_[^:]*:\s*$).*|:(?:synopsis|platform|orphan):.*)$"
)
"""Markup of reStructuredText that is about the page."""
OWNER = re.compile(r"^\W*(?:©|\(c\)|copyright\b).{0,120}$", re.IGNORECASE)
LONGEST_WAY = 200
"""Characters of a line; a longer one is a paragraph."""
LEGAL = ("copyright", "licen", "warrant", "permission", "redistribution", "©", "(c)")
"""One of these is in each of the phrases of LICENCE, or near it."""
LICENCE = _patterns(
    (
        r"spdx-license-identifier",
        r"copyright (?:\(c\)|©)|(?:\(c\)|©) copyright|copyright \d{4}",
        r"all rights reserved",
        r"permission is hereby granted, free of charge",
        r"redistribution and use in source and binary forms",
        r"redistributions? (?:of source code|in binary form) must",
        r"licensed under the .{3,40}licen[cs]e",
        r"you may not use this file except in compliance",
        r"without warrant(?:y|ies)",
        r"the software is provided [\"“']?as is",
        r"in no event shall",
        r"(?:above copyright|this permission) notice",
        r"gnu (?:affero |lesser )?general public license",
    )
)
"""Phrases of the usual software licences; any two of them make a header, one may be a sentence about a licence."""
COOKIES = _patterns(
    (
        r"\b(?:we|site|website|page)\b[^.]{0,40} uses? (?:[\w-]+ ){0,3}cookies",
        r"(?:accept|reject|allow|decline) (?:all|cookies|optional)",
        r"(?:manage|cookie|privacy) (?:preferences|settings|choices)",
        r"(?:strictly )?necessary cookies",
        r"(?:by (?:continuing|clicking)|you) [^.]{0,60}(?:consent|agree) ",
    )
)
LONGEST_BANNER = 1200
"""Characters; a longer text with such phrases is a page about cookies, which has facts."""


def leads_elsewhere(line: str) -> bool:
    """Whether a line is a way through a site, or says whose it is."""
    if len(line) > LONGEST_WAY:
        return False
    start = line.lstrip()[:1]
    if start in (".", ":") and DIRECTIVE.match(line):
        return True
    crumbs = any(sign in line for sign in ">›»→") and CRUMBS.match(line)
    return bool(crumbs or WAY.match(line) or OWNER.match(line))


def is_licence(text: str) -> bool:
    """Whether a text is the header of a licence, or a part of its wording."""
    folded = text.casefold()
    return any(sign in folded for sign in LEGAL) and sum(1 for phrase in LICENCE if phrase.search(text)) > 1


def is_cookie_banner(text: str) -> bool:
    """Whether a text asks for consent to cookies."""
    if len(text) > LONGEST_BANNER or "cookie" not in text.casefold():
        return False
    return sum(1 for phrase in COOKIES if phrase.search(text)) > 1
