"""The frozen sets that share questions by descent: whoever looked at one of them has looked at the others' questions too.

A version or a rebased set names its parent in the manifest, and the sets before that one among its parameters; every look writes
them into the ledger. So the looks at all of them can be counted where a folder is gone, and two versions of one set pay for each
other's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from goldkit.errors import DataError
from goldkit.records import Look
from goldkit.sets.frozen import open_frozen
from goldkit.store.presence import frozen_names

SHORT = 12
"""Signs of a digest that stand for a set which is not there."""


def relatives(lines: Iterable[Look], digest: str, ancestors: Sequence[str]) -> list[str]:
    """The digests in a ledger of sets that this one descends from, that descend from it, or that share an ancestor with it.

    Its ancestors come first, nearest first, then the others, sorted.
    """
    family = {digest, *ancestors}
    seen = {line.set: {line.set, *line.ancestors} for line in lines if line.set != digest}
    found = {name for name, own in seen.items() if own & family}
    return [*(name for name in ancestors if name in found), *sorted(found - set(ancestors))]


def sharing(home: Path, digests: Collection[str], queries: Collection[str]) -> Mapping[str, str]:
    """digest → name, of those of the sets that share a question with these; one whose folder is gone counts as sharing them.

    home: the golden directory. queries: ids.
    """
    names = {digest: digest[:SHORT] for digest in digests}
    for name in frozen_names(home) if digests else ():
        try:
            frozen = open_frozen(home / "frozen" / name)
        except DataError:
            continue  # check tells
        if frozen.manifest.digest in names:
            names[frozen.manifest.digest] = name
            if not any(query.id in queries for query in frozen.queries):
                del names[frozen.manifest.digest]
    return names
