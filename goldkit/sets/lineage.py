"""Which frozen sets a frozen set is a version of, as its manifest tells: nothing but digests, so that no folder need be there."""

from __future__ import annotations

from goldkit.records import Manifest

ANCESTORS = "ancestors"
"""The key of a manifest's parameters that holds the digests of the sets before its parent, the nearest first."""


def lineage(manifest: Manifest) -> tuple[str, ...]:
    """The digests of the sets that this one is a version of, its parent first."""
    older = manifest.parameters.get(ANCESTORS)
    given = [str(one) for one in older] if isinstance(older, list) else []
    return tuple(dict.fromkeys([manifest.parent, *given])) if manifest.parent else ()


def descent(parent: Manifest | None) -> dict[str, list[str]]:
    """What a set made from this one says of the sets before it, among its manifest's parameters; nothing where there are none."""
    older = lineage(parent) if parent is not None else ()
    return {ANCESTORS: list(older)} if older else {}
