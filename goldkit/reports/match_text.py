"""How the passages of logs met the corpus, as a few lines of the mining report."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.phrases import counted, some
from goldkit.results.match import MatchResult, Unresolved

LISTED = 3
"""Texts of each sort that are named; --json names all."""


def match_text(result: MatchResult) -> list[str]:
    """The lines; none where every passage has an id that stands as it is."""
    lines = []
    if set(result.counts) - {"id"}:
        told = ", ".join(f"{count:,} by {_name(kind)}" for kind, count in result.counts.items())
        lines.append(f"matched:   passages shown: {told}")
    lines += _texts("ambiguous", result.ambiguous, "fits several chunks; see goldkit dedupe")
    lines += _texts("unmatched", result.unmatched, "fits no chunk of the corpus")
    if result.more:
        lines.append(f"           {counted(result.more, 'passage')} of further such texts, not listed")
    if result.rewritten:
        ids = counted(len(result.rewritten), "chunk id")
        lines.append(
            f"rewritten: {ids} under which a log shows a text that says something else: {some(result.rewritten)}"
        )
    if result.nameless:
        lines.append(
            f"no id:     {counted(result.nameless, 'passage')} without an id; with --corpus C those are matched that have a text"
        )
    return lines


def _texts(word: str, texts: Sequence[Unresolved], what: str) -> list[str]:
    if not texts:
        return []
    shown = sum(one.shown for one in texts)
    supported = sum(one.evidence for one in texts)
    told = f"{counted(len(texts), 'text')} ({what}), shown {counted(shown, 'time')}, not proposed, {supported:,} with evidence"
    head = f"{word + ':':10} {told}"
    return [head, *(f"           {_one(one)}" for one in texts[:LISTED])]


def _one(one: Unresolved) -> str:
    why = some(one.candidates, LISTED) if one.candidates else one.why
    return f"{one.file}:{one.line} “{one.text}” ({why})"


def _name(kind: str) -> str:
    return kind if kind == "id" else f"{kind} text"
