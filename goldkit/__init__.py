"""goldkit: golden sets for retrieval. Make them, keep them honest, score runs against them.

What the library offers by name; nothing is imported before it is asked for, and all of it is typed. A command is a function of
its name, with its arguments in the same order and its options by name; places are texts or Paths. An error that names an option
such as --min-kappa means the argument min_kappa, here or in ScoreOptions. It prints nothing, reads no clock (`at` is the time)
and returns one result object. What is not named here is for goldkit itself and may change.

    goldkit.mine("logs.jsonl", at=now)                                # questions and proposals, into ./golden
    goldkit.apply_verdicts("verdicts.jsonl", at=now, judge="ana")     # or `goldkit review`
    goldkit.widen("corpus.jsonl", at=now); goldkit.freeze("core", 0.5, at=now, k=10)
    goldkit.retrieve(my_function, "dev", "new.jsonl", at=now)
    goldkit.score("dev", ["old.jsonl", "new.jsonl"], at=now)          # shows itself as a table in a notebook
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldkit.errors import DataError, EndpointError, GoldkitError, IncompleteError, Problem, UsageError
    from goldkit.formats.corpus import read_corpus
    from goldkit.formats.run_jsonl import write_run
    from goldkit.library.apply_verdicts import apply_verdicts
    from goldkit.library.check import check
    from goldkit.library.diff import diff
    from goldkit.library.export import export
    from goldkit.library.freeze import freeze
    from goldkit.library.import_ import import_
    from goldkit.library.mine import mine
    from goldkit.library.retrieve import retrieve
    from goldkit.library.score import score
    from goldkit.library.widen import widen
    from goldkit.records import Chunk, Copy, Fact, Judgment, Label, Query, Run, Scale
    from goldkit.reports.assertion import assert_gates
    from goldkit.reports.plots import Plot, plot_deltas
    from goldkit.reports.score_html import score_html
    from goldkit.reports.score_text import score_text
    from goldkit.results.check import Report
    from goldkit.results.drift import Drift
    from goldkit.results.exported import ExportReport
    from goldkit.results.holdout import FreezeResult
    from goldkit.results.imported import ImportReport
    from goldkit.results.mine import MineResult
    from goldkit.results.retrieve import Retrieved
    from goldkit.results.review import Applied
    from goldkit.results.score import ScoreResult
    from goldkit.results.versions import Versions
    from goldkit.results.widen import Widened
    from goldkit.scoring.gate_grammar import parse_gate
    from goldkit.scoring.options import ScoreOptions
    from goldkit.sets.enroll import enroll
    from goldkit.sets.golden import GoldenSet, dev_set, read_golden
    from goldkit.sets.overview import overview
    from goldkit.sets.plain import run_of, set_of
    from goldkit.sets.resolve import resolve_set
    from goldkit.sets.runs import open_run, open_runs, read_run, read_runs
    from goldkit.sets.scoreset import ScoreQuery, ScoreSet
    from goldkit.store.fold import fold
    from goldkit.store.golden import GoldenDirectory
    from goldkit.store.settings import Settings
    from goldkit.text.normalise import query_id

__all__ = [
    "Applied",
    "Chunk",
    "Copy",
    "DataError",
    "Drift",
    "EndpointError",
    "ExportReport",
    "Fact",
    "FreezeResult",
    "GoldenDirectory",
    "GoldenSet",
    "GoldkitError",
    "ImportReport",
    "IncompleteError",
    "Judgment",
    "Label",
    "MineResult",
    "Plot",
    "Problem",
    "Query",
    "Report",
    "Retrieved",
    "Run",
    "Scale",
    "ScoreOptions",
    "ScoreQuery",
    "ScoreResult",
    "ScoreSet",
    "Settings",
    "UsageError",
    "Versions",
    "Widened",
    "apply_verdicts",
    "assert_gates",
    "check",
    "dev_set",
    "diff",
    "enroll",
    "export",
    "fold",
    "freeze",
    "import_",
    "mine",
    "open_run",
    "open_runs",
    "overview",
    "parse_gate",
    "plot_deltas",
    "query_id",
    "read_corpus",
    "read_golden",
    "read_run",
    "read_runs",
    "resolve_set",
    "retrieve",
    "run_of",
    "score",
    "score_html",
    "score_text",
    "set_of",
    "widen",
    "write_run",
]

_PLACES = {
    "Applied": "goldkit.results.review:Applied",
    "Chunk": "goldkit.records:Chunk",
    "Copy": "goldkit.records:Copy",
    "DataError": "goldkit.errors:DataError",
    "Drift": "goldkit.results.drift:Drift",
    "EndpointError": "goldkit.errors:EndpointError",
    "ExportReport": "goldkit.results.exported:ExportReport",
    "Fact": "goldkit.records:Fact",
    "FreezeResult": "goldkit.results.holdout:FreezeResult",
    "GoldenDirectory": "goldkit.store.golden:GoldenDirectory",
    "GoldenSet": "goldkit.sets.golden:GoldenSet",
    "GoldkitError": "goldkit.errors:GoldkitError",
    "ImportReport": "goldkit.results.imported:ImportReport",
    "IncompleteError": "goldkit.errors:IncompleteError",
    "Judgment": "goldkit.records:Judgment",
    "Label": "goldkit.records:Label",
    "MineResult": "goldkit.results.mine:MineResult",
    "Plot": "goldkit.reports.plots:Plot",
    "Problem": "goldkit.errors:Problem",
    "Query": "goldkit.records:Query",
    "Report": "goldkit.results.check:Report",
    "Retrieved": "goldkit.results.retrieve:Retrieved",
    "Run": "goldkit.records:Run",
    "Scale": "goldkit.records:Scale",
    "ScoreOptions": "goldkit.scoring.options:ScoreOptions",
    "ScoreQuery": "goldkit.sets.scoreset:ScoreQuery",
    "ScoreResult": "goldkit.results.score:ScoreResult",
    "ScoreSet": "goldkit.sets.scoreset:ScoreSet",
    "Settings": "goldkit.store.settings:Settings",
    "UsageError": "goldkit.errors:UsageError",
    "Versions": "goldkit.results.versions:Versions",
    "Widened": "goldkit.results.widen:Widened",
    "apply_verdicts": "goldkit.library.apply_verdicts:apply_verdicts",
    "assert_gates": "goldkit.reports.assertion:assert_gates",
    "check": "goldkit.library.check:check",
    "dev_set": "goldkit.sets.golden:dev_set",
    "diff": "goldkit.library.diff:diff",
    "enroll": "goldkit.sets.enroll:enroll",
    "export": "goldkit.library.export:export",
    "fold": "goldkit.store.fold:fold",
    "freeze": "goldkit.library.freeze:freeze",
    "import_": "goldkit.library.import_:import_",
    "mine": "goldkit.library.mine:mine",
    "open_run": "goldkit.sets.runs:open_run",
    "open_runs": "goldkit.sets.runs:open_runs",
    "overview": "goldkit.sets.overview:overview",
    "parse_gate": "goldkit.scoring.gate_grammar:parse_gate",
    "plot_deltas": "goldkit.reports.plots:plot_deltas",
    "query_id": "goldkit.text.normalise:query_id",
    "read_corpus": "goldkit.formats.corpus:read_corpus",
    "read_golden": "goldkit.sets.golden:read_golden",
    "read_run": "goldkit.sets.runs:read_run",
    "read_runs": "goldkit.sets.runs:read_runs",
    "resolve_set": "goldkit.sets.resolve:resolve_set",
    "retrieve": "goldkit.library.retrieve:retrieve",
    "run_of": "goldkit.sets.plain:run_of",
    "score": "goldkit.library.score:score",
    "score_html": "goldkit.reports.score_html:score_html",
    "score_text": "goldkit.reports.score_text:score_text",
    "set_of": "goldkit.sets.plain:set_of",
    "widen": "goldkit.library.widen:widen",
    "write_run": "goldkit.formats.run_jsonl:write_run",
}
"""Name → "module:attribute", in strings, so that low modules never pull in the top."""


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _PLACES[name].partition(":")
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
