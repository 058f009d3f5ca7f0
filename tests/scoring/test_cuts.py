from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from uncounted import score

from goldkit.errors import DataError, UsageError
from goldkit.records import Label
from goldkit.scoring.options import ScoreOptions


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    texts = {"a": "one two three", "b": "one two", "c": "four five six", "x": "a b c d e f g"}
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()))
    return str(path)


def test_a_budget_of_tokens_takes_chunks_while_they_fit(make: SimpleNamespace, corpus: str) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1, "b": 1}))
    runs = [make.run("r", {"q1": ["x", "a", "b"]}), make.run("s", {"q1": ["a", "b", "x"]}), make.run("t", {"q1": []})]
    options = ScoreOptions(corpus=corpus, missing="zero")
    result = score(wanted, runs[:2], ["recall@10tok", "nDCG@10tok", "recall@4tok"], options=options)
    assert result.measures == ("recall@10tok", "nDCG@10tok", "recall@4tok")
    assert result.runs[0].means["recall@10tok"] == 0.5
    assert result.runs[1].means == {"recall@10tok": 1.0, "nDCG@10tok": 1.0, "recall@4tok": 0.5}
    assert "a budget of tokens is filled from the top, in tokens of 'words'" in result.notes


def test_a_primary_measure_with_a_budget_is_scored_again_with_fewer_labels(make: SimpleNamespace, corpus: str) -> None:
    """A derived label and labels of one run alone have other measures computed anew; a budget must survive that."""
    copy = Label(query="q1", chunk="b", grade=1, status="derived")
    query = make.query("q1", {"a": 1}, facts=(make.fact("a", "b"),))
    wanted = make.scoreset(replace(query, labels={**query.labels, "b": copy}), primary="recall@9tok")
    runs = [make.run("r", {"q1": ["x", "b", "a"]}), make.run("s", {"q1": ["x", "x"]})]
    result = score(wanted, runs, options=ScoreOptions(corpus=corpus))
    assert result.runs[0].means["recall@9tok"] == 1.0
    assert result.widening is not None
    assert (result.widening.runs[0].strict, result.widening.runs[0].widened) == (0.0, 1.0)  # 7 + 2 fit, 3 more do not


def test_without_its_derived_copies_a_fact_may_cost_more(make: SimpleNamespace, corpus: str) -> None:
    copy = Label(query="q1", chunk="b", grade=1, status="derived")
    query = make.query("q1", {"a": 1, "c": 1}, facts=(make.fact("a", "b"), make.fact("c")))
    wanted = make.scoreset(replace(query, labels={**query.labels, "b": copy}), primary="recall_cap@5tok")
    result = score(wanted, [make.run("r", {"q1": ["c"]})], options=ScoreOptions(corpus=corpus))
    assert result.widening is not None
    assert (result.widening.runs[0].strict, result.widening.runs[0].widened) == (1.0, 0.5)  # a and c need 6, b and c 5


def test_a_query_without_results_has_an_empty_budget(make: SimpleNamespace, corpus: str) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"b": 1}))
    result = score(wanted, [make.run("r", {"q1": ["a"]})], ["nDCG@10tok"], options=ScoreOptions(corpus=corpus))
    assert result.runs[0].means["nDCG@10tok"] == 0.5


def test_chunks_that_the_corpus_lacks_are_counted_and_of_mean_length(make: SimpleNamespace, corpus: str) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    run = make.run("r", {"q1": ["gone", "gone too", "a"]})
    result = score(wanted, [run], ["recall@11tok", "recall@10tok"], options=ScoreOptions(corpus=corpus))
    assert result.runs[0].means == {"recall@11tok": 1.0, "recall@10tok": 0.0}  # 4 + 4 + 3
    assert "not in the corpus: 2 chunk ids, each taken to be of its mean length, 4 tokens" in result.notes


def test_another_corpus_altogether_is_refused(make: SimpleNamespace, corpus: str) -> None:
    wanted = make.scoreset(make.query("q1", {"p": 1}))
    with pytest.raises(DataError, match=r"none of the chunk ids .* such as 'p'.*the corpus that was searched"):
        score(wanted, [make.run("r", {"q1": ["p"]})], ["recall@10tok"], options=ScoreOptions(corpus=corpus))
    frozen = make.scoreset(make.query("q1", {"secret": 1}), frozen=True, digest="d")
    with pytest.raises(DataError, match="none of the chunk ids of the runs and the set; expected") as caught:
        score(frozen, [make.run("r", {"q1": ["p"]})], ["recall@10tok"], options=ScoreOptions(corpus=corpus))
    assert "secret" not in str(caught.value)


