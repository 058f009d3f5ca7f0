"""goldkit: golden sets for retrieval. Make them, keep them honest, score runs against them.

What the library offers by name; nothing is imported before it is asked for, and all of it is typed. A golden directory is opened
by `GoldenDirectory`, folded by `read_golden` and scored by `score`; `set_of` and `run_of` do the same for plain dicts. What is not
named here is for goldkit itself and may change. The line of a set, from logs to a verdict:

    known = goldkit.known_in(directory); mined = goldkit.mine(logs, known, at=now, salt=directory.salt)
    goldkit.save_mined, goldkit.apply_verdicts, goldkit.widen, goldkit.freeze; then goldkit.score and goldkit.plot_deltas
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldkit.checks.catalogue import run_checks
    from goldkit.errors import DataError, EndpointError, GoldkitError, IncompleteError, Problem, UsageError
    from goldkit.formats.corpus import read_corpus
    from goldkit.formats.run_jsonl import write_run
    from goldkit.holdout.freeze import freeze
    from goldkit.library.score import score
    from goldkit.mining.known import known_in
    from goldkit.mining.mine import mine
    from goldkit.mining.options import MineOptions
    from goldkit.mining.save import save_mined
    from goldkit.records import Chunk, Copy, Fact, Judgment, Label, Query, Run, Scale
    from goldkit.reports.assertion import assert_gates
    from goldkit.reports.plots import Plot, plot_deltas
    from goldkit.reports.score_html import score_html
    from goldkit.reports.score_text import score_text
    from goldkit.results.score import ScoreResult
    from goldkit.review.apply import apply_verdicts
    from goldkit.scoring.gate_grammar import parse_gate
    from goldkit.scoring.options import ScoreOptions
    from goldkit.sets.enroll import enroll
    from goldkit.sets.golden import GoldenSet, dev_set, read_golden
    from goldkit.sets.importing import ImportRequest, import_labels
    from goldkit.sets.overview import overview
    from goldkit.sets.plain import run_of, set_of
    from goldkit.sets.resolve import resolve_set
    from goldkit.sets.runs import open_run, open_runs, read_run, read_runs
    from goldkit.sets.scoreset import ScoreQuery, ScoreSet
    from goldkit.sets.widening import enrol as widen
    from goldkit.store.fold import fold
    from goldkit.store.golden import GoldenDirectory
    from goldkit.store.settings import Settings
    from goldkit.text.normalise import query_id

__all__ = [
    "Chunk",
    "Copy",
    "DataError",
    "EndpointError",
    "Fact",
    "GoldenDirectory",
    "GoldenSet",
    "GoldkitError",
    "ImportRequest",
    "IncompleteError",
    "Judgment",
    "Label",
    "MineOptions",
    "Plot",
    "Problem",
    "Query",
    "Run",
    "Scale",
    "ScoreOptions",
    "ScoreQuery",
    "ScoreResult",
    "ScoreSet",
    "Settings",
    "UsageError",
    "apply_verdicts",
    "assert_gates",
    "dev_set",
    "enroll",
    "fold",
    "freeze",
    "import_labels",
    "known_in",
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
    "run_checks",
    "run_of",
    "save_mined",
    "score",
    "score_html",
    "score_text",
    "set_of",
    "widen",
    "write_run",
]

_PLACES = {
    "Chunk": "goldkit.records:Chunk",
    "Copy": "goldkit.records:Copy",
    "DataError": "goldkit.errors:DataError",
    "EndpointError": "goldkit.errors:EndpointError",
    "Fact": "goldkit.records:Fact",
    "GoldenDirectory": "goldkit.store.golden:GoldenDirectory",
    "GoldenSet": "goldkit.sets.golden:GoldenSet",
    "GoldkitError": "goldkit.errors:GoldkitError",
    "ImportRequest": "goldkit.sets.importing:ImportRequest",
    "IncompleteError": "goldkit.errors:IncompleteError",
    "Judgment": "goldkit.records:Judgment",
    "Label": "goldkit.records:Label",
    "MineOptions": "goldkit.mining.options:MineOptions",
    "Plot": "goldkit.reports.plots:Plot",
    "Problem": "goldkit.errors:Problem",
    "Query": "goldkit.records:Query",
    "Run": "goldkit.records:Run",
    "Scale": "goldkit.records:Scale",
    "ScoreOptions": "goldkit.scoring.options:ScoreOptions",
    "ScoreQuery": "goldkit.sets.scoreset:ScoreQuery",
    "ScoreResult": "goldkit.results.score:ScoreResult",
    "ScoreSet": "goldkit.sets.scoreset:ScoreSet",
    "Settings": "goldkit.store.settings:Settings",
    "UsageError": "goldkit.errors:UsageError",
    "apply_verdicts": "goldkit.review.apply:apply_verdicts",
    "assert_gates": "goldkit.reports.assertion:assert_gates",
    "dev_set": "goldkit.sets.golden:dev_set",
    "enroll": "goldkit.sets.enroll:enroll",
    "fold": "goldkit.store.fold:fold",
    "freeze": "goldkit.holdout.freeze:freeze",
    "import_labels": "goldkit.sets.importing:import_labels",
    "known_in": "goldkit.mining.known:known_in",
    "mine": "goldkit.mining.mine:mine",
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
    "run_checks": "goldkit.checks.catalogue:run_checks",
    "run_of": "goldkit.sets.plain:run_of",
    "save_mined": "goldkit.mining.save:save_mined",
    "score": "goldkit.library.score:score",
    "score_html": "goldkit.reports.score_html:score_html",
    "score_text": "goldkit.reports.score_text:score_text",
    "set_of": "goldkit.sets.plain:set_of",
    "widen": "goldkit.sets.widening:enrol",
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
