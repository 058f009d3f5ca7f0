"""Why a changed corpus brought a pair up: what `goldkit rebase` left in its proposals, in words."""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.phrases import some
from goldkit.records import Judgment


def why_rebased(lines: Iterable[Judgment]) -> tuple[str, ...]:
    """A reason for each proposal of a rebase: from which chunk its label comes, and what keeps it from being carried over."""
    return tuple(sorted({said for line in lines if (said := _reason(line))}))


def _reason(line: Judgment) -> str:
    rebase = line.metadata.get("rebase")
    if not isinstance(rebase, dict):
        return ""
    origins, why = (_texts(rebase.get(name)) for name in ("from", "why"))
    if line.source != "rebase" or not (origins or why):
        return ""
    start = f"the new corpus has this in place of {some(origins, 3)}" if origins else "the corpus is a new one"
    return f"{start}: {'; '.join(why)}" if why else start


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str) and one] if isinstance(value, list) else []
