from __future__ import annotations

import pytest

from goldkit.errors import UsageError
from goldkit.measures.catalogue import MEASURES
from goldkit.measures.names import parse


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("recall@10", "recall@10"), ("MRR", "MRR"), ("MRR@10", "MRR@10"), ("nDCG@10", "nDCG@10"), ("hit@10", "hit@10"),
        ("precision@10", "precision@10"), ("AP", "AP"), ("judged@10", "judged@10"), ("complete@3", "complete@3"),
        ("recall_cap@10", "recall_cap@10"),
        ("R@10", "recall@10"), ("RR", "MRR"), ("RR@10", "MRR@10"), ("P@5", "precision@5"), ("Success@10", "hit@10"),
        ("Judged@10", "judged@10"), ("R_cap@10", "recall_cap@10"),
        ("ndcg@10", "nDCG@10"), ("mrr@10", "MRR@10"), ("hit_rate@10", "hit@10"), ("map", "AP"), ("mrr", "MRR"),
        ("bpref", "bpref"), ("Bpref", "bpref"), ("nDCG-exp@5", "nDCG-exp@5"), ("ndcg_burges@10", "nDCG-exp@10"),
        ("nDCG(dcg='exp-log2')@10", "nDCG-exp@10"),
        ("recall", "recall@7"), ("nDCG", "nDCG@7"), (" recall@010 ", "recall@10"),
    ],
)  # fmt: skip
def test_spellings(typed: str, printed: str) -> None:
    assert [measure.name for measure in parse([typed], 7)] == [printed]


def test_all_unknown_names_are_named_at_once() -> None:
    with pytest.raises(UsageError) as caught:
        parse(["recall@10", "ERQ@20", "recall@0", "P(foo)@5", "R@0", "MRR@x", "nDCG@²", "hit@" + "9" * 5000], 10)
    for name in ("ERQ@20", "recall@0", "P(foo)@5", "R@0", "MRR@x", "nDCG@²", "'hit@999", "hit@K"):
        assert name in str(caught.value)
    assert "'recall@10'" not in str(caught.value)


def test_each_measure_once_in_the_order_given() -> None:
    assert [measure.name for measure in parse(["RR", "R@5", "mrr", "recall@5"], 10)] == ["MRR", "recall@5"]


def test_every_measure_has_a_help_line() -> None:
    assert all((kind.compute.__doc__ or "").strip() for kind in MEASURES.values())


@pytest.mark.parametrize(
    ("typed", "guess"),
    [("recal@5", " (did you mean recall@5?);"), ("ndgc", " (did you mean nDCG?);"), ("recall@0", ";"), ("xyz@3", ";")],
)
def test_a_misspelt_name_is_answered_with_the_nearest(typed: str, guess: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse([typed], 10)
    assert str(caught.value).startswith(f"no such measure: {typed!r}{guess}")


def test_several_names_in_one_are_told_apart():
    with pytest.raises(UsageError, match=r"'R@5, MRR' \(did you mean R@5 and MRR, each by itself\?\)"):
        parse(["R@5, MRR"], 10)
    with pytest.raises(UsageError, match=r"'recall@5,foo'; there are"):
        parse(["recall@5,foo"], 10)


def test_either_quotation_mark_names_a_parameter():
    assert parse(['nDCG(dcg="exp-log2")@5'], 10) == parse(["nDCG(dcg='exp-log2')@5"], 10) == parse(["nDCG-exp@5"], 10)
