"""Where a scoring result comes from: the program, and the run files that went in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrigin:
    """One run file. file: its name without folders. sha256: of its decompressed bytes, in hex.

    models, commit, at: what its header says made it, from which commit and when, where it says so.
    """

    name: str
    file: str
    sha256: str
    models: tuple[str, ...] = ()
    commit: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """versions: program → version. runs: in the order of the table."""

    versions: dict[str, str] = field(default_factory=dict)
    runs: tuple[RunOrigin, ...] = ()
