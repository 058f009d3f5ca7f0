"""What the cuts of measures mean for a reader: which look deeper than the set's k, and what a budget of tokens was counted by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.errors import DataError, Problem, UsageError
from goldkit.phrases import counted
from goldkit.text.tokenizers import WORDS

if TYPE_CHECKING:
    from goldkit.measures.names import Measure
    from goldkit.scoring.chunkings import Chunkings
    from goldkit.scoring.denominator import Denominator
    from goldkit.scoring.lengths import Lengths
    from goldkit.scoring.options import ScoreOptions
    from goldkit.scoring.request import Request
    from goldkit.scoring.table import RunTable


MANY = 0.05
"""The part of queries with more facts than a cut has places, from which on it is said."""


def deeper(measures: Sequence[Measure], own: int | None) -> tuple[str, ...]:
    """The measures cut below the set's own k, where it has one: what they count never reaches a user."""
    return tuple(measure.name for measure in measures if own is not None and measure.k is not None and measure.k > own)


def crowded(measures: Sequence[Measure], scored: Denominator) -> list[str]:
    """That recall cannot reach 1 at its cut, where too many queries have more facts; once a cut that is in the table."""
    facts = [len(scored.truths[query.id].shares) for query in scored.queries]
    found = []
    for k in sorted({measure.k for measure in measures if measure.kind == "recall" and measure.k is not None}):
        more = sum(count > k for count in facts)
        if more > MANY * len(facts):
            of = counted(len(facts), "query")
            found.append(
                f"more than {counted(k, 'fact')} in {more} of {of}, so recall@{k} cannot reach 1; see recall_cap@{k}"
            )
    return found


def unreached(measures: Sequence[Measure], tables: Sequence[RunTable]) -> list[str]:
    """That cuts lie below the end of every list, where they do: such a measure is of whole lists, whatever its name says."""
    longest = max((view.depth for table in tables for view in table.views), default=0)
    beyond = [measure.name for measure in measures if measure.k is not None and measure.k > longest]
    if not beyond or not longest:
        return []
    return [f"no run reaches {', '.join(beyond)}: no list has more than {counted(longest, 'result')}"]


def lengths_for(
    measures: Sequence[Measure], options: ScoreOptions, chunkings: Chunkings | None = None
) -> Lengths | None:
    """The lengths of the corpus' chunks where a measure has a budget of tokens, else None. Raises as lengths.read_lengths.

    Raises UsageError where documents are ranked, which have no length here, and for a tokenizer that would count nothing.
    """
    budgets = [measure.name for measure in measures if measure.tokens is not None]
    if not budgets:
        if options.tokenizer != WORDS:
            raise UsageError(
                f"--tokenizer {options.tokenizer} counts for budgets such as recall@2000tok, and none is asked for"
            )
        return None
    if options.level == "document":
        raise UsageError(f"{', '.join(budgets)}: chunks fill a budget of tokens, so it goes without --level document")
    if chunkings is not None:
        return chunkings.lengths(options.tokenizer)
    from goldkit.scoring.lengths import read_lengths

    return read_lengths(options.corpus, options.tokenizer)


def corpora_notes(request: Request, tables: Sequence[RunTable]) -> list[str]:
    """Sentences about runs over different chunkings; none where all are over one."""
    if request.chunkings is None:
        return []
    from goldkit.scoring.chunking_notes import chunking_notes

    return chunking_notes(request.chunkings, request.measures, tables, request.lengths)


def check_lengths(lengths: Lengths | None, corpus: str | None, frozen: bool) -> None:
    """Raises DataError where the corpus has none of the chunks retrieved or labelled; of a frozen set none is named."""
    if lengths is not None and lengths.lacks and not lengths.met:
        example = "" if frozen else f", such as {min(lengths.lacks)!r}"
        found = f"none of the chunk ids of the runs and the set{example}"
        raise DataError([Problem(str(corpus), None, found, "the corpus that was searched")])


def cut_notes(measures: Sequence[Measure], own: int | None, lengths: Lengths | None, tokenizer: str) -> list[str]:
    """Sentences about deep cuts, other tools' measures and budgets of tokens; none where there is nothing to say."""
    found = []
    below = deeper(measures, own)
    if below:
        found.append(f"deeper than what you use, which is k {own}: {', '.join(below)}")
    elsewhere = [measure.name for measure in measures if measure.elsewhere]
    if elsewhere:
        found.append(f"by ir_measures, a row for each judged chunk with its gain as the grade: {', '.join(elsewhere)}")
    if lengths is not None:
        said = f"a budget of tokens is filled from the top, in tokens of {tokenizer!r}"
        found += [said, *([lengths.note()] if lengths.note() else [])]
    return found
