"""Means alone are the same means, with the same notes, and without what only tests and intervals need."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.library.score import score
from goldkit.scoring import answers
from goldkit.scoring.means import means
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.request import take

MEASURES = ["recall", "MRR", "nDCG", "AP", "judged", "precision@3"]
RANKINGS = st.dictionaries(st.sampled_from(["q1", "q2", "q3", "x"]), st.lists(st.sampled_from("abcdef"), max_size=5))


@given(RANKINGS.filter(lambda run: len([q for q in run if q != "x" and run[q]]) > 1), st.sampled_from(["zero", "skip"]))
def test_the_same_means_and_notes(make: SimpleNamespace, rankings: dict[str, list[str]], missing: str) -> None:
    wanted = make.scoreset(*(make.query(name, {"a": 1, "b": 1, "c": 0}) for name in ("q1", "q2", "q3")))
    runs = [make.run("r", rankings), make.run("s", {"q1": "ab", "q2": "ca", "q3": "xyz"})]
    whole = score(wanted, runs, MEASURES, 5, options=ScoreOptions(missing=missing, replicates=10))
    quick = means(take(wanted, runs, MEASURES, 5, options=ScoreOptions(missing=missing, means_only=True)))
    assert [(run.n, run.means, run.missing, run.repeats, run.tied) for run in quick.runs] == [
        (run.n, run.means, run.missing, run.repeats, run.tied) for run in whole.runs
    ]
    assert set(quick.notes) == set(whole.notes)
    assert [run.judged for run in quick.holes.runs] == [run.judged for run in whole.holes.runs]
    assert (quick.deltas, quick.slices, quick.runs[0].intervals) == ((), (), {})


def test_holes_are_counted(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    found = means(take(wanted, [make.run("r", {"q1": "axyz"})], k=3, options=ScoreOptions(means_only=True)))
    assert (found.holes.unjudged, found.holes.runs[0].unjudged, found.holes.runs[0].judged) == (
        2,
        2,
        pytest.approx(1 / 3),
    )


def test_ids_of_a_sample_are_enough_to_see_that_none_fits(
    make: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "SAMPLE", 2)
    wanted = make.scoreset(*(make.query(f"q{n}", {"c1": 1}) for n in range(9)))
    run = make.run("r", {f"q{n}": ["C1"] for n in range(9)})
    with pytest.raises(DataError, match="case: 'c1' in the set, 'C1' in the run"):
        means(take(wanted, [run], options=ScoreOptions(means_only=True)))


def test_what_means_cannot_show_is_refused(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    options = ScoreOptions(means_only=True, per_query=True, by=("team",))
    with pytest.raises(UsageError, match="leave out --per-query and --by"):
        take(wanted, [make.run("r", {"q1": "a"})], options=options)


def test_numpy_is_not_loaded() -> None:
    code = "import sys, goldkit.scoring.means, goldkit.reports.score_text; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"
