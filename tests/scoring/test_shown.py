"""What of a run makes it another run to the ledger: what the table could see of it, and nothing else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from goldkit.scoring.request import take
from goldkit.scoring.shown import identities


@pytest.fixture
def digest(make: SimpleNamespace) -> Any:
    wanted = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"a": 0}), k=2, frozen=True)

    def digest(run: Any, *measures: str) -> str:
        (shown,) = identities(take(wanted, [run], measures))
        return shown.digest

    return digest


def test_what_lies_below_every_cut_was_not_shown(make: SimpleNamespace, digest: Any) -> None:
    one, other = make.run("r", {"q1": "abcd"}), make.run("r", {"q1": "abcx"})
    assert digest(one, "recall@2") == digest(other, "recall@2")
    assert digest(one, "recall@2", "nDCG@3") == digest(other, "recall@2", "nDCG@3")
    assert digest(one, "recall@2", "nDCG@4") != digest(other, "recall@2", "nDCG@4")
    assert digest(one, "MRR") != digest(other, "MRR")  # uncut


def test_the_order_counts_as_it_was_scored(make: SimpleNamespace, digest: Any) -> None:
    assert digest(make.run("r", {"q1": "ab"}), "MRR") != digest(make.run("r", {"q1": "ba"}), "MRR")
    falling = make.scored_run("r", {"q1": {"a": 2.0, "b": 1.0}})
    rising = make.scored_run("r", {"q1": {"b": 1.0, "a": 2.0}})
    assert digest(falling, "MRR") == digest(rising, "MRR")


def test_names_and_queries_of_other_sets_do_not_count(make: SimpleNamespace, digest: Any) -> None:
    one = make.run("r", {"q1": "ab"})
    assert digest(one, "MRR") == digest(make.run("s", {"q1": "ab", "elsewhere": "a"}), "MRR")
    assert digest(one, "MRR") != digest(
        make.run("r", {"q1": "ab", "q2": "a"}), "MRR"
    )  # in the set, if not in the means


def test_models_come_from_the_header(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    run = make.run("r", {"q1": "a"}, header={"models": ["embed-1"]})
    (shown,) = identities(take(wanted, [run]))
    assert (shown.name, shown.models) == ("r", ("embed-1",))
