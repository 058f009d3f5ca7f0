"""One draft through the filters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from goldkit.generation.draft import Draft
from goldkit.generation.filters.catalogue import FILTERS
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """reason: why the draft is rejected, "" where it passes; detail: what exactly. figures: what the filters measured, by name."""

    reason: str = ""
    detail: str = ""
    figures: dict[str, Figure] = field(default_factory=dict)


def screen(draft: Draft, context: Context, names: Iterable[str] = FILTERS) -> Screened:
    """Try the filters of those names, in the catalogue's order, up to the first one that objects. No state is changed."""
    wanted = set(names)
    figures: dict[str, Figure] = {}
    for name, one in FILTERS.items():
        if name in wanted:
            verdict = one.check(draft, context)
            figures |= verdict.figures
            if verdict.objection is not None:
                return Screened(reason=one.reason, detail=verdict.objection, figures=figures)
    return Screened(figures=figures)
