"""A widening taken back: goldkit's own pairs are retracted, and the labels that followed from them are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from goldkit.duplicates.followed import followed
from goldkit.duplicates.pairs import BY
from goldkit.errors import UsageError
from goldkit.phrases import counted, some
from goldkit.records import Copy
from goldkit.results.undone import Undone, Widening
from goldkit.sets.embargo import decided_only_for, out_of_dev
from goldkit.store.fold import fold
from goldkit.store.later import dated
from goldkit.store.moments import moment
from goldkit.store.pairs import by_tool, ends, fold_pairs
from goldkit.store.texts import texts_of

if TYPE_CHECKING:
    from goldkit.store.golden import GoldenDirectory

ALL = "all"
PREFIX = "sha256:"


def undo(golden: GoldenDirectory, at: str, which: str | None = None, write: bool = True) -> Undone:
    """Retract the pairs that goldkit itself wrote and that stand; what people said about pairs stays. Again, it changes nothing.

    which: None for the newest widening, an index (or how it begins) for the one that found its pairs, "all" for every one.
    Raises UsageError for an index that no pair has.
    """
    copies, judgments = golden.copies(), golden.judgments()
    own = [copy for copy in copies if by_tool(copy)]
    known = widenings(own)
    chosen = _chosen(known, which)
    indexes = {widening.index for widening in chosen}
    gone = [copy for copy in fold_pairs(own).standing if copy.index in indexes]
    lines = dated((_retracted(copy, at) for copy in gone), copies)
    if write:
        golden.append("copies.jsonl", lines)
    texts = texts_of(golden.chunks())
    before, after = (fold(judgments, pairs, golden.settings.scale, texts) for pairs in (copies, [*copies, *lines]))
    vanished = tuple(followed(after, before))
    held_out = out_of_dev(golden)
    return Undone(
        taken=chosen,
        left=tuple(widening for widening in known if widening.pairs and widening.index not in indexes),
        new=tuple(lines),
        people=len({ends(copy) for copy in copies if not by_tool(copy)} & set(map(ends, gone))),
        derived_before=before.derived,
        derived_after=after.derived,
        vanished=tuple(one for one in vanished if one.query not in held_out),
        held_out=sum(one.query in held_out for one in vanished),
        hidden=decided_only_for(held_out, judgments),
    )


def widenings(own: Sequence[Copy]) -> tuple[Widening, ...]:
    """The widenings that goldkit's lines tell of, newest first, those that were taken back among them."""
    standing = Counter(copy.index for copy in fold_pairs(own).standing)
    written: dict[str | None, str] = {}
    for copy in own:
        if copy.verdict != "retracted":
            written[copy.index] = max(written.get(copy.index, copy.at), copy.at, key=moment)
    newest_first = sorted(written, key=lambda index: (moment(written[index]), index or ""), reverse=True)
    return tuple(Widening(index=index, pairs=standing[index], at=written[index]) for index in newest_first)


def _chosen(known: Sequence[Widening], which: str | None) -> tuple[Widening, ...]:
    if which == ALL:
        return tuple(known)
    if which is None:
        return tuple(known[:1])
    digits = which.removeprefix(PREFIX)
    meant = [one for one in known if digits and (one.index or "").removeprefix(PREFIX).startswith(digits)]
    if len(meant) != 1:
        there = some([f"{short(one.index)} ({counted(one.pairs, 'pair')}, {one.at})" for one in known]) or "none"
        what = "no widening" if not meant else f"{len(meant)} widenings"
        raise UsageError(f"--undo {which}: {what} with an index that begins so; there are: {there}; or `all`")
    return tuple(meant)


def short(index: str | None) -> str:
    """The start of an index, long enough to name it."""
    return "(no index)" if index is None else index.removeprefix(PREFIX)[:12]


def _retracted(copy: Copy, at: str) -> Copy:
    return replace(copy, verdict="retracted", by=BY, at=at, rule=None, differs=(), spans=(), direction=None)
