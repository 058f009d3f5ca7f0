"""One draft through the filters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from goldkit.generation.draft import Draft
from goldkit.generation.filters.catalogue import ALWAYS, FILTERS, USUAL
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import Figure, Other, Verdict
from goldkit.llm.reply import Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """reason: why the draft is rejected, "" where it passes; detail: what exactly. The rest is as in a Verdict.

    Where `stopped` is not empty the draft is neither accepted nor rejected: it was not looked at to the end.
    """

    reason: str = ""
    detail: str = ""
    figures: dict[str, Figure] = field(default_factory=dict)
    others: tuple[Other, ...] = ()
    replies: tuple[Reply, ...] = ()
    stopped: str = ""
    filtered_by: str = ""


def screen(draft: Draft, context: Context, names: Iterable[str] = USUAL) -> Screened:
    """Try the filters of those names, and those that always apply, in the catalogue's order, up to the first that objects."""
    wanted = {*names, *ALWAYS}
    if "quote" in wanted:  # whoever asks for a round trip means every question that its chunk answers
        wanted.add("round trip")
    seen: list[Verdict] = []
    for name, one in FILTERS.items():
        if name in wanted:
            verdict = one.check(draft, context)
            seen.append(verdict)
            if verdict.stopped or verdict.objection is not None:
                return _summed(seen, reason="" if verdict.stopped else one.reason)
    return _summed(seen)


def _summed(seen: Sequence[Verdict], reason: str = "") -> Screened:
    return Screened(
        reason=reason,
        detail=seen[-1].objection or "" if seen else "",
        figures={name: value for verdict in seen for name, value in verdict.figures.items()},
        others=tuple(other for verdict in seen for other in verdict.others),
        replies=tuple(reply for verdict in seen for reply in verdict.replies),
        filtered_by="".join(verdict.filtered_by for verdict in seen),
        stopped=seen[-1].stopped if seen else "",
    )
