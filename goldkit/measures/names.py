"""Names of measures as people type them, and the one form in which they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldkit.errors import UsageError
from goldkit.measures import external
from goldkit.measures.budget import within_budget
from goldkit.measures.catalogue import MEASURES
from goldkit.measures.view import View

SPELLINGS = {
    "r": "recall",
    "rr": "MRR",
    "p": "precision",
    "success": "hit",
    "hit_rate": "hit",
    "map": "AP",
    "r_cap": "recall_cap",
    "ndcg_burges": "nDCG-exp",
    "ndcg(dcg='exp-log2')": "nDCG-exp",
}
"""Names by ir_measures, ranx and BEIR for what goldkit calls otherwise; case never matters."""

CUT = re.compile(r"0*[1-9][0-9]{0,17}")
"""A whole number from 1, short enough to be a number of results."""
TOKENS = re.compile(rf"({CUT.pattern})\s*tok(?:en)?s?", re.IGNORECASE)
"""A budget of tokens in place of a number of results."""

BUDGET = "@tok"
"""Behind the kind of a measure whose cut is a budget of tokens."""

_KINDS = {**{name.lower(): name for name in MEASURES}, **SPELLINGS}


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure at one cut.

    kind: a key of MEASURES, with BUDGET behind it where the cut is a number of tokens: what is known of the one (its bounds, say)
    does not hold of the other. k: its cut in results, at least 1, None for uncut. tokens: its cut in tokens.
    elsewhere: kind is the whole name, cut included, of one of ir_measures' measures.
    """

    kind: str
    k: int | None = None
    tokens: int | None = None
    elsewhere: bool = False

    @property
    def base(self) -> str:
        """The key of MEASURES, whatever the cut; of one of ir_measures' its name."""
        return self.kind.removesuffix(BUDGET)

    @property
    def name(self) -> str:
        """The name as goldkit prints it: `recall@10`, `MRR`, `recall@2000tok`."""
        if self.tokens is not None:
            return f"{self.base}@{self.tokens}tok"
        return self.kind if self.k is None or self.elsewhere else f"{self.kind}@{self.k}"

    @property
    def binary(self) -> bool:
        """Whether every value is 0 or 1."""
        return not self.elsewhere and MEASURES[self.base].binary

    @property
    def chunks(self) -> str:
        """Why it exists only with `--count chunks`; "" where it counts facts as well."""
        return "ir_measures computes it, and knows no facts" if self.elsewhere else MEASURES[self.base].chunks

    def __call__(self, view: View) -> float:
        """The value for one query's ranking, in [0, 1]. Raises as `values`."""
        if self.elsewhere:
            return external.values(self.kind, [view])[0]
        compute = MEASURES[self.base].compute
        return compute(view, self.k) if self.tokens is None else compute(within_budget(view, self.tokens), None)

    def values(self, views: Sequence[View]) -> list[float]:
        """The values for the rankings of many queries.

        Raises UsageError for a budget of tokens without lengths, and for a measure that ir_measures cannot compute here.
        """
        if self.elsewhere:
            return external.values(self.kind, views)
        if self.tokens is not None:
            return [self(view) for view in views]
        compute, k = MEASURES[self.base].compute, self.k
        return [compute(view, k) for view in views]


def parse(names: Iterable[str], k: int) -> tuple[Measure, ...]:
    """Measures by name, each once, in the order given. A measure that needs a cut and names none takes k.

    goldkit's, ir_measures' (`R@10`, `RR`, `P@10`, `Success@10`) and ranx's (`ndcg@10`, `hit_rate@10`) spellings are known; other
    names are looked for in ir_measures. Raises UsageError naming every name that is not known.
    """
    found = [(name, parse_one(name, k)) for name in names]
    unknown = [name for name, measure in found if measure is None]
    if unknown:
        raise UsageError(_unknown(unknown))
    return tuple(dict.fromkeys(measure for _, measure in found if measure is not None))


def _unknown(names: Sequence[str]) -> str:
    known = ", ".join(name if kind.cut == "optional" else f"{name}@K" for name, kind in MEASURES.items())
    cut = "K is a whole number from 1, or a budget of tokens such as 2000tok"
    more = "" if external.installed() else f"; ir_measures has more: {external.INSTALL}"
    meant = [like for like in map(_like, names) if like]
    guess = f" (did you mean {' and '.join(dict.fromkeys(meant))}?)" if meant else ""
    return f"no such measure: {', '.join(map(repr, names))}{guess}; there are {known} ({cut}){more}"


def _like(name: str) -> str:
    """The known name that a misspelt one is nearest to, with its cut, or the several that it holds; "" where none is near, or the
    cut is what is wrong."""
    from difflib import get_close_matches

    several = name.split(",")
    if len(several) > 1 and all(parse_one(one, 1) for one in several):
        return f"{' and '.join(map(str.strip, several))}, each by itself"
    base, at, cut = name.strip().partition("@")
    long = [kind for kind in _KINDS if len(kind) > 3]  # of three letters any two are alike: ERR is not RR
    near = get_close_matches(base.lower(), long, n=1) if base.lower() not in _KINDS else []
    return f"{_KINDS[near[0]]}{at}{cut}" if near else ""


def parse_one(name: str, k: int) -> Measure | None:
    """One measure by name, None where the name is not known."""
    base, at, cut = name.strip().partition("@")
    kind = _KINDS.get(base.lower().replace('"', "'"))
    budget = TOKENS.fullmatch(cut)
    if kind is not None and budget:
        return Measure(kind + BUDGET, tokens=int(budget[1]))
    if kind is None:
        elsewhere = external.known(name.strip())
        return elsewhere and Measure(*elsewhere, elsewhere=True)
    if at and not CUT.fullmatch(cut):
        return None
    if at:
        return Measure(kind, int(cut))
    return Measure(kind, k if MEASURES[kind].cut == "always" else None)
