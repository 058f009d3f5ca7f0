"""What a reader must know where the runs of a table are over different chunkings."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from goldkit.measures.names import Measure
from goldkit.phrases import counted
from goldkit.scoring.chunkings import Chunkings, Corpus
from goldkit.scoring.lengths import Lengths
from goldkit.scoring.table import RunTable

SHORT = 0.5
"""The part of the questions from which on a run that ends before the budget does is named."""


def primary_of(primary: str, measures: Sequence[str]) -> str:
    """The primary measure by a budget of tokens, where the table has it: by a number of chunks no two chunkings are alike.

    primary: with or without its cut. measures: the names asked for.
    """
    base = primary.partition("@")[0].lower()
    fair = [name for name in measures if name.lower().endswith("tok") and name.partition("@")[0].lower() == base]
    return fair[0] if fair else primary


def chunking_notes(
    chunkings: Chunkings, measures: Sequence[Measure], tables: Sequence[RunTable], lengths: Lengths | None
) -> list[str]:
    """Where the labels were found, which measures mislead, and which runs end before a budget does."""
    found = [_resolved(chunkings, lengths), *_unresolved(chunkings)]
    by_rank = [measure.name for measure in measures if measure.tokens is None]
    if by_rank:
        be = "misleads" if len(by_rank) == 1 else "mislead"
        found.append(
            f"{', '.join(by_rank)} {be} across chunkings: a rank is a chunk, long in one and short in another; a budget of tokens, "
            "as in recall@2000tok, compares like with like"
        )
    return found + [note for measure in measures if measure.tokens and (note := _short(measure, tables))]


def _resolved(chunkings: Chunkings, lengths: Lengths | None) -> str:
    said = "; ".join(_corpus(corpus, chunkings.facts, lengths) for corpus in chunkings.corpora)
    return f"labels are resolved in each run's own corpus: {said}"


def _corpus(corpus: Corpus, facts: int, lengths: Lengths | None) -> str:
    size = ""
    if lengths is not None:
        size = f" of {round(mean(lengths[f'{corpus.name}:{name}'] for name in corpus.chunks))} tokens"
    return (
        f"{', '.join(corpus.runs)} in {corpus.name}, {counted(len(corpus.chunks), 'chunk')}{size}, "
        f"with {corpus.reached:,} of {counted(facts, 'fact')}"
    )


def _unresolved(chunkings: Chunkings) -> list[str]:
    """What the table leaves out, and how it comes in."""
    if not chunkings.unresolved:
        return []
    where = ", ".join(f"{corpus.name} {corpus.unresolved}" for corpus in chunkings.corpora if corpus.unresolved)
    return [
        f"left out, since it is not certain which chunk holds an answer in every corpus: {chunkings.unresolved} of "
        f"{counted(chunkings.of, 'query')} ({where}); a quote of the words that answer settles it, and so does a person: "
        "goldkit rebase puts such chunks up for review"
    ]


def _short(measure: Measure, tables: Sequence[RunTable]) -> str:
    """Runs whose lists end before the budget: what they would have found in the rest is not known."""
    ended = []
    for table in tables:
        used = [view.costs.used[-1] if view.costs.used else 0 for view in table.views if view.costs is not None]
        under = sum(tokens < (measure.tokens or 0) for tokens in used)
        if used and under > SHORT * len(used):
            ended.append(f"{table.run.name} (after {round(mean(used)):,} tokens on average)")
    names = ", ".join(dict.fromkeys(ended))
    return (
        f"{measure.name}: lists end before the budget does: {names}; retrieve more chunks to compare" if ended else ""
    )
