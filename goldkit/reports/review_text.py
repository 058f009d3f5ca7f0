"""What a sitting did, or what an applied file brought, as plain text."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.results.review import Applied, Reviewed


def reviewed_text(done: Reviewed) -> str:
    """What a sitting did, in one line."""
    verdicts = sum(done.grades.values()) + done.cannot_judge
    undone = f", {done.undone:,} taken back" if done.undone else ""
    put_off = f", {done.later:,} put off" if done.later else ""
    pairs = f", {done.pairs:,} on pairs of copies" if done.pairs else ""
    return f"{counted(verdicts, 'verdict')} by {done.judge}{pairs}{put_off}{undone}; {done.progress.left:,} left\n"


def applied_text(applied: Applied) -> str:
    """What an applied file brought, with a final newline."""
    lines = []
    if applied.applied or applied.known or not (applied.pairs or applied.known_pairs):
        lines.append(f"{applied.file}: {counted(applied.applied, 'verdict')} added, {applied.known:,} known before")
    if applied.pairs or applied.known_pairs:
        added = counted(applied.pairs, "verdict")
        lines.append(f"{applied.file}: {added} on pairs of chunks added, {applied.known_pairs:,} known before")
    if applied.derived is not None:
        lines.append(f"labels that follow from copies: {applied.derived[1]:,} ({applied.derived[0]:,} before)")
    for name, count in applied.held_out.items():
        lines.append(
            f"{count:,} of them on held-out queries of {name}, which stays as sealed; "
            f"its next version takes them up: `goldkit freeze NEW --from {name}`"
        )
    if applied.superseded:
        lines.append(f"{counted(applied.superseded, 'line')} left out: the same judge says otherwise further down")
    if applied.new_texts:
        lines.append(f"{counted(applied.new_texts, 'text')} stored with them")
    if applied.other_texts:
        lines.append(f"{counted(applied.other_texts, 'verdict')} on a text that the chunk no longer has")
    return "\n".join(lines) + "\n"
