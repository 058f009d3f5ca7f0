"""What users of the field's tools report to their makers, as small tests. Numbers are rows of reference pages on those reports."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.library.score import score
from goldkit.records import Scale
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions

FAST = ScoreOptions(replicates=300)
ALL = ("recall", "MRR", "MRR@10", "nDCG", "nDCG-exp", "precision", "hit", "AP", "recall_cap", "complete", "judged")


def means(result: ScoreResult, run: int = 0) -> dict[str, float]:
    return result.runs[run].means


def test_runs_of_one_distribution_show_no_stars(make: SimpleNamespace) -> None:
    """ranx #61: five runs that differ by chance alone, compared without a correction."""
    dice = random.Random(5)
    names = [f"q{number}" for number in range(60)]
    wanted = make.scoreset(*(make.query(name, {"a": 1}) for name in names))
    runs = [
        make.run(f"r{number}", {name: dice.sample(["a", "b", "c", "d"], 4) for name in names}) for number in range(5)
    ]
    deltas = score(wanted, runs, ["recall@1"], k=1, options=FAST).deltas
    assert len(deltas) == 4
    assert all(delta.verdict not in ("better", "worse") for delta in deltas)
    assert all(delta.p_adjusted is not None and delta.p_adjusted >= delta.p for delta in deltas)


def test_results_scored_zero_are_results_and_a_cut_of_zero_is_none(make: SimpleNamespace) -> None:
    """ranx #51."""
    wanted, run = make.scoreset(make.query("q1", {"a": 1, "b": 1})), make.scored_run("r", {"q1": {"a": 0.0, "b": 0.0}})
    assert means(score(wanted, [run], ["recall@2"]))["recall@2"] == 1.0
    with pytest.raises(UsageError, match="'recall@0'"):
        score(wanted, [run], ["recall@0"])


def test_recall_is_the_plain_fraction_and_the_capped_one_has_its_name(make: SimpleNamespace) -> None:
    """ranx #19."""
    grades = {f"d{number}": 1 for number in range(20)}
    result = score(
        make.scoreset(make.query("q", grades)), [make.run("r", {"q": list(grades)[:10]})], ["R@10", "R_cap@10"]
    )
    assert means(result) == {"recall@10": 0.5, "recall_cap@10": 1.0}


def test_an_empty_list_of_results_breaks_no_measure(make: SimpleNamespace) -> None:
    """ranx #31, LlamaIndex #13926, BEIR #70."""
    wanted = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"a": 1}))
    result = score(wanted, [make.run("r", {"q1": [], "q2": ["a"]})], ALL)
    assert all(0.0 <= value <= 0.5 for value in means(result).values())


@pytest.mark.parametrize(("ranking", "expected"), [("ab", 1.0), ("xa", 0.5), ("xy", 0.0)])
def test_bpref_is_a_number_where_nothing_was_judged_irrelevant(
    make: SimpleNamespace, ranking: str, expected: float
) -> None:
    """ranx #66."""
    wanted = make.scoreset(make.query("q", {"a": 1, "b": 1}))
    result = score(wanted, [make.run("r", {"q": [*ranking, "z"]})], ["bpref"], options=ScoreOptions(count="chunks"))
    assert means(result)["bpref"] == expected


def test_the_level_of_relevance_is_the_scales(make: SimpleNamespace) -> None:
    """ranx #29: grades 0 to 3, relevant from 2."""
    grades, ranking = {"a": 3, "b": 1, "c": 2}, make.run("r", {"q": ["b", "a"]})
    for relevant_from, expected in ((1, 2 / 3), (2, 1 / 2), (3, 1.0)):
        scale = Scale(max=3, relevant_from=relevant_from)
        wanted = make.scoreset(make.query("q", grades, scale), scale=scale)
        assert means(score(wanted, [ranking], ["recall@10"]))["recall@10"] == pytest.approx(expected)


@pytest.mark.parametrize("relevant", ["a", "m", "z"])
def test_all_measures_of_a_call_see_one_order_of_ties(make: SimpleNamespace, relevant: str) -> None:
    """ir_measures #18, BEIR #105, MTEB #5092: a constant scorer, whose MRR was 1 while its nDCG was 0."""
    wanted = make.scoreset(make.query("q", {relevant: 1}))
    tied = make.scored_run("r", {"q": {relevant: 1.0, **dict.fromkeys("amz", 1.0)}})
    result = score(wanted, [tied], ["MRR", "MRR@10", "AP", "recall@1", "nDCG@1"])
    rank = {"z": 1, "m": 2, "a": 3}[relevant]
    assert means(result) == {
        "MRR": 1 / rank, "MRR@10": 1 / rank, "AP": 1 / rank, "recall@1": float(rank == 1), "nDCG@1": float(rank == 1),
    }  # fmt: skip
    assert result.runs[0].tie_bounds["MRR"] == (pytest.approx(1 / 3), 1.0)


