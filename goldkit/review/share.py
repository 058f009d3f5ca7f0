"""Whose questions are whose when several people review: parts that meet nowhere, and some questions for everybody on purpose.

A question's part depends on its id alone, so that nobody has to keep a list and new questions move none of the others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from goldkit.errors import UsageError
from goldkit.files.canonical import sha256_text

_DIGITS = 13
"""Hex digits of a hash that make a number: 52 bits, as many as a float holds exactly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One judge's part of so many (1-based), and the share of questions, in [0, 1], that every judge is offered."""

    part: int = 1
    parts: int = 1
    overlap: float = 0.0

    def has(self, query: str) -> bool:
        """Whether a question is offered to this judge."""
        return self.for_all(query) or int(_number("part", query) * self.parts) == self.part - 1

    def for_all(self, query: str) -> bool:
        """Whether every judge is offered this question, whoever decided it already: agreement is measured on these."""
        return _number("overlap", query) < self.overlap


def read_share(part: str | None, overlap: str | None) -> Share:
    """A share from words such as "2/3" and "20%". Raises UsageError for what is neither."""
    first, parts, common = 1, 1, 0.0
    if part is not None:
        found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", part.strip())
        first, parts = (int(found[1]), int(found[2])) if found else (0, 0)
        if not 1 <= first <= parts:
            raise UsageError(f"--share {part}: a part of so many, such as 2/3 for the second of three judges")
    if overlap is not None:
        found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?)\s*%", overlap.strip())
        common = float(found[1]) / 100 if found else -1.0
        if not 0 <= common <= 1:
            raise UsageError(f"--overlap {overlap}: a share of the questions from 0% to 100%, such as 20%")
    return Share(part=first, parts=parts, overlap=common)


def _number(purpose: str, query: str) -> float:
    """A number in [0, 1) that is the same for a question whenever and wherever it is asked for."""
    return float(int(sha256_text(f"{purpose}\n{query}")[:_DIGITS], 16) / 16**_DIGITS)
