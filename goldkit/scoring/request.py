"""A scoring call as it was asked for, its runs gone through: after this no file is read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from goldkit.formats.run_source import RunSource
from goldkit.measures.names import Measure, parse
from goldkit.scoring.admit import (
    check_means,
    check_measures,
    check_per_query,
    check_request,
    check_runs,
    check_stages,
)
from goldkit.scoring.answers import Answers, Keep, answers
from goldkit.scoring.cuts import check_lengths, lengths_for
from goldkit.scoring.denominator import Denominator, denominator
from goldkit.scoring.gate_measures import gate_measures
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.unnamed import unnamed
from goldkit.sets.scoreset import ScoreSet

if TYPE_CHECKING:
    from goldkit.results.matched import MatchedTexts
    from goldkit.scoring.chunkings import Chunkings
    from goldkit.scoring.documents import Documents
    from goldkit.scoring.lengths import Lengths
    from goldkit.sets.matched_run import MatchedRun

DEFAULT_K = 10


@dataclass(frozen=True, slots=True)
class Request:
    """What scoring needs. primary: the measure with a verdict. scored: before runs that lack queries take some out of it.

    lengths: of the corpus' chunks, where a measure has a budget of tokens. documents: where these are ranked; the set's labels and
    facts are then of documents. matched: how each run's results met the corpus, where they were matched by text. chunkings: the
    corpora, where runs have their own.
    """

    scoreset: ScoreSet
    runs: tuple[Answers, ...]
    measures: tuple[Measure, ...]
    primary: Measure
    k: int
    baseline: str
    options: ScoreOptions
    scored: Denominator
    lengths: Lengths | None = None
    documents: Documents | None = None
    matched: tuple[MatchedTexts, ...] = ()
    chunkings: Chunkings | None = None

    @property
    def all_measures(self) -> tuple[Measure, ...]:
        """Those of the table, then those that gates are about besides."""
        gated = gate_measures(self.scoreset, self.options.gates, self.k)
        return tuple(dict.fromkeys((*self.measures, *gated)))


def take(
    scoreset: ScoreSet,
    runs: Sequence[RunSource],
    measures: Sequence[str] = (),
    k: int | None = None,
    baseline: str | None = None,
    options: ScoreOptions | None = None,
    chunkings: Chunkings | None = None,
) -> Request:
    """Check a scoring call, and go once through each run. Arguments and errors are those of `goldkit.score`.

    chunkings: where set and runs were resolved in several corpora (see scoring.chunkings).
    """
    options = options or ScoreOptions()
    k = scoreset.k or DEFAULT_K if k is None else k
    check_request(runs, baseline, k, options)
    check_stages(options.stages, [run.name for run in runs])
    check_per_query(scoreset, options, len(runs))
    check_means(options)
    scoreset = replace(scoreset, primary=scoreset.deciding(measures))
    wanted = parse(measures or (scoreset.deciding(), "MRR", "nDCG"), k)
    (primary,) = parse([scoreset.deciding()], k)
    gated = gate_measures(scoreset, options.gates, k)
    check_measures((*wanted, *gated), options.count)
    chunks, given = None, scoreset
    if options.level == "document":
        from goldkit.scoring.document_set import document_set
        from goldkit.scoring.documents import documents

        chunks = documents(options.corpus, scoreset.documents)
        scoreset = document_set(scoreset, chunks)
    scored = denominator(scoreset, options)
    by_text = _by_text(given, runs, options, scored, chunks) if options.match_text else []
    sources = _of_documents(by_text or runs, chunks)
    lengths = lengths_for((*wanted, *gated), options, chunkings)
    shown = _depth((*wanted, *gated), k) if scoreset.frozen else 0
    keep = Keep(k, shown, lengths, () if options.means_only else wanted, options.means_only)
    with unnamed(scoreset):
        found = tuple(answers(run, scored.truths, keep, options.ties) for run in sources)
    check_lengths(lengths, options.corpus, scoreset.frozen)
    check_runs(scoreset, found, options, scored.queries)
    matched = tuple(run.matched for run in by_text)
    first = baseline or runs[0].name
    return Request(scoreset, found, wanted, primary, k, first, options, scored, lengths, chunks, matched, chunkings)


def _by_text(
    given: ScoreSet,
    runs: Sequence[RunSource],
    options: ScoreOptions,
    scored: Denominator,
    documents: Documents | None,
) -> list[MatchedRun]:
    """The runs matched by text. given: the set with the labels of chunks."""
    from goldkit.scoring.match_text import match_text

    labelled = {chunk for query in given.queries for chunk in query.labels}
    ids = labelled if documents is None else labelled | documents.names
    return match_text(runs, options.corpus, ids, scored.truths, documents)


def _of_documents(runs: Sequence[RunSource], documents: Documents | None) -> Sequence[RunSource]:
    """The runs, as rankings of documents where these are asked for."""
    if documents is None:
        return runs
    from goldkit.scoring.documents import DocumentRun

    return [DocumentRun(run, documents) for run in runs]


def _depth(measures: Sequence[Measure], k: int) -> int | None:
    """How deep a table reads, and so shows, each ranking; None where an uncut measure reads all of it."""
    cuts = [measure.k for measure in measures]
    whole = [cut for cut in cuts if cut is not None]
    return max([k, *whole]) if len(whole) == len(cuts) else None
