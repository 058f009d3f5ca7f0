"""Edited chunks as pairs of copies, so that a person who looks at one sees what differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from goldkit.rebase.plan import BY, Outcome
from goldkit.records import Chunk, Copy
from goldkit.store.pairs import ends, fold_pairs
from goldkit.store.texts import text_sha256


def edited_pairs(
    outcomes: Iterable[Outcome], copies: Iterable[Copy], corpus: Mapping[str, Chunk], at: str
) -> list[Copy]:
    """A pair, with the guard's verdict, of each judged chunk that answers and the edited one that its label goes to or waits at.

    None for a chunk that was edited under its own id, whose text is gone; none where the pair is written already.
    """
    standing = {ends(pair): pair for pair in fold_pairs(copies).standing}
    found: dict[tuple[str, str], Copy] = {}
    for outcome in outcomes:
        meant = {step.chunk for step in outcome.steps if step.how == "edited"} if outcome.answers else set()
        chunk = outcome.stated.claim.chunk
        for edit in outcome.found.edits:
            taken = chunk.id in corpus and not outcome.found.same
            if edit.chunk not in meant or edit.chunk == chunk.id or taken:
                continue
            finding = edit.finding
            pair = Copy(
                a=chunk.id,
                b=edit.chunk,
                a_sha256=chunk.sha256,
                b_sha256=text_sha256(corpus[edit.chunk]),
                jaccard=edit.jaccard,
                containment=edit.containment,
                verdict="same" if finding.direction else finding.verdict,
                differs=finding.differs,
                rule=finding.rule,
                direction=finding.direction,
                spans=finding.spans,
                by=BY,
                at=at,
            )
            found[chunk.id, edit.chunk] = pair
    return [pair for _, pair in sorted(found.items()) if not _is_known(pair, standing.get(ends(pair)))]


def _is_known(pair: Copy, before: Copy | None) -> bool:
    """Whether the pair stands, by goldkit in just these words or by anybody else."""
    return before is not None and (before.by != BY or replace(before, at=pair.at) == pair)
