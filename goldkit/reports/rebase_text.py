"""What rebasing came to as plain text: what became of the texts, of the labels and of the facts; about one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldkit.phrases import SOME, counted, excerpt, some
from goldkit.reports.columns import columns
from goldkit.results.rebase import CarriedSet, Example, Rebased

TEXTS = {
    "unchanged": "the same id and text, whatever its form",
    "moved": "the same text under another id",
    "contained": "all of it in a larger chunk",
    "split": "over several chunks",
    "edited": "a near-duplicate, read by the guard",
    "partly gone": "only a part of it is found",
    "gone": "nothing like it is found",
}
LABELS = {
    "kept": "nothing to do",
    "carried": "to the chunks that provably hold what was judged",
    "review": "a person must look",
    "left": "no answers, or open proposals, whose text no longer stands by itself",
    "lost": "no chunk holds what answered",
}
HEADS = {
    "unchanged": "the same id, its text in another form",
    "moved": "moved",
    "contained": "in a larger chunk",
    "part": "with the words that answer",
    "edited": "edited, but harmlessly",
    "review": "for review",
    "lost": "lost",
}


def rebase_text(rebased: Rebased) -> str:
    """The whole report, with a final newline."""
    lines = [
        f"{counted(sum(rebased.texts.values()), 'judged text')} against {counted(rebased.chunks, 'chunk')}:",
        *_rows(rebased.texts, TEXTS),
        f"{counted(sum(rebased.labels.values()), 'label')}:",
        *_rows(rebased.labels, LABELS),
        "",
        f"new judgments: {rebased.lines:,}; taken back, as their chunk is another or no more: {rebased.withdrawn:,}; for review: "
        f"{rebased.proposals:,}; written before: {rebased.known:,}"
        + (f"; copies taken back: {rebased.pairs:,}" if rebased.pairs else ""),
        *_facts(rebased),
        *_examples(rebased),
        *_merged(rebased),
        *_reused(rebased),
    ]
    if rebased.without_text:
        lines.append(
            f"not looked for, since no text is stored: {counted(rebased.without_text, 'judgment')}; `goldkit check` names them"
        )
    return "\n".join(lines) + "\n"


def _facts(rebased: Rebased) -> Iterator[str]:
    split = f", {rebased.split:,} of them in parts" if rebased.split else ""
    yield f"facts: {rebased.reached:,} of {rebased.facts:,} have a chunk in the new corpus{split}"
    if rebased.unreached:
        verb = "has" if rebased.unreached == 1 else "have"
        yield f"  {counted(rebased.unreached, 'question')} {verb} none: no run on the new corpus can find what answers"


def _examples(rebased: Rebased) -> Iterator[str]:
    for kind, head in HEADS.items():
        for place, example in enumerate(rebased.examples.get(kind, ())):
            if not place:
                yield f"{head}, for instance:"
            yield f"  {_said(example)}"


def _said(example: Example) -> str:
    to = f" → {some(example.to, 3)}" if example.to else ""
    why = f" ({excerpt(example.why, 70)})" if example.why else ""
    return f"{example.query}: {example.chunk}{to}{why} “{excerpt(example.text, 50)}”"


def _merged(rebased: Rebased) -> Iterator[str]:
    if rebased.merged_count:
        yield f"several labels of one question met on one chunk: {rebased.merged_count:,}; it belongs to all their facts"
    for example in rebased.merged:
        why = f"; {example.why}" if example.why else ""
        yield f"  {example.query}: {some(example.to)} → {example.chunk}{why}"


def _reused(rebased: Rebased) -> Iterator[str]:
    if not rebased.reused:
        return
    quotes, kept = (sum(getattr(one, name) for one in rebased.reused) for name in ("quotes", "kept"))
    said = f"; {kept:,} of {counted(quotes, 'quote')} on them stand there all the same" if quotes else ""
    yield f"the same id, another text: {counted(len(rebased.reused), 'chunk')}{said}"
    for one in [one for one in rebased.reused if one.chunk][:SOME]:
        yield f"  {one.chunk}: {one.alike:.0%} of the words in common"


def carried_set_text(carried: CarriedSet) -> str:
    """What became of a frozen set, in numbers alone, with a final newline."""
    lines = [
        f"{carried.name}: {carried.parent} against {counted(carried.chunks, 'chunk')}, "
        f"{counted(carried.queries, 'question')}, sealed as {carried.digest[:12]}",
        *_rows(carried.texts, TEXTS),
        f"{counted(sum(carried.labels.values()), 'label')}:",
        *_rows(carried.labels, LABELS),
        f"questions with an answer that a run on the new corpus can find: {carried.reached:,} of {carried.answered:,}",
    ]
    if carried.changed:
        lines.append(
            f"questions that lost a part of what they asked for, as its ids have other texts now: {carried.changed:,}"
        )
    if carried.without_text:
        lines.append(f"labels left out, since the text that was judged is not stored: {carried.without_text:,}")
    return "\n".join(lines) + "\n"


def _rows(counts: Mapping[str, int], words: Mapping[str, str]) -> list[str]:
    return columns(
        [[f"  {kind}", f"{counts[kind]:,}", words[kind]] for kind in words if counts.get(kind)], (False, True, False)
    )
