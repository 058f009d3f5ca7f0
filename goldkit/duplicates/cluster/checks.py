"""Rows that are let through: chunks with a word in them, and what is wrong with a corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.corpus import Sketch


@dataclass(frozen=True, slots=True)
class IsProblem:
    """Work: the problems among rows."""

    gives: ClassVar[Kinds] = {"problem": "text"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        return {"problem": [problem for problem in batch["problem"] if problem]}


@dataclass(frozen=True, slots=True)
class Repeated:
    """Work: the ids of groups that have several chunks; rows that are no chunk have no id."""

    gives: ClassVar[Kinds] = {"id": "text"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        starts = [0, *batch["ends"].tolist()]
        return {
            "id": [
                name
                for at, name in enumerate(batch["id"])
                if sum(not problem for problem in batch["problem"][starts[at] : starts[at + 1]]) > 1
            ]
        }


@dataclass(frozen=True, slots=True)
class HasWord:
    """Work: the chunks that have a shingle; the others are nobody's neighbours."""

    gives: ClassVar[Kinds] = {name: kind for name, kind in Sketch.gives.items() if name != "problem"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        chosen = np.flatnonzero(batch["shingles"] > 0)
        return {
            name: [batch[name][at] for at in chosen] if kind in ("text", "bytes") else batch[name][chosen]
            for name, kind in self.gives.items()
        }
