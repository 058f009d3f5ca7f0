"""Every row of the decision table: what goldkit does where the tools of the field disagree or crash."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.library.score import score
from goldkit.records import Scale
from goldkit.scoring.options import ScoreOptions

ALL = ("recall", "MRR", "nDCG", "precision", "hit", "AP", "recall_cap", "complete", "judged")


@pytest.fixture
def two(make: SimpleNamespace) -> object:
    return make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"b": 1}))


def means(result: object, run: int = 0) -> dict[str, float]:
    return result.runs[run].means  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("second", [{}, {"q2": []}])
def test_missing_or_empty_scores_zero_and_counts(
    make: SimpleNamespace, two: object, second: dict[str, list[str]]
) -> None:
    result = score(two, [make.run("r", {"q1": ["a"], **second})])
    assert (result.runs[0].n, result.runs[0].missing) == (2, 1)
    assert means(result) == {"recall@10": 0.5, "MRR": 0.5, "nDCG@10": 0.5}
    assert any("missing 1 of 2" in note for note in result.notes)


def test_missing_skip_takes_the_query_from_every_run(make: SimpleNamespace, two: object) -> None:
    runs = [make.run("r", {"q1": ["a"]}), make.run("s", {"q1": ["x"], "q2": ["b"]})]
    result = score(two, runs, options=ScoreOptions(missing="skip"))
    assert [run.n for run in result.runs] == [1, 1]
    assert (means(result)["MRR"], means(result, 1)["MRR"]) == (1.0, 0.0)
    assert any("left out for every run" in note for note in result.notes)


def test_missing_error_names_the_query(make: SimpleNamespace, two: object) -> None:
    with pytest.raises(DataError, match=r"1 of 2 queries missing: q2"):
        score(two, [make.run("r", {"q1": ["a"]})], options=ScoreOptions(missing="error"))


@pytest.mark.parametrize("missing", ["zero", "skip", "error"])
def test_an_arm_that_never_ran_is_refused(make: SimpleNamespace, missing: str) -> None:
    wanted = make.scoreset(*(make.query(f"q{i}", {"a": 1}) for i in range(5)))
    with pytest.raises(DataError, match=r"3 of 5 queries missing.*never ran"):
        score(wanted, [make.run("r", {"q0": ["a"], "q1": ["a"]})], options=ScoreOptions(missing=missing))


def test_queries_that_the_set_lacks_are_ignored_counted_and_named(make: SimpleNamespace, two: object) -> None:
    extra = {f"x{letter}": ["a"] for letter in "fedcba"}
    result = score(two, [make.run("r", {"q1": ["a"], "q2": ["b"], **extra})])
    assert means(result)["MRR"] == 1.0
    assert "r: ignored, not in the set: 6 queries: xa, xb, xc, xd, xe, … and 1 more" in result.notes


@pytest.mark.parametrize(
    ("rename", "form"),
    [
        (lambda text: f"0{text}", "padding"),
        (lambda text: f"set/{text}", "prefix"),
        (lambda text: f" {text}", "white space"),
    ],
)
def test_query_ids_that_differ_in_form_are_diagnosed(make: SimpleNamespace, rename: object, form: str) -> None:
    wanted = make.scoreset(*(make.query(str(i), {"a": 1}) for i in (1, 2, 3)))
    with pytest.raises(DataError, match=form) as caught:
        score(wanted, [make.run("r", {rename(str(i)): ["a"] for i in (1, 2, 3)})])  # type: ignore[operator]
    assert repr(rename("1")) in str(caught.value)  # type: ignore[operator]


def test_what_holds_of_several_runs_is_said_once(make: SimpleNamespace, two: object) -> None:
    runs = [make.run(name, {"q1": ["a"], "q2": ["b"], "x": ["a"]}) for name in "rs"]
    assert score(two, runs, k=1).notes == ("r, s: ignored, not in the set: 1 query: x",)


def test_some_query_ids_that_differ_in_form_are_a_note(make: SimpleNamespace) -> None:
    wanted = make.scoreset(*(make.query(name, {"a": 1}) for name in ("x1", "x2", "B3")))
    result = score(wanted, [make.run("r", {"x1": ["a"], "x2": ["a"], "b3": ["a"]})])
    assert "r: query ids differ by case: 'B3' in the set, 'b3' in the run (1 such)" in result.notes


def test_no_overlap_at_all_says_so(make: SimpleNamespace, two: object) -> None:
    with pytest.raises(DataError, match="No id of the run is in the set: alpha, beta"):
        score(two, [make.run("r", {"alpha": ["a"], "beta": ["b"]})])


def test_three_kinds_of_no_relevant_are_left_out_and_counted_apart(make: SimpleNamespace) -> None:
    wanted = make.scoreset(
        make.query("q1", {"a": 1}),
        make.query("q2", {"a": 0, "b": 0}),
        make.query("q3", {}),
        make.query("q4", {}, origin="synthetic"),
        make.query("q5", {"a": 0}, unanswerable=True),
        make.query("q6", {"a": None}),
    )
    result = score(wanted, [make.run("r", {"q1": ["a"]})])
    assert result.runs[0].n == 1
    assert (result.runs[0].no_relevant.unanswerable, result.runs[0].no_relevant.irrelevant) == (1, 1)
    assert result.runs[0].no_relevant.unjudged == 3
    assert any("3 without a label that counts (2 log, 1 synthetic; --labels derived)" in note for note in result.notes)
    assert means(result)["recall@10"] == 1.0


def test_no_relevant_zero_gives_trec_evals_denominator(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"a": 0}), make.query("q3", {"b": 1}))
    result = score(
        wanted, [make.run("r", {q: ["a"] for q in ("q1", "q2", "q3")})], options=ScoreOptions(no_relevant="zero")
    )
    assert result.runs[0].n == 3
    assert means(result)["MRR"] == pytest.approx(1 / 3)


def test_a_repeated_id_keeps_its_slot_and_earns_nothing(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1, "b": 1}))
    result = score(wanted, [make.run("r", {"q1": ["x", "a", "a", "b"]})], ALL)
    assert result.runs[0].repeats == 1
    assert "r: ids repeated within a list: 1; a repeat keeps its slot and earns nothing" in result.notes
    assert means(result)["AP"] == pytest.approx((1 / 2 + 2 / 4) / 2)
    assert all(value <= 1 for value in means(result).values())
    with pytest.raises(DataError, match=r"'a' more than once in query 'q1'"):
        score(wanted, [make.run("r", {"q1": ["x", "a", "a", "b"]})], options=ScoreOptions(repeats="error"))


def test_a_list_is_its_own_order_and_scores_alone_sort_by_score_then_id_falling(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    tied = {"q1": {"a": 0.5, "z": 0.5, "m": 0.5}}
    assert means(score(wanted, [make.scored_run("r", tied)], ["MRR"]))["MRR"] == pytest.approx(1 / 3)
    assert means(score(wanted, [make.scored_run("r", tied, ranked=True)], ["MRR"]))["MRR"] == 1.0
    trec = ScoreOptions(ties="trec")
    result = score(wanted, [make.scored_run("r", tied, ranked=True)], ["MRR"], options=trec)
    assert means(result)["MRR"] == pytest.approx(1 / 3)
    assert result.runs[0].tied == 1
    assert any("where the id decides: r 1" in note for note in result.notes)


def test_scores_are_compared_as_float64(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    result = score(wanted, [make.scored_run("r", {"q1": {"z": 1.0, "a": 1.00000001}})], ["MRR"])
    assert means(result)["MRR"] == 1.0
    assert result.runs[0].tied == 0


@pytest.mark.parametrize(("k", "tied"), [(1, 0), (2, 1), (3, 1)])
def test_tied_at_k_looks_one_past_the_border(make: SimpleNamespace, k: int, tied: int) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    result = score(wanted, [make.scored_run("r", {"q1": {"a": 3.0, "b": 2.0, "c": 2.0, "d": 1.0}})], k=k)
    assert result.runs[0].tied == tied


def test_k_beyond_the_list_is_misses_and_the_ideal_is_over_what_exists(make: SimpleNamespace) -> None:
    result = score(make.scoreset(make.query("q1", {"a": 1, "b": 1})), [make.run("r", {"q1": ["x", "a"]})], ALL)
    assert means(result)["recall@10"] == 0.5
    assert means(result)["precision@10"] == 0.1
    assert means(result)["nDCG@10"] == pytest.approx(0.38685, abs=1e-5)


def test_gains_are_linear_from_relevant_from(make: SimpleNamespace) -> None:
    foreign, own = Scale(max=3, relevant_from=1), Scale()
    grades = {"a": 3, "b": 2, "c": 1}
    ranking = [make.run("r", {"q1": ["c", "b", "a"]})]
    trec = score(make.scoreset(make.query("q1", grades, foreign), scale=foreign), ranking)
    assert means(trec)["nDCG@10"] == pytest.approx(0.7900, abs=1e-4)
    ours = score(make.scoreset(make.query("q1", grades, own), scale=own), ranking)
    assert means(ours)["nDCG@10"] == pytest.approx(
        (0.63093 + 2 * 0.5) / (2 + 0.63093), abs=1e-4
    )  # a crumb earns nothing


def test_grades_below_zero_are_judged_and_never_crash(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1, "x": -1}), make.query("q2", {"a": -50}))
    result = score(wanted, [make.run("r", {"q1": ["x", "a"], "q2": ["a"]})], ["MRR", "judged@10"])
    assert means(result) == {"MRR": 0.5, "judged@10": 1.0}
    assert result.runs[0].no_relevant.irrelevant == 1


def test_more_facts_than_k_is_said(make: SimpleNamespace) -> None:
    grades = {f"c{i}": 1 for i in range(20)}
    result = score(make.scoreset(make.query("q1", grades)), [make.run("r", {"q1": sorted(grades)[:10]})], ALL)
    assert means(result)["recall@10"] == 0.5
    assert means(result)["recall_cap@10"] == 1.0
    assert any("recall_cap@10" in note for note in result.notes)


def test_a_nan_score_is_refused_and_infinity_is_not(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}))
    with pytest.raises(DataError, match="not a number"):
        score(wanted, [make.scored_run("r", {"q1": {"a": float("nan"), "b": 1.0}})])
    result = score(wanted, [make.scored_run("r", {"q1": {"b": float("-inf"), "a": float("inf")}})])
    assert means(result)["MRR"] == 1.0


def test_scores_must_pair_with_ids(make: SimpleNamespace) -> None:
    with pytest.raises(DataError, match="1 score for 2 chunks"):
        score(make.scoreset(make.query("q1", {"a": 1})), [make.run("r", {"q1": ["a", "b"]}, scores={"q1": (1.0,)})])


def test_ids_are_compared_byte_for_byte_and_a_mismatch_is_diagnosed(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"caf\u00e9": 1, "b": 1}))
    result = score(wanted, [make.run("r", {"q1": ["cafe\u0301", "b"]})])
    assert means(result)["recall@10"] == 0.5
    assert any("Unicode form" in note for note in result.notes)
    with pytest.raises(DataError, match="Unicode form"):
        score(wanted, [make.run("r", {"q1": ["cafe\u0301"]})])


def test_chunks_from_elsewhere_are_noted(make: SimpleNamespace) -> None:
    result = score(make.scoreset(make.query("q1", {"a": 1})), [make.run("r", {"q1": ["something"]})])
    assert any("is this the corpus" in note for note in result.notes)


def test_nothing_to_score_is_an_error_and_never_a_number(make: SimpleNamespace, two: object) -> None:
    with pytest.raises(DataError, match="no query at all"):
        score(two, [make.run("r", {})])
    with pytest.raises(DataError, match="0 queries"):
        score(make.scoreset(), [make.run("r", {"q1": ["a"]})])
    with pytest.raises(DataError, match="none of which can be scored"):
        score(make.scoreset(make.query("q1", {"a": 0})), [make.run("r", {"q1": ["a"]})])
    with pytest.raises(UsageError):
        score(two, [])


def test_a_chunk_named_as_the_query_is_an_ordinary_result(make: SimpleNamespace) -> None:
    assert means(score(make.scoreset(make.query("q1", {"q1": 1})), [make.run("r", {"q1": ["q1"]})]))["MRR"] == 1.0


def test_judged_at_k_is_one_figure_however_it_is_asked_for(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"b": 1}), make.query("q3", {"c": 1}))
    run = make.run("r", {"q1": ["a"], "q2": ["x", "y", "b", "z"], "q3": []})
    result = score(wanted, [run], ["judged@3"], k=3)
    assert result.holes.runs[0].judged == means(result)["judged@3"] == pytest.approx((1 + 1 / 3 + 0) / 3)


def test_unjudged_results_score_zero_and_are_shown(make: SimpleNamespace) -> None:
    runs = [make.run("r", {"q1": ["u", "a", "v"]}), make.run("s", {"q1": ["u", "a"]})]
    result = score(make.scoreset(make.query("q1", {"a": 1})), runs)
    assert result.holes.unjudged == 2
    assert [(run.judged, run.unjudged) for run in result.holes.runs] == [(pytest.approx(1 / 3), 2), (0.5, 1)]


def test_failed_retrieval_is_never_an_empty_ranking(make: SimpleNamespace, two: object) -> None:
    failing = make.run("r", {"q1": ["a"]}, failed={"q2": "timeout"})
    with pytest.raises(DataError, match=r"1 of 2 retrievals failed \(timeout\): q2"):
        score(two, [failing])
    zero = score(two, [failing], options=ScoreOptions(failed="zero"))
    assert (zero.runs[0].n, zero.runs[0].failed, zero.runs[0].missing, means(zero)["MRR"]) == (2, 1, 0, 0.5)
    skip = score(two, [failing, make.run("s", {"q1": ["a"], "q2": ["b"]})], options=ScoreOptions(failed="skip"))
    assert [run.n for run in skip.runs] == [1, 1]


def test_a_fact_counts_once_unless_chunks_are_counted(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a": 1, "b": 1, "c": 1}, facts=(make.fact("a", "b"), make.fact("c"))))
    ranking = [make.run("r", {"q1": ["a", "b"]})]
    assert means(score(wanted, ranking))["recall@10"] == 0.5
    assert means(score(wanted, ranking, options=ScoreOptions(count="chunks")))["recall@10"] == pytest.approx(2 / 3)


def test_requests_that_do_not_fit(make: SimpleNamespace, two: object) -> None:
    run = make.run("r", {"q1": ["a"], "q2": ["b"]})
    with pytest.raises(UsageError, match="'ERQ@20', 'foo'"):
        score(two, [run], ["ERQ@20", "recall@5", "foo"])
    with pytest.raises(UsageError, match="two runs are named 'r'"):
        score(two, [run, run])
    with pytest.raises(UsageError, match="'s' is none of the runs: r"):
        score(two, [run], baseline="s")
    with pytest.raises(UsageError, match="k is 0"):
        score(two, [run], k=0)


def test_k_is_the_calls_else_the_sets_else_ten(make: SimpleNamespace) -> None:
    ranking = [make.run("r", {"q1": ["a"]})]
    five = make.scoreset(make.query("q1", {"a": 1}), k=5)
    assert score(five, ranking).measures == ("recall@5", "MRR", "nDCG@5")
    assert score(five, ranking, k=3).measures == ("recall@3", "MRR", "nDCG@3")
    assert score(make.scoreset(make.query("q1", {"a": 1})), ranking).set.k == 10
