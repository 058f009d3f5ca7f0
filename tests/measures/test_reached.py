from __future__ import annotations

from goldkit.measures.reached import reached
from goldkit.measures.truth import truth
from goldkit.records import Fact, Label, Scale

LABELS = {
    chunk: Label(query="q", chunk=chunk, grade=grade, status="decided")
    for chunk, grade in {"a": 3, "b": 2, "c": 2, "x": 0}.items()
}
TRUTH = truth([Fact(any=("b", "a")), Fact(any=("c", "b"), share=0.5), Fact(any=("c",))], LABELS, Scale())


def test_each_fact_with_its_first_rank_and_chunk_or_as_missed() -> None:
    found = reached(TRUTH, ["x", "a", "b"])
    assert [(fact.chunks, fact.rank, fact.chunk) for fact in found] == [
        (("a", "b"), 2, "a"),
        (("b", "c"), 3, "b"),
        (("c",), None, None),
    ]
    assert [(fact.place, fact.share, fact.gain) for fact in found] == [(0, 1.0, 2.0), (1, 0.5, 0.5), (2, 1.0, 1.0)]


def test_only_the_first_k_results_count() -> None:
    assert [fact.rank for fact in reached(TRUTH, ["x", "a", "b"], 2)] == [2, None, None]
    assert [fact.rank for fact in reached(TRUTH, [])] == [None, None, None]
