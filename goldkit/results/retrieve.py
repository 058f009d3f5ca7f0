"""What retrieving gave: how many questions have a ranking, which have none, and how long it took."""

from __future__ import annotations

from dataclasses import dataclass, field

from goldkit.records import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """One run, written to `path`.

    queries: asked, in all. kept: of these, answered by an earlier run of the same command. failed: query id → why, sorted.
    reason: the first of these, as it may be shown.
    cut: questions whose results beyond k were left out. empty: questions for which nothing was found.
    latency: milliseconds at p50 and p95 of the attempts that gave an answer, empty where there is none.
    header: the file's first line. notes: what a person should know.
    """

    path: str
    set: str
    k: int
    queries: int
    kept: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    reason: str = ""
    cut: int = 0
    empty: int = 0
    latency: dict[str, float] = field(default_factory=dict)
    header: JSON = field(default_factory=dict)
    notes: tuple[str, ...] = ()
