"""A person who judges: under which name the verdicts are kept, and which part of the questions is theirs."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from goldkit.errors import UsageError

TOOL = "goldkit"
LONGEST = 100
"""Characters of a name: it stands beside each verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """name: as in `by` of a judgment. part: of the questions where they are shared out, 1-based (see Share)."""

    name: str
    part: int = 1


def name_of_judge(text: str, cure: str) -> str:
    """The name as it is kept: NFC, without the blanks around it.

    Raises UsageError, with the cure, for a name that is empty, not one printable line, too long, or the tool's own.
    """
    name = unicodedata.normalize("NFC", text).strip()
    if not name or not name.isprintable() or len(name) > LONGEST:
        shown = repr(name[:LONGEST]) + " …" * (len(name) > LONGEST)
        raise UsageError(f"the judge's name {shown} must be one printable line of at most {LONGEST} characters; {cure}")
    if name.casefold().startswith(TOOL):
        raise UsageError(f"the judge {name!r}: names that begin with {TOOL!r} are the tool's own; {cure}")
    return name
