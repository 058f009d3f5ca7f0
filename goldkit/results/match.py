"""How the passages of logs met the chunks of the corpus, and which did not."""

from __future__ import annotations

from dataclasses import dataclass, field

KINDS = ("id", "exact", "normalised", "cut", "contained", "near-duplicate")
"""How a passage can be matched, the surest first.

id: its id is in the corpus, and its text, where there is one, says the same. By text: exact: equal; normalised: equal but for white
space, Unicode form, case and markup that mean nothing; cut: the beginning of one chunk; contained: within one chunk;
near-duplicate: found by MinHash, verified, and every difference known to be harmless.
"""


def less_sure(one: str, other: str | None) -> str:
    """Of two of KINDS the less sure."""
    return one if other is None else max(one, other, key=KINDS.index)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A text that logs show and that was given to no chunk.

    text: its beginning. chunk: the id in the log, where it has one. shown: how often. file, line: where first.
    why: the reason. candidates: chunks that it may be, the first of them. evidence: whether it was cited or clicked, or an
    answer that used it was liked.
    """

    text: str
    chunk: str | None
    shown: int
    file: str
    line: int
    why: str
    candidates: tuple[str, ...] = ()
    evidence: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """The passages that logs show, by how they were matched.

    counts: kind of KINDS → passages shown. ambiguous: texts that are several chunks' equally well, unmatched: texts that are no
    chunk's; the most shown first. more: passages shown of further such texts, which are not listed. rewritten: ids of the corpus
    under which logs show a text that says something else. nameless: passages with neither an id nor, without a corpus, a use.
    """

    counts: dict[str, int] = field(default_factory=dict)
    ambiguous: tuple[Unresolved, ...] = ()
    unmatched: tuple[Unresolved, ...] = ()
    more: int = 0
    rewritten: tuple[str, ...] = ()
    nameless: int = 0
