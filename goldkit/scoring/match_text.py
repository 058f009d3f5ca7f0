"""Runs of texts, matched to the corpus before they are scored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from goldkit.formats.run_source import RunSource
from goldkit.measures.truth import Truth
from goldkit.scoring.documents import Documents
from goldkit.sets.matched_run import MatchedRun, text_corpus


def match_text(
    runs: Sequence[RunSource],
    corpus: str | None,
    ids: Collection[str],
    truths: Mapping[str, Truth],
    documents: Documents | None,
) -> list[MatchedRun]:
    """The runs with their results matched to a corpus by text.

    ids: ids that stand though the corpus may lack them. truths: query id → its facts, of documents where these are ranked. A text
    of several chunks counts where all are of one document that is ranked, or all of the same facts. Raises UsageError without a
    corpus.
    """
    texts = text_corpus(corpus, ids)

    def alike(query: str, chunks: Sequence[str]) -> bool:
        ranked = set(chunks) if documents is None else set(map(documents.of, chunks))
        return len(ranked) == 1 or same_facts(truths.get(query), ranked)

    return [MatchedRun(run, texts, alike) for run in runs]


def same_facts(truth: Truth | None, chunks: Collection[str]) -> bool:
    """Whether all chunks belong to the same facts of a query, one at least, so that any of them counts as much."""
    facts = set() if truth is None else {truth.members.get(chunk) for chunk in chunks}
    return len(facts) == 1 and None not in facts
