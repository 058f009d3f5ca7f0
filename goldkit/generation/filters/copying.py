"""Whether a question is made of its chunk's own words: such a question is found by its words alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.shares import Shares, shares
from goldkit.generation.filters.thresholds import Thresholds
from goldkit.generation.filters.verdict import Figure, Verdict
from goldkit.generation.named import all_named
from goldkit.text.tokens import amount, words


def copies_chunk(draft: Draft, context: Context) -> Verdict:
    """It is the chunk's own sentence, or most of the chunk; with several chunks, of any of them.

    An identifier that is named to the letter counts as one word of a run, whatever it consists of.
    """
    of_each = [shares(draft.question, passage) for passage in draft.passages]
    run, chunk = max(int(one.length) for one in of_each), max(one.chunk for one in of_each)
    figures: dict[str, Figure] = {"copied run": run, "chunk share": round(chunk, 2)}
    details = (_copied(one, context.thresholds, draft.question) for one in of_each)
    return Verdict(objection=next(filter(None, details), None), figures=figures)


def _copied(found: Shares, limits: Thresholds, question: str) -> str | None:
    names = [words(name) for name in all_named(question)]
    run, asked = found.length - _surplus(found.run, names), found.asked - _surplus(words(question), names)
    if run >= limits.least_run and run >= limits.run * asked:
        return _as_written(found.run, question)
    if found.chunk >= limits.chunk and found.distinct > limits.least_run:
        return f"{found.chunk:.0%} of the chunk's words"
    return None


def _surplus(tokens: Sequence[str], names: Iterable[Sequence[str]]) -> float:
    """How many words the names that stand in the tokens are worth beyond one each."""
    return sum(max(0.0, amount(name) - 1) for name in names if _holds(tokens, name))


def _holds(tokens: Sequence[str], name: Sequence[str]) -> bool:
    return any(list(tokens[at : at + len(name)]) == list(name) for at in range(len(tokens) - len(name) + 1))


def _as_written(run: Sequence[str], question: str) -> str:
    """The run as it stands in the question; its bare words where folding has changed them."""
    found = re.search(r"\W*?".join(map(re.escape, run)), question, re.IGNORECASE)
    return found.group() if found else " ".join(run)
