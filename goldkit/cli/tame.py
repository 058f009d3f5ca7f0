"""Words for a terminal: ids, names and texts come from files and servers, and none of them may steer the screen."""

from __future__ import annotations

CONTROL = {code for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}
TURNING = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029}
"""Marks that break lines or turn the direction of all that follows."""
SPELT = {code: f"<U+{code:04X}>" for code in sorted(CONTROL | TURNING)}


def tame(text: str) -> str:
    """The text with what would steer a terminal spelt out, an escape as <U+001B>; line ends and tabs stay."""
    return text.translate(SPELT)
