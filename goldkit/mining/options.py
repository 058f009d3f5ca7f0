"""What a mining call may be told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from goldkit.records import Chunk
from goldkit.text.redact import DEFAULT, Redactor

FEW = 3
"""How many shown chunks are proposed for a question that nothing else is known about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MineOptions:
    """The choices of a mining call.

    reader: of LOG_READERS, else told from the records. mapping: field → dotted path, for logs of any shape.
    corpus: id → chunk; with it, passages are matched by their text where their ids are missing or foreign, and ids it lacks are
    reported as vanished and not proposed. redactor: puts markers in place of what is private, in questions and in passages that
    the log alone has; None for no such thing. unbias: set clicks against the rank they were made at (see
    goldkit.mining.position_bias). progress: told now and then how many bytes of how many were read. depth: at least 1; the best
    so many chunks of a question that were only shown are proposed where nothing speaks for any.
    """

    reader: str | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    corpus: Mapping[str, Chunk] | None = None
    redactor: Redactor | None = DEFAULT
    unbias: bool = True
    progress: Callable[[int, int], None] | None = None
    depth: int = FEW
