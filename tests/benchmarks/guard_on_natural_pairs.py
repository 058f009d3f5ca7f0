"""What the guard makes of natural near-duplicates, against the verdicts of a reader.

Run by hand: `GOLDKIT_REAL_DATA=… python tests/benchmarks/guard_on_natural_pairs.py` (about 5 seconds). Exit code 1 where the
guard passes a pair that the reader found to differ, or where a pair is drawn that nobody read. natural_pairs draws the pairs:
all that the guard passes and others by lot, 300 in all. natural_pairs.jsonl holds the verdicts as ids, sha256 and figures:
`same`, `one-way` (one text says all that the other says, and more) or `differs`. One reader gave them, knowing what the guard
had said. A word tells why; where a pair differs it says after the guard's rule what kind of difference that is.

    source        pairs  passed  wrong  at most  of the truly same passed  refused, drawn  of these same
    django-docs     525      28      0    10.1%                       37%             233             22
    samples          52      26      0    10.9%                       87%              13              2
    both            577      54      0     5.4%                       51%             246             24

"At most" is the one-sided 95 % Clopper–Pearson bound of the wrong among the passed. Many pairs show one edit, in a paragraph
and in the windows around it, so the bounds count too many as independent. Two releases of a documentation are mostly exact
copies (left out here) or differ: only 28 passed. Of the same ones refused, 11 of 24 turn a plural of a class into another form
(``QuerySets``, ``QuerySet`` instances), 7 are worded otherwise; no rule without knowledge of the language can pass those.
Before the quotes and brackets of Python sessions, the colon at an end and the article were known to be form, 30 were passed
(4 of django-docs). These were found by reading pairs of this very draw, so on other texts the share may be lower.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from natural_pairs import corpora, drawn, key_of, pairs_of
from scipy.stats import beta

from goldkit.records import Copy

READ = Path(__file__).with_name("natural_pairs.jsonl")
LEVEL = 0.05


class Counts(NamedTuple):
    """Pairs of one source: all, passed by the guard, of these read as not the same; drawn of the refused, of these read as same."""

    pairs: int
    passed: int
    wrong: int
    refused_drawn: int
    refused_same: int

    @property
    def bound(self) -> float:
        """The Clopper–Pearson upper bound of the share of wrong ones among the passed."""
        return float(beta.ppf(1 - LEVEL, self.wrong + 1, self.passed - self.wrong))

    @property
    def share(self) -> float:
        """The share of the truly same pairs that are passed; those refused are estimated from the drawn ones."""
        right = self.passed - self.wrong
        refused = self.pairs - self.passed
        missed = self.refused_same * refused / self.refused_drawn if self.refused_drawn else 0.0
        return right / (right + missed)


def verdicts() -> dict[tuple[str, str], dict[str, object]]:
    """(a, b) → the line of a pair that was read."""
    rows = map(json.loads, READ.read_text("utf-8").splitlines())
    return {(row["a"], row["b"]): row for row in rows}


def still_read(pair: Copy, read: dict[tuple[str, str], dict[str, object]]) -> str | None:
    """The reader's verdict; None where nobody read these two texts."""
    row = read.get(key_of(pair))
    sums = (pair.a_sha256, pair.b_sha256)
    return str(row["verdict"]) if row and (row["a_sha256"], row["b_sha256"]) == sums else None


def counted(pairs: list[Copy], chosen: list[Copy], said: dict[tuple[str, str], str]) -> Counts:
    """The counts of one source. A pair that is safe one way is right where the reader found that, too."""
    passed = [pair for pair in pairs if pair.verdict == "same"]
    wrong = [pair for pair in passed if said.get(key_of(pair)) != ("one-way" if pair.direction else "same")]
    refused = [pair for pair in chosen if pair.verdict != "same" and key_of(pair) in said]
    return Counts(
        len(pairs), len(passed), len(wrong), len(refused), sum(said[key_of(pair)] == "same" for pair in refused)
    )


def main() -> int:
    """Print the figures; 1 where the guard was wrong, or where a passed or drawn pair was not read."""
    django = Path(os.environ["GOLDKIT_REAL_DATA"]) / "django-docs"
    pairs = [pair for chunks in corpora(django) for pair in pairs_of(chunks)]
    chosen = drawn(pairs)
    read = verdicts()
    said = {key_of(pair): verdict for pair in chosen if (verdict := still_read(pair, read)) is not None}
    for pair in chosen:
        if key_of(pair) not in said:
            print(f"not read: {pair.a} {pair.b} {pair.verdict} {pair.rule}")
        elif pair.verdict == "same" and said[key_of(pair)] == "differs":
            print(f"wrong: {pair.a} {pair.b} {pair.rule}")
    sources = {"django-docs": "topics/", "samples": "", "both": ""}
    print("source        pairs  passed  wrong  at most  of the truly same passed  refused, drawn  of these same")
    for name in sources:
        own = [
            [p for p in some if name == "both" or ("topics/" in p.a) == (name == "django-docs")]
            for some in (pairs, chosen)
        ]
        found = counted(*own, said)
        print(
            f"{name:13} {found.pairs:5}  {found.passed:6}  {found.wrong:5}  {found.bound:7.1%}  {found.share:24.0%}  "
            f"{found.refused_drawn:14}  {found.refused_same:13}"
        )
    print("read:", dict(Counter(said.values())))
    missed = Counter(
        str(read[key_of(p)]["why"]) for p in chosen if p.verdict != "same" and said.get(key_of(p)) == "same"
    )
    print("the same, and refused:", dict(missed.most_common()))
    both = counted(pairs, chosen, said)
    return int(both.wrong > 0 or len(said) < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
