"""The `[1]` and `[2, 3]` of an answer: which of the passages it was given it names."""

from __future__ import annotations

import re

CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
MARK = re.compile(r"\[\s*(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\s*\]")
_PAUSE = re.compile(r"[,;]")


def cited_positions(answer: str) -> list[int]:
    """The numbers in square brackets, each once, in the order of the answer. Code is passed over: `row[1]` cites nothing."""
    if "[" not in answer:
        return []
    plain = CODE.sub(" ", answer) if "`" in answer else answer
    return list(dict.fromkeys([int(number) for mark in MARK.findall(plain) for number in _PAUSE.split(mark)]))
