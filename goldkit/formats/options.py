"""What readers and writers of labels may be told beside the path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Duplicates = Literal["error", "first", "last", "highest", "lowest"]
"""Which grade stands where a file has several for one pair; `error`: none, the file is refused with both lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """split: which judgments of a folder that has several (BEIR's train, dev, test). queries: a file with the questions' texts.

    texts: whether the texts of labelled chunks are wanted too, where the format brings a corpus along. duplicates: see there.
    columns: what goldkit calls a column → what the table calls it. unescape: white space in ids stands as %20 and the like.
    """

    split: str | None = None
    queries: Path | None = None
    texts: bool = True
    duplicates: Duplicates = "error"
    columns: Mapping[str, str] = field(default_factory=dict)
    unescape: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """split: what the judgments of a folder are called. escape: write white space in ids as %20, where the format has no room.

    rank_scores: write scores of a run that fall with the rank, whatever it has.
    """

    split: str = "test"
    escape: bool = False
    rank_scores: bool = False
