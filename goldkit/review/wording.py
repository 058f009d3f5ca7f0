"""What is said about an item besides its text: where it comes from, how it differs, who else judged it."""

from __future__ import annotations

from goldkit.phrases import excerpt, some
from goldkit.records import Copy, Judgment
from goldkit.review.candidates import Item
from goldkit.review.differences import Difference
from goldkit.review.question_changes import QuestionChange
from goldkit.review.queue import why
from goldkit.store.pairs import by_tool

QUOTED = 100
"""Characters of the words that an LLM judge went by."""
READINGS = 3
"""How many differences of one pair are spelt out."""


def evidence_lines(item: Item) -> list[str]:
    """What logs and generators say about an item; never which run found it."""
    counts = [f"{name.replace('_', ' ')} {value:g}" for name, value in item.evidence.items() if _counts(value)]
    lines = [f"logs: {' · '.join(counts)}"] if counts else []
    if item.over_expected is not None:
        lines.append(f"clicked {item.over_expected:.1f} times as often as results at its ranks are on average")
    if item.matched is not None:
        lines.append(f"the log names another id or none: it is this chunk by its text ({item.matched})")
    grounds = {by: f", for “{excerpt(quote, QUOTED)}”" for by, quote in item.grounds}
    lines += [f"{by} says {grade}{grounds.get(by, '')}" for by, grade in item.suggested]
    if item.query.answer:
        lines.append(f"expected answer: {item.query.answer}")
    return [*(lines or ["nothing is known about this one"]), f"in this place: {why(item)}"]


def pair_line(item: Item) -> list[str]:
    """That there are near-duplicates to compare, and the key for it."""
    if not item.pairs:
        return []
    said = "".join(f"; {pair.by} says {pair.verdict}" for pair in item.pairs[:1] if not by_tool(pair))
    return [f"p compares it with {some([pair.b for pair in item.pairs], 2)}: nearly the same text{said}"]


def difference_lines(item: Item) -> list[str]:
    """How an item differs from chunks that were judged relevant for its query."""
    return [_difference(one) for one in item.differences]


def recorded(line: Judgment | Copy | QuestionChange) -> str:
    """A verdict, or a change of a question, in one line."""
    if isinstance(line, Copy):
        return f"{line.a} {'says the same as' if line.verdict == 'same' else 'differs from'} {line.b}"
    if isinstance(line, QuestionChange):
        return f"the change of {', '.join(line.fields)} of {line.query}"
    said = {"cannot-judge": "cannot judge", "later": "later"}.get(line.reason or "", str(line.reason))
    return f"{said if line.grade is None else line.grade} for {line.chunk}"


def _difference(one: Difference) -> str:
    start = f"nearly the same as {one.other} (graded {one.grade})"
    if not one.readings:
        return f"{start}, but not quite{f' ({one.rule})' if one.rule else ''}"
    spelt = [f"{quoted(here)} here is {quoted(there)} there" for there, here in one.readings[:READINGS]]
    more = len(one.readings) - READINGS
    return f"{start}, but {', '.join(spelt)}{f', and {more} more' if more > 0 else ''}"


def quoted(text: str) -> str:
    """One reading of a difference."""
    return f"“{text}”" if text else "nothing"


def _counts(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value != 0
