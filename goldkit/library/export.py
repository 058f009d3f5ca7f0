"""`goldkit.export`: labelled questions, or a run, in another tool's form."""

from __future__ import annotations

from pathlib import Path

from goldkit.formats.options import WriteOptions
from goldkit.library.given import Place, Time, burning_time, one_of, path_of
from goldkit.results.exported import ExportReport
from goldkit.results.model_agreement import LEAST_KAPPA
from goldkit.sets.exporting import ExportRequest, OutScale, export_run, export_set
from goldkit.store.counting import Counting


def export(
    format: str,
    path: Place,
    set: Place = "dev",
    golden: Place = "golden",
    *,
    run: Place | None = None,
    labels: Counting = "derived",
    min_kappa: float = LEAST_KAPPA,
    scale: OutScale = "from-1",
    corpus: Place | None = None,
    queries: Place | None = None,
    split: str = "test",
    escape: bool = False,
    rank_scores: bool = False,
    burn: bool = False,
    at: Time | None = None,
    force: bool = False,
) -> ExportReport:
    """Write a set, or a run, in a format; the report says what that form could not carry.

    format: a name that `goldkit export --help` lists. path: the file to write, or the folder of a BEIR set. set: `dev`, a
    frozen name of the directory `golden`, or a place. run: `path` or `name=path`, written in place of a set. labels: which
    labels count; of an LLM's those whose judge agrees with people by a kappa of at least min_kappa, up to 1. scale: from-1, as
    other tools take it, or as-is. corpus: written whole, where the format takes one. queries: the texts of a foreign set's
    questions. split: what a BEIR folder's judgments are called. escape: white space in ids as %20. rank_scores: scores that
    fall with the rank. burn: show the queries of a frozen set, which is recorded with the time `at`. force: write over what is
    there.

    Raises UsageError for an unknown format, a place that is taken and a frozen set without `burn`; DataError for ids that the
    format cannot carry, and where nothing is left to export.
    """
    one_of("labels", labels, Counting)
    one_of("scale", scale, OutScale)
    request = ExportRequest(
        format=format,
        path=Path(path),
        golden=Path(golden),
        at=burning_time(burn, at),
        set=str(set),
        labels=labels,
        least_kappa=min_kappa,
        scale=scale,
        corpus=path_of(corpus),
        queries=path_of(queries),
        burn=burn,
        overwrite=force,
        options=WriteOptions(split=split, escape=escape, rank_scores=rank_scores),
    )
    return export_set(request) if run is None else export_run(request, str(run))
