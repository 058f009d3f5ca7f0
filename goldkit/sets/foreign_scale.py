"""A golden set on another tool's scale: taken over while the set is empty, and then kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from goldkit.errors import UsageError
from goldkit.records import Scale
from goldkit.store.golden import GoldenDirectory
from goldkit.store.settings import Settings


def taking_over(golden: GoldenDirectory, found: Collection[int | None]) -> Settings:
    """The settings of a set that takes over the scale of the grades found: from 0 to the largest, relevant from 1.

    Raises UsageError where the set holds judgments on another scale already: a set has one.
    """
    settings = golden.settings
    scale = Scale(max=max(1, *(grade or 0 for grade in found), 1), relevant_from=1)
    if scale != settings.scale and next(golden.judgments_one_by_one(), None) is not None:
        raise UsageError(
            f"{golden.path} holds judgments from 0 to {settings.scale.max}, relevant from {settings.scale.relevant_from}; "
            f"the file's grades go to {scale.max}. A set has one scale: import into another one (--golden DIR), or map "
            "them with --grades"
        )
    return replace(settings, scale=scale)