def test_renaming_tied_documents_moves_the_figure_within_ends_that_stay(make: SimpleNamespace) -> None:
    """pytrec_eval #56, #51, #53."""
    results = []
    for names in ("abcd", "dcba", "bdac"):
        run = make.scored_run("r", {"q": dict.fromkeys(names, 1.0)})
        results.append(score(make.scoreset(make.query("q", {names[0]: 1})), [run], ["MRR", "nDCG@10"]))
    assert len({means(result)["MRR"] for result in results}) > 1
    assert len({str(result.runs[0].tie_bounds) for result in results}) == 1


def test_judged_is_of_what_was_returned(make: SimpleNamespace) -> None:
    """ir_measures pull request 48."""
    wanted = make.scoreset(make.query("q", {"a": 1, "b": 0}))
    assert means(score(wanted, [make.run("r", {"q": ["a", "b", "x"]})], ["Judged@10"]))["judged@10"] == pytest.approx(
        2 / 3
    )


def test_a_query_without_judgments_touches_no_other(make: SimpleNamespace) -> None:
    """pytrec_eval #49, MTEB #3030."""
    judged = [make.query("q1", {"a": 1}), make.query("q3", {"c": 1})]
    run = make.run("r", {name: ["x", chunk] for name, chunk in (("q1", "a"), ("q2", "b"), ("q3", "c"))})
    with_it = score(make.scoreset(judged[0], make.query("q2", {}), judged[1]), [run], ALL)
    without = score(make.scoreset(*judged), [run], ALL)
    assert means(with_it) == means(without)
    assert with_it.runs[0].no_relevant.unjudged == 1


def test_one_denominator_for_all_measures(make: SimpleNamespace) -> None:
    """BEIR #102, ranx #27, pytrec_eval #30: a query that the run lacks."""
    wanted = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"a": 1}))
    result = score(wanted, [make.run("r", {"q1": ["a"]})], ["recall", "MRR", "nDCG", "AP", "hit"])
    assert set(means(result).values()) == {0.5}


def test_no_overlap_of_queries_is_an_error(make: SimpleNamespace) -> None:
    """trec_eval #46: a segmentation fault."""
    with pytest.raises(DataError, match="No id of the run is in the set"):
        score(make.scoreset(make.query("q1", {"a": 1})), [make.run("r", {"zeta": ["a"]})])


def test_exact_copies_under_other_ids_are_no_misses(make: SimpleNamespace) -> None:
    """MTEB #4626."""
    wanted = make.scoreset(make.query("q", {"a": 1, "b": 1}, facts=(make.fact("a", "b"),)))
    result = score(wanted, [make.run("r", {"q": ["b"]}), make.run("s", {"q": ["b", "a"]})], ALL)
    for run in (0, 1):
        assert all(means(result, run)[name] == 1.0 for name in ("recall@10", "MRR", "nDCG@10", "AP", "complete@10"))


@pytest.mark.parametrize("ranking", ["aaa", "aab", "abab", "xaa"])
def test_no_measure_exceeds_one_for_repeated_ids(make: SimpleNamespace, ranking: str) -> None:
    """LlamaIndex pull request 22683, pytrec_eval #50: nDCG was 1.31, AP 1.5."""
    result = score(make.scoreset(make.query("q", {"a": 1, "b": 1})), [make.run("r", {"q": list(ranking)})], ALL)
    assert all(0.0 <= value <= 1.0 for value in means(result).values())


def test_a_chunk_named_as_its_query_is_kept_and_nobodys_data_is_changed(make: SimpleNamespace) -> None:
    """MTEB pull requests 833 and 642; BEIR drops it from the caller's own dictionary."""
    wanted, run = make.scoreset(make.query("q1", {"q1": 1, "a": 1})), make.run("r", {"q1": ["q1", "a"]})
    before = dict(run.rankings)
    assert means(score(wanted, [run], ["recall@10"]))["recall@10"] == 1.0
    assert run.rankings == before


def test_the_same_input_twice_is_the_same_result(make: SimpleNamespace) -> None:
    """AutoRAG pull request 390, Ragas #583."""
    names = [f"q{number}" for number in range(12)]
    wanted = make.scoreset(*(make.query(name, {"a": 1, "b": 2}) for name in names))
    dice = random.Random(1)
    runs = [make.run(run, {name: dice.sample("abcde", 5) for name in names}) for run in ("r", "s")]
    assert score(wanted, runs, ALL, options=FAST) == score(wanted, runs, ALL, options=FAST)


def test_numeric_and_other_query_ids_alike_reach_perl_measures(make: SimpleNamespace) -> None:
    """ir_measures #50: gdeval.pl fails for a query named q1."""
    import shutil

    pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    if shutil.which("perl") is None:
        pytest.skip("gdeval.pl needs perl")
    for name in ("1", "q1", "a query"):
        wanted, run = make.scoreset(make.query(name, {"a": 1})), make.run("r", {name: ["a"]})
        found = score(wanted, [run], ["ERR@10"], options=ScoreOptions(count="chunks"))
        assert means(found)["ERR@10"] == pytest.approx(1 / 16)
