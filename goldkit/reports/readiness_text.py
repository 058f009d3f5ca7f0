"""What a set lacks before it is sealed, as plain text, each with what to do about it."""

from __future__ import annotations

from goldkit.reports.visible_text import assumption, least_words, sample_words
from goldkit.results.readiness import Readiness


def readiness_text(found: Readiness) -> str:
    """Lines with a final newline."""
    lines = ["before it is sealed:", *(f"- {lack.what}\n  do: {lack.cure}" for lack in found.lacks)]
    if not found.lacks:
        lines = ["nothing speaks against sealing it"]
    if found.visible.queries:
        seen = f"{least_words(found.visible)} (80% chance, {sample_words(found.visible)}, any of its looks)"
        more = " or ".join(f"{count:,}" for count in found.further.values())
        lines.append(f"smallest difference it could show: {seen}")
        lines.append(f"  {assumption(found.visible)}")
        lines.append(
            f"to show {found.wanted:g} it would need {more} more queries of the same kind (--wanted D for another)"
        )
    return "\n".join(lines) + "\n"
