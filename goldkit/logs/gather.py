"""Records brought to the chat or conversation that they belong to, by its id; one without an id stays alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldkit.logs.groups import Groups
from goldkit.logs.log_file import LogFile
from goldkit.records import JSON

ALONE = "\x1f"
"""How the keys of records without an id begin."""


def gather(
    files: Sequence[LogFile],
    kind_of: Callable[[JSON], str | None],
    name_of: Callable[[str, JSON], str | None],
    unknown: str,
) -> Groups:
    """The records of a known kind in groups, all counted in their file's tally; why others are not used: unknown.

    name_of: from a kind and a record to the id of what it belongs to.
    """
    groups = Groups()
    for file in files:
        for line, record in file.records():
            kind = kind_of(record)
            file.tally.kinds[kind or "other record"] += 1
            if kind is None:
                file.tally.drop(unknown, line)
            else:
                groups.add(name_of(kind, record) or f"{ALONE}{file.index}/{line}", kind, record, file.place(line))
    return groups


def own_name(key: str) -> str | None:
    """The id that a group is of; None for a record that has none."""
    return None if key.startswith(ALONE) else key
