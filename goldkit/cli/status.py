"""`goldkit status`: what is in the set, what to do next, how small a difference it can see."""

from __future__ import annotations

from pathlib import Path

from goldkit.cli import options, output
from goldkit.phrases import counted
from goldkit.results.status import FrozenLine, Status, Visible

FEW = 20
"""Blocks below which scoring gives no verdict."""


def status(golden: options.Golden = options.GOLDEN, as_json: options.Json = False) -> None:
    """Say what is in the set, what to do next and how small a difference it can see."""
    from goldkit.sets.overview import overview
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    found = overview(directory)
    output.say_all(dict.fromkeys(directory.notices))
    if as_json:
        output.out_json(found.to_dict())
    else:
        _tell(found, golden)


def _tell(found: Status, golden: Path) -> None:
    queries, labels = found.queries, found.labels
    origins = ", ".join(f"{name} {count}" for name, count in found.queries.origins.items()) or "none"
    output.out(f"{found.path}: {counted(queries.total, 'query')} ({origins})")
    output.out(
        f"  dev        {queries.dev}: {queries.labelled} with labels, {queries.unlabelled} without, "
        f"{queries.unanswerable} unanswerable"
    )
    output.out(
        f"  elsewhere  {queries.held_out} held out, {queries.embargoed} embargoed, {queries.aside} set aside, "
        f"{queries.burned} burned"
    )
    output.out(
        f"  labels     {labels.decided} decided, {labels.derived} derived, {labels.proposed} proposed, "
        f"{labels.disputed} disputed"
    )
    output.out(f"  copies     {found.copies['same']} same, {found.copies['differs']} differ")
    output.out(f"  kept       {counted(found.texts, 'text')}, {counted(found.batches, 'mined log')}")
    output.out(f"  can see   {_seen(found.visible)}")
    for line in found.frozen:
        _tell_frozen(line)
    output.out(f"next: {found.next.why}")
    output.out(f"  {found.next.command}{options.same(golden)}")


def _tell_frozen(line: FrozenLine) -> None:
    if line.visible is None:
        output.out(f"  {line.name}: broken seal: {line.broken}")
        return
    output.out(
        f"  {line.name}: {counted(line.queries, 'query')}, k {line.k}, digest {line.digest[:12]}, "
        f"{line.looks} of {counted(line.budget, 'look')} used; can see{_seen(line.visible)}"
    )


def _seen(visible: Visible) -> str:
    if not visible.queries:
        return " nothing: no query has a label that counts"
    seen = " or ".join(f"{difference:.3f}" for difference in visible.differences.values())
    spreads = " or ".join(f"{spread:g}" for spread in visible.differences)
    few = f"; fewer than {FEW} blocks give no verdict" if visible.blocks < FEW else ""
    return (
        f" a difference of {seen} (80% chance, deltas spread by {spreads}, {counted(visible.queries, 'query')} in "
        f"{counted(visible.blocks, 'block')}){few}"
    )
