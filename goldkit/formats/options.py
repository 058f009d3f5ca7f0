"""What a reader of labels may be told beside the path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """split: which judgments of a folder that has several (BEIR's train, dev, test). queries: a file with the questions' texts.

    texts: whether the texts of labelled chunks are wanted too, where the format brings a corpus along.
    """

    split: str | None = None
    queries: Path | None = None
    texts: bool = True
