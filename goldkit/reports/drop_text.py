"""What withdrawing a model's questions did, as text."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.results.drop import DropResult


def drop_text(result: DropResult) -> str:
    """One line for what goes and one for each thing that stays, with a final newline."""
    verb = "would be" if result.dry_run else "are"
    lines = [
        f"{result.model}: {counted(result.queries, 'question')} {verb} set aside, "
        f"{counted(result.judgments, 'proposal')} {verb} withdrawn"
    ]
    if result.decided:
        lines.append(
            f"  {result.decided:,} of them had labels that people decided: those lines stay in judgments.jsonl"
        )
    if result.before:
        lines.append(f"  {result.before:,} were set aside by an earlier drop")
    if result.frozen:
        lines.append(f"  {result.frozen:,} in frozen sets stay as they are: a sealed set does not change")
    return "\n".join(lines) + "\n"
