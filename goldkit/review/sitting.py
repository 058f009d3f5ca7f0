"""What a person sits down to."""

from __future__ import annotations

from dataclasses import dataclass, field

from goldkit.review.share import Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """again: offer what others decided. share: this judge's part of the questions, all of them by default.

    audit: judge one's own grades again, blind; no label changes. frozen: the name of a frozen set whose pairs are offered in place
    of `dev`'s, blind; its next version takes up what is said.
    """

    again: bool = False
    share: Share = field(default_factory=Share)
    audit: bool = False
    frozen: str | None = None


USUAL = Sitting()
"""All questions, those that nobody decided."""
