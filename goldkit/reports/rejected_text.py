"""The drafts that did not become questions, as plain text: by reason, each with what exactly was wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from goldkit.phrases import counted
from goldkit.results.rejected import Rejected

FORMAT = 1
"""The version of the JSON."""


def rejected_text(drafts: Sequence[Rejected]) -> str:
    """The whole list, with a final newline. drafts: sorted by reason; nothing is cut."""
    lines: list[str] = []
    for reason, group in groupby(drafts, key=lambda draft: draft.reason):
        same = list(group)
        lines += [f"{reason}: {counted(len(same), 'draft')}", *map(_line, same)]
    return "\n".join(lines or ["no rejected drafts"]) + "\n"


def rejected_json(drafts: Sequence[Rejected]) -> dict[str, Any]:
    """The list as JSON values: counts by reason, and every draft."""
    counts = Counter(draft.reason for draft in drafts)
    return {"format": FORMAT, "reasons": dict(sorted(counts.items())), "rejected": list(drafts)}


def _line(draft: Rejected) -> str:
    asked = draft.question or "(no question)"
    detail = f" | {draft.detail}" if draft.detail and draft.detail != draft.question else ""
    return f"  {', '.join(draft.chunks)} [{draft.style}] {asked}{detail}"
