"""Copies folded: of all lines about two chunks, the one that stands, and who is joined to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from goldkit.records import Copy
from goldkit.store.newest import newest

TOOL = "goldkit"
"""A judge whose first name this is, such as "goldkit widen", is the tool; any other is a person."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs that stand, each under both of its ends.

    same: chunk → chunks that say the same both ways. towards: chunk → chunks that are safe copies of it in this direction only.
    differs: chunk → the pair lines with a near-duplicate that says something else. of: chunk → all its pair lines.
    """

    same: dict[str, tuple[str, ...]]
    towards: dict[str, tuple[str, ...]]
    differs: dict[str, tuple[Copy, ...]]
    standing: tuple[Copy, ...]
    of: dict[str, tuple[Copy, ...]]


def fold_pairs(copies: Iterable[Copy]) -> Pairs:
    """The newest line of a pair stands; a person's beats the tool's; `retracted` takes back what that person, or the tool, said."""
    lines: dict[tuple[str, str], list[Copy]] = defaultdict(list)
    for copy in copies:
        if copy.a != copy.b:
            lines[ends(copy)].append(copy)
    standing = [pair for key in sorted(lines) if (pair := standing_of(lines[key])) is not None]
    same: dict[str, set[str]] = defaultdict(set)
    towards: dict[str, set[str]] = defaultdict(set)
    differs: dict[str, list[Copy]] = defaultdict(list)
    of: dict[str, list[Copy]] = defaultdict(list)
    for copy in standing:
        of[copy.a].append(copy)
        of[copy.b].append(copy)
        if copy.verdict == "differs":
            differs[copy.a].append(copy)
            differs[copy.b].append(copy)
        elif copy.direction is None:
            same[copy.a].add(copy.b)
            same[copy.b].add(copy.a)
        else:
            source, target = (copy.a, copy.b) if copy.direction == "a→b" else (copy.b, copy.a)
            towards[source].add(target)
    return Pairs(_sorted(same), _sorted(towards), _lines(differs), tuple(standing), _lines(of))


def said_same(copies: Iterable[Copy]) -> list[tuple[str, str]]:
    """The pairs of chunks that stand and say the same, one way or both, by their ids."""
    return [(pair.a, pair.b) for pair in fold_pairs(copies).standing if pair.verdict == "same"]


def ends(copy: Copy) -> tuple[str, str]:
    """The two chunks of a pair, the smaller id first: the same whichever of them is a."""
    return min((copy.a, copy.b), (copy.b, copy.a))


def by_tool(copy: Copy) -> bool:
    """Whether goldkit itself gave the verdict, not a person."""
    return copy.by.partition(" ")[0] == TOOL


def standing_of(lines: Iterable[Copy]) -> Copy | None:
    """The line that decides about one pair, of all lines about it; None where everybody took theirs back.

    Of several people's verdicts that stand the newest decides, so that undoing it leaves what another person said.
    """
    sides: dict[str, list[Copy]] = defaultdict(list)
    for copy in lines:
        sides["" if by_tool(copy) else copy.by].append(copy)
    tool = newest(sides.pop("")) if "" in sides else None
    people = [last for own in sides.values() if (last := newest(own)).verdict != "retracted"]
    if people:
        return newest(people)
    return tool if tool is not None and tool.verdict != "retracted" else None


def _sorted(neighbours: dict[str, set[str]]) -> dict[str, tuple[str, ...]]:
    return {chunk: tuple(sorted(others)) for chunk, others in neighbours.items()}


def _lines(of: dict[str, list[Copy]]) -> dict[str, tuple[Copy, ...]]:
    return {chunk: tuple(lines) for chunk, lines in of.items()}
