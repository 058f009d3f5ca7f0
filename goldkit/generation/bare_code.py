"""Code that says nothing in words: no comment, no message, no prose beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

LEAST_LINES = 2
SHARE = 0.8
"""Of the lines, that have to be code."""
CODE = re.compile(
    r"^\s*(?:[\])};,]+|```.*|~~~.*|@\w.*|</?\w[^>]*>.*|(?:>>>|\.\.\.|\$)\s.*|\.\. (?:code-block|highlight)::.*"
    r"|(?:import|from|def|class|return|const|let|var|func|fn|public|private|static|package|using|#include)\s.*"
    r"|(?:if|for|while|elif|else|try|except|with|switch)\b.*[:{]"
    r"|.*[;{(\[]|.*\w\([^)]*\)+[;,]?)\s*$"
)
"""A line of code; not `name = value` or `name: value`, for settings are facts."""
WORDS = re.compile(r"[^\W\d_]{2,}(?:[ ,]+[^\W\d_]+){3,}|[\u3041-\u30ff\u4e00-\u9fff]{4,}")
"""Four plain words in a row: prose, or a comment."""
KEYWORDS = re.compile(
    r"^\s*(?:from [\w.]+ import|import|create table|select|insert into|public static|export default)\b.*$",
    re.IGNORECASE,
)


def is_bare_code(lines: Sequence[str]) -> bool:
    """Whether lines are code without a word about it."""
    if len(lines) < LEAST_LINES or any(WORDS.search(line) for line in lines if not KEYWORDS.match(line)):
        return False
    return sum(1 for line in lines if CODE.match(line)) >= SHARE * len(lines)
