"""What taking a widening back did, as plain text: the pairs retracted and the labels that vanished."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.phrases import SOME, counted, some
from goldkit.reports.widen_text import graded, why
from goldkit.results.undone import Undone, Widening


def undo_text(undone: Undone) -> str:
    """The whole report, with a final newline."""
    return "\n".join([*_taken(undone), *_vanished(undone), *_left(undone)]) + "\n"


def _taken(undone: Undone) -> Iterator[str]:
    if not undone.taken:
        yield "nothing to take back: goldkit wrote no pair here"
        return
    widenings = some([_named(one) for one in undone.taken])
    if undone.new:
        yield f"taken back: {counted(len(undone.new), 'pair')}, {widenings}"
    else:
        yield f"{widenings}: taken back before, so nothing was changed"
    if undone.people:
        yield f"a person spoke on {counted(undone.people, 'pair')} of them, too; that verdict stands"


def _vanished(undone: Undone) -> Iterator[str]:
    if not undone.new:
        return
    yield f"labels that follow from copies: {undone.derived_after:,} ({undone.derived_before:,} before)"
    for one in undone.vanished[:SOME]:
        yield f"  {one.query}: {one.chunk} was {graded(one.grade)} as a copy of {one.copy_of} ({why(one)})"
    if len(undone.vanished) > SOME:
        yield f"  … and {len(undone.vanished) - SOME:,} more; --json names each"
    if undone.held_out:
        yield f"  {counted(undone.held_out, 'label')} of held-out queries; a frozen set keeps the labels it was sealed with"


def _left(undone: Undone) -> Iterator[str]:
    left = [f"{counted(one.pairs, 'pair')}, {_named(one)}" for one in undone.left]
    if left:
        yield f"still there: {some(left)}; goldkit widen --undo INDEX takes one back"


def _named(widening: Widening) -> str:
    """A widening by the start of its index, which is enough to name it."""
    name = "no index" if widening.index is None else f"index {widening.index.removeprefix('sha256:')[:12]}"
    return f"{name} of {widening.at}"
