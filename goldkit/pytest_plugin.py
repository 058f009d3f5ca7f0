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
        from goldkit.errors import GoldkitError
        from goldkit.library.score import score
        from goldkit.reports.assertion import assert_gates
        from goldkit.scoring.options import ScoreOptions

        asked = scoreset if isinstance(scoreset, str | Path) else None
        sources = (self._source(name, run, asked, golden, k) for name, run in runs.items())  # asked once the set fits
        options = ScoreOptions(gate_on=gate_on)
        try:
            result = score(
                scoreset, sources, k=k, options=options, gates=gates, at=now(), ledger=ledger, log=False, golden=golden
            )
        except GoldkitError as error:
            raise error.with_traceback(
                None
            ) from None  # pytest prints what the frames hold, held-out questions among it
        assert_gates(result)
        return result

    def _source(
        self, name: str, run: GivenRun, asked: str | Path | None, golden: str | Path, k: int | None
    ) -> RunSource:
        from goldkit.cli.clock import now
        from goldkit.library.retrieve import retrieve
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
        retrieve(run, asked, path, golden, at=now(), k=k, name=name, concurrency=1, retries=0)
        return open_run(f"{name}={path}")


def _refuse(message: str) -> NoReturn:
    from goldkit.errors import UsageError

    raise UsageError(message)
