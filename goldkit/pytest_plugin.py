"""For pytest: `golden_gate`, a fixture that fails a test where a retriever got worse, with the words of `score --gate`.

    def test_the_new_ranker_is_no_worse(golden_gate):
        golden_gate("no worse than before by 0.02", {"before": "runs/before.jsonl", "now": my_retrieve})

pytest loads this file in every run once goldkit is installed, so it imports nothing of goldkit before the fixture is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from goldkit.formats.run_source import RunSource
    from goldkit.results.score import ScoreResult
    from goldkit.scoring.options import GateOn
    from goldkit.sets.plain import PlainRun, PlainSet

    GivenRun = str | Path | PlainRun | Callable[..., Any]


@pytest.fixture
def golden_gate(tmp_path_factory: pytest.TempPathFactory) -> GoldenGate:
    """A function that scores runs against a golden set and fails the test where a gate does not pass; see GoldenGate."""
    return GoldenGate(tmp_path_factory)


@dataclass(frozen=True, slots=True)
class GoldenGate:
    """What the fixture `golden_gate` gives. folder: where runs of functions are kept for the length of the test."""

    folder: pytest.TempPathFactory

    def __call__(
        self,
        gates: str | Sequence[str],
        runs: Mapping[str, GivenRun],
        scoreset: str | Path | PlainSet = "dev",
        *,
        golden: str | Path = "golden",
        k: int | None = None,
        gate_on: GateOn = "interval",
        ledger: str | Path | None = None,
    ) -> ScoreResult:
        """Score the runs and assert the gates; returns the result where all pass.

        gates: as `score --gate` reads them. runs: name → the path of a run file, a dict of lists, or a function that takes a
        question and k and returns ids; the first is the baseline. scoreset: as on the command line, or a dict
        of the ids that answer each query. ledger: where a look at a frozen set is counted, which must outlive the test's checkout.
        Raises AssertionError where a gate failed or is inconclusive, UsageError and DataError for what does not fit.
        """
        __tracebackhide__ = True  # the report shows the test's own line
        from goldkit.cli.clock import now
        from goldkit.reports.assertion import assert_gates
        from goldkit.scoring.counted import score_counted
        from goldkit.scoring.gate_grammar import parse_gate
        from goldkit.scoring.options import ScoreOptions
        from goldkit.scoring.request import take
        from goldkit.sets.plain import as_set
        from goldkit.sets.resolve import resolve_set

        wanted = tuple(parse_gate(gate) for gate in ([gates] if isinstance(gates, str) else gates))
        named = isinstance(scoreset, str | Path)
        found = resolve_set(str(scoreset), Path(golden)) if isinstance(scoreset, str | Path) else as_set(scoreset)
        if found.frozen and ledger is None:
            _refuse(
                f"{found.name} is frozen: a gate on it spends a look. Name a ledger=PATH that is kept, or gate on dev"
            )
        sources = [self._source(name, run, str(scoreset) if named else None, golden, k) for name, run in runs.items()]
        options = ScoreOptions(gates=wanted, gate_on=gate_on)
        request = take(found, sources, k=k, options=options)
        result = score_counted(request, now(), None if ledger is None else Path(ledger)).result
        assert_gates(result)
        return result

    def _source(self, name: str, run: GivenRun, asked: str | None, golden: str | Path, k: int | None) -> RunSource:
        from goldkit.sets.plain import run_of
        from goldkit.sets.runs import open_run

        if isinstance(run, str | Path):
            return open_run(f"{name}={run}")
        if not callable(run):
            return run_of(name, run)
        if asked is None:
            _refuse(
                f"the function {name!r} needs questions, and a dict of ids has none: name a set that has their texts"
            )
        path = self.folder.mktemp("golden_gate") / "run.jsonl"
        _retrieve(name, run, path, asked, Path(golden), k)
        return open_run(f"{name}={path}")


def _retrieve(name: str, function: Callable[..., Any], path: Path, asked: str, golden: Path, k: int | None) -> None:
    """The answers of a function to the questions of a set, as `goldkit retrieve` writes them."""
    from goldkit.cli.clock import now
    from goldkit.cli.retrieve import DEFAULT_K
    from goldkit.retrieval.ask import Manner
    from goldkit.retrieval.function import FunctionPipeline
    from goldkit.retrieval.retrieve import RetrieveRequest, retrieve
    from goldkit.sets.questions import questions_of

    questions = questions_of(asked, golden, None)
    manner = Manner(k=k or questions.k or DEFAULT_K, concurrency=1, timeout=30.0, retries=0)
    retrieve(FunctionPipeline(name, function), questions, path, RetrieveRequest(name=name, at=now(), manner=manner))


def _refuse(message: str) -> NoReturn:
    from goldkit.errors import UsageError

    raise UsageError(message)
