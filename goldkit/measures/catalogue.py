"""All measures: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from goldkit.measures.ap import ap
from goldkit.measures.bpref import bpref
from goldkit.measures.complete import complete
from goldkit.measures.hit import hit
from goldkit.measures.judged import judged
from goldkit.measures.mrr import mrr
from goldkit.measures.ndcg import ndcg
from goldkit.measures.ndcg_exp import ndcg_exp
from goldkit.measures.precision import precision
from goldkit.measures.recall import recall
from goldkit.measures.recall_cap import recall_cap
from goldkit.measures.view import View


@dataclass(frozen=True, slots=True)
class Kind:
    """A measure without its cut. compute: (view, k) → a value in [0, 1]. cut: `always` (the set's k where none is named)
    or `optional`. binary: every value is 0 or 1, so a mean of it is a proportion. chunks: why it needs `--count chunks`, "" where
    it counts facts as well."""

    compute: Callable[[View, int | None], float]
    cut: Literal["always", "optional"] = "always"
    binary: bool = False
    chunks: str = ""


MEASURES: dict[str, Kind] = {
    "recall": Kind(recall),
    "MRR": Kind(mrr, cut="optional"),
    "nDCG": Kind(ndcg),
    "precision": Kind(precision),
    "hit": Kind(hit, binary=True),
    "AP": Kind(ap, cut="optional"),
    "judged": Kind(judged),
    "recall_cap": Kind(recall_cap),
    "complete": Kind(complete, binary=True),
    "nDCG-exp": Kind(ndcg_exp),
    "bpref": Kind(bpref, cut="optional", chunks="it compares pairs of judged chunks, and a fact has several"),
}
