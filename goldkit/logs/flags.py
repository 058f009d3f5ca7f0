"""True or false beside a chunk: `{"ref": "a.md#3", "opened": true}` says that this chunk was opened."""

from __future__ import annotations

from typing import Any

from goldkit.logs.passages import passage_id
from goldkit.logs.paths import pick
from goldkit.logs.tolerant import decoded

WORDS = {"true": True, "t": True, "yes": True, "y": True, "false": False, "f": False, "no": False, "n": False}
"""How tables write it: PostgreSQL, for one, exports t and f."""
FLAGS: dict[Any, bool] = {True: True, False: False, "1": True, "0": False, **WORDS}
"""How logs write it; 1 and 0 are equal to True and False here."""


def flagged(record: Any, chunks: str, flag: str) -> list[str] | None:
    """The ids of the chunks beside which a flag is set, best first; None where there are no flags beside the chunks.

    chunks, flag: the paths of both. They must lead through the same list, and all that stands at `flag` there must be a flag; or
    both stand alone in the record.
    """
    steps, own = chunks.split("."), flag.split(".")
    shared = next((at for at, (a, b) in enumerate(zip(steps, own, strict=False)) if a != b), min(len(steps), len(own)))
    for length in range(shared, 0, -1):
        items = decoded(pick(record, ".".join(own[:length])))
        if isinstance(items, list) and len(own) > length:
            return _set(items, ".".join(steps[length:]), ".".join(own[length:]))
    alone = decoded(pick(record, chunks))
    return None if isinstance(alone, list | dict) or passage_id(alone) is None else _set([record], chunks, flag)


def _set(items: list[Any], chunk: str, flag: str) -> list[str] | None:
    found = []
    for item in map(decoded, items):
        if (value := pick(item, flag)) is None:
            continue
        told = flag_of(value)
        name = passage_id(decoded(pick(item, chunk) if chunk else item))
        if told is None or (name is not None and str(value) == name):
            return None
        found += [(name, told)]
    return list(dict.fromkeys(name for name, told in found if told and name is not None)) if found else None


def flag_of(value: Any) -> bool | None:
    """True or false as logs write it, None for anything else."""
    if isinstance(value, str):
        return FLAGS.get(value.strip().casefold())
    return FLAGS.get(value) if isinstance(value, bool | int | float) else None