def test_without_a_corpus_the_option_is_named(make: SimpleNamespace) -> None:
    with pytest.raises(UsageError, match="--corpus"):
        score(make.scoreset(make.query("q1", {"a": 1})), [make.run("r", {"q1": ["a"]})], ["recall@10tok"])


def test_a_cut_below_the_sets_own_k_is_labelled_and_only_there_when_asked_for(make: SimpleNamespace) -> None:
    wanted, run = make.scoreset(make.query("q1", {"a": 1}), k=5), make.run("r", {"q1": ["a"]})
    result = score(wanted, [run], ["recall@20", "recall@5", "MRR", "nDCG@6"])
    assert result.deeper == ("recall@20", "nDCG@6")
    assert "deeper than what you use, which is k 5: recall@20, nDCG@6" in result.notes
    assert "deeper" not in "".join(score(wanted, [run]).notes)
    assert score(wanted, [run], k=20).deeper == ("recall@20", "nDCG@20")
    assert score(make.scoreset(make.query("q1", {"a": 1})), [run], ["recall@20"]).deeper == ()


def test_what_counts_single_chunks_is_refused_with_the_reason_where_facts_count(make: SimpleNamespace) -> None:
    wanted, run = make.scoreset(make.query("q1", {"a": 1, "x": 0})), make.run("r", {"q1": ["x", "a"]})
    with pytest.raises(UsageError, match=r"only with --count chunks: bpref \(it compares pairs of judged chunks"):
        score(wanted, [run], ["bpref"])
    assert score(wanted, [run], ["bpref"], options=ScoreOptions(count="chunks")).runs[0].means == {"bpref": 0.0}


def test_a_measure_of_ir_measures_has_means_deltas_and_intervals_like_any_other(make: SimpleNamespace) -> None:
    pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    wanted = make.scoreset(*(make.query(f"q{i}", {"a": 1, "b": 1}) for i in range(8)))
    runs = [make.run(name, {f"q{i}": list(ranking) for i in range(8)}) for name, ranking in (("r", "xa"), ("s", "ab"))]
    result = score(wanted, runs, ["Rprec"], options=ScoreOptions(count="chunks"))
    assert "by ir_measures, a row for each judged chunk with its gain as the grade: Rprec" in result.notes
    assert [run.means["Rprec"] for run in result.runs] == [0.5, 1.0]
    assert (result.deltas[0].delta, result.deltas[0].wins) == (0.5, 8)
    with pytest.raises(UsageError, match=r"Rprec \(ir_measures computes it, and knows no facts\)"):
        score(wanted, runs, ["Rprec"])


def test_a_cut_that_no_run_reaches_is_said_and_one_that_a_run_reaches_is_not(make):
    golden = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"a": 1}))
    runs = [make.run("short", {"q1": "a", "q2": "a"}), make.run("long", {"q1": "abc", "q2": "a"})]
    said = "no run reaches recall@1000000, nDCG@1000000: no list has more than 3 results"
    assert said in score(golden, runs, k=1_000_000).notes
    assert not [note for note in score(golden, runs, k=3).notes if "no run reaches" in note]


def test_that_recall_cannot_reach_1_is_said_of_the_cuts_in_the_table_alone(make):
    golden = make.scoreset(make.query("q1", {"a": 1, "b": 1, "c": 1}), make.query("q2", {"a": 1, "b": 1}))
    run = make.run("r", {"q1": "abc", "q2": "ab"})

    def said(*measures):
        return [note for note in score(golden, [run], measures).notes if "cannot reach 1" in note]

    assert said("recall@1", "R@2", "nDCG@1") == [
        "more than 1 fact in 2 of 2 queries, so recall@1 cannot reach 1; see recall_cap@1",
        "more than 2 facts in 1 of 2 queries, so recall@2 cannot reach 1; see recall_cap@2",
    ]
    assert said("recall@3", "MRR", "recall_cap@1") == []
