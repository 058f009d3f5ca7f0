"""What did not survive the way from one tool's form to another's: the same report for every import and export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from goldkit.phrases import counted, excerpt, some

NAMED = 3
"""How many texts without a chunk are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """What was lost; nothing of it is where all is empty.

    fields: what has no place there ("tags of queries") → how many records hold it. grades: grades that are told apart no more
    ("1 → 0") → labels. facts: questions whose AND of ORs became a plain list. unmatched: texts that no chunk has, or several, in
    file order. left_out: what is not taken over at all → how often. repeated: judgments that say the same again. conflicting:
    pairs with several grades, of which the rule that was asked for kept one.
    """

    fields: Mapping[str, int] = field(default_factory=dict)
    grades: Mapping[str, int] = field(default_factory=dict)
    facts: int = 0
    unmatched: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    repeated: int = 0
    conflicting: int = 0

    def __bool__(self) -> bool:
        return self != Losses()

    def __add__(self, other: Losses) -> Losses:
        """Both together."""
        return Losses(
            fields=_sum(self.fields, other.fields),
            grades=_sum(self.grades, other.grades),
            facts=self.facts + other.facts,
            unmatched=self.unmatched + other.unmatched,
            left_out=_sum(self.left_out, other.left_out),
            repeated=self.repeated + other.repeated,
            conflicting=self.conflicting + other.conflicting,
        )

    def counts(self) -> Iterator[tuple[str, int]]:
        """What was lost, in a few words, and how often: a pair for every field, change of grade and reason."""
        yield from ((f"left behind: {what}", count) for what, count in self.left_out.items())
        yield from ((f"no place for {name}", count) for name, count in self.fields.items())
        yield from ((f"grades no longer told apart: {change}", count) for change, count in self.grades.items())
        others = {
            "facts made a plain list": self.facts,
            "texts given to no chunk": len(self.unmatched),
            "judgments that say the same again": self.repeated,
            "pairs with more than one grade": self.conflicting,
        }
        yield from ((what, count) for what, count in others.items() if count)

    def lines(self) -> Iterator[str]:
        """A line for every kind of loss; one that says so where there is none."""
        yield from (f"left behind: {what}: {count:,}" for what, count in self.left_out.items())
        for of, names in groupby(sorted(self.fields, key=_holder), _holder):
            shown = ", ".join(f"{name.removesuffix(of)} ({self.fields[name]:,})" for name in names)
            yield f"no place for fields{of}: {shown}"
        if self.grades:
            pairs = ", ".join(f"{change} ({counted(count, 'label')})" for change, count in self.grades.items())
            yield f"grades that can no more be told apart: {pairs}"
        if self.facts:
            yield f"facts made a plain list: of {counted(self.facts, 'query')}, whose copies now count one by one"
        if self.unmatched:
            named = some([repr(excerpt(text, 40)) for text in self.unmatched], NAMED)
            yield f"{counted(len(self.unmatched), 'text')} given to no chunk, for none has it or several do: {named}"
        if self.repeated:
            yield f"the same again: {counted(self.repeated, 'judgment')}"
        if self.conflicting:
            yield f"more than one grade, settled by the rule asked for: {counted(self.conflicting, 'pair')}"
        if not self:
            yield "nothing was lost"


def _holder(field: str) -> str:
    """ " of queries" in "tags of queries"."""
    return field[field.find(" of ") :] if " of " in field else ""


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {what: count for what, count in (Counter(one) + Counter(other)).items() if count}
