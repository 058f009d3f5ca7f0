"""The same figures as trec_eval's code, where the definitions agree: under no_relevant=zero, count=chunks, ties=trec.

pytrec_eval (and ir_measures through it) keeps scores as 32-bit floats, so two scores that differ only beyond that are a tie to it
and none to goldkit; random scores here are eighths, which both hold exactly. It crashes on grades below −1, so none are drawn.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.library.score import score
from goldkit.measures.names import parse
from goldkit.records import Label, Run, Scale
from goldkit.scoring.answers import Keep, answers
from goldkit.scoring.denominator import denominator
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.table import table
from goldkit.sets.scoreset import ScoreQuery, ScoreSet

pytrec_eval = pytest.importorskip("pytrec_eval", reason="pytrec_eval-terrier is not installed")

TREC = ScoreOptions(no_relevant="zero", count="chunks", ties="trec", replicates=100)
PAIRS = {
    "recall@10": "recall_10",
    "MRR": "recip_rank",
    "nDCG@10": "ndcg_cut_10",
    "precision@10": "P_10",
    "hit@10": "success_10",
    "AP": "map",
    "nDCG@3": "ndcg_cut_3",
    "recall@2": "recall_2",
    "AP@10": "map_cut_10",
}
"""goldkit's names → those in trec_eval's output."""
IR_MEASURES = {
    "recall@10": "R@10",
    "MRR": "RR",
    "nDCG@10": "nDCG@10",
    "precision@10": "P@10",
    "hit@10": "Success@10",
    "AP": "AP",
    "AP@10": "AP@10",
    "bpref": "Bpref",
}
"""Not RR@10: ir_measures computes it elsewhere, with ties by rising id."""

Qrels = Mapping[str, Mapping[str, int]]
Scores = Mapping[str, Mapping[str, float]]


def foreign(qrels: Qrels) -> ScoreSet:
    queries = [
        ScoreQuery(
            id=name,
            text="",
            origin="import",
            block=name,
            labels={
                chunk: Label(query=name, chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()
            },
        )
        for name, grades in qrels.items()
    ]
    return ScoreSet(name="qrels", queries=tuple(queries), scale=Scale(max=4, relevant_from=1))


def as_run(scores: Scores, name: str = "run") -> Run:
    return Run(
        name=name,
        rankings={query: tuple(found) for query, found in scores.items()},
        scores={query: tuple(found.values()) for query, found in scores.items()},
        ranked=False,
    )


def ours(qrels: Qrels, scores: Scores) -> dict[str, dict[str, float]]:
    """query → measure → value."""
    scored = denominator(foreign(qrels), TREC)
    found = table(answers(as_run(scores), scored.truths, Keep(10), TREC.ties), scored, parse([*PAIRS, "bpref"], 10), 10)
    return {
        query.id: {name: values[place] for name, values in found.values.items()}
        for place, query in enumerate(scored.queries)
    }


def theirs(qrels: Qrels, scores: Scores) -> dict[str, dict[str, float]]:
    wanted = {"recall.2,10", "recip_rank", "ndcg_cut.3,10", "P.10", "success.10", "map", "map_cut.10"}
    evaluator = pytrec_eval.RelevanceEvaluator({q: dict(grades) for q, grades in qrels.items()}, wanted)
    return evaluator.evaluate({query: dict(found) for query, found in scores.items()})  # type: ignore[no-any-return]


CHUNKS = st.sampled_from([f"d{number}" for number in (*range(15), 100, 101)] + ["é", "D1", "10", "9"])
RANKINGS = st.dictionaries(CHUNKS, st.integers(-8, 8).map(lambda eighths: eighths / 8), max_size=16)
GRADES = st.dictionaries(CHUNKS, st.integers(-1, 4), min_size=1, max_size=12)
FROM_ZERO = st.dictionaries(CHUNKS, st.integers(0, 4), min_size=1, max_size=12)
"""To trec_eval's bpref a grade below 0 is unjudged, and pytrec_eval crashes on it; to goldkit it is judged, not relevant."""


@given(st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), st.tuples(GRADES, RANKINGS), min_size=1))
@settings(deadline=None, max_examples=300)
def test_random_runs_with_ties_grades_and_empty_lists(
    cases: dict[str, tuple[dict[str, int], dict[str, float]]],
) -> None:
    qrels = {query: grades for query, (grades, _) in cases.items()}
    scores = {query: ranking for query, (_, ranking) in cases.items()}
    mine, other = ours(qrels, scores), theirs(qrels, scores)
    for query in cases:
        for name, trec in PAIRS.items():
            assert mine[query][name] == pytest.approx(other[query][trec] if query in other else 0.0, abs=1e-9), (
                query,
                name,
            )


@given(FROM_ZERO, RANKINGS)
@settings(deadline=None, max_examples=300)
def test_bpref(grades: dict[str, int], ranking: dict[str, float]) -> None:
    evaluator = pytrec_eval.RelevanceEvaluator({"q": grades}, {"bpref"})
    other = evaluator.evaluate({"q": ranking}).get("q", {"bpref": 0.0})
    assert ours({"q": grades}, {"q": ranking})["q"]["bpref"] == pytest.approx(other["bpref"], abs=1e-9)


@given(st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), st.tuples(FROM_ZERO, RANKINGS), min_size=1))
@settings(deadline=None, max_examples=60)
def test_means_equal_ir_measures_with_its_zero_for_missing_queries(
    cases: dict[str, tuple[dict[str, int], dict[str, float]]],
) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    qrels = {query: grades for query, (grades, _) in cases.items()}
    scores = {query: ranking for query, (_, ranking) in cases.items()}
    wanted = {name: ir_measures.parse_measure(theirs) for name, theirs in IR_MEASURES.items()}
    other = ir_measures.calc_aggregate(wanted.values(), qrels, scores)
    mine = ours(qrels, scores)
    for name, measure in wanted.items():
        assert sum(values[name] for values in mine.values()) / len(mine) == pytest.approx(other[measure], abs=1e-9), (
            name
        )


def test_where_32_bit_scores_part_ways() -> None:
    qrels, scores = {"q": {"a": 1}}, {"q": {"z": 1.0, "a": 1.00000001}}
    assert ours(qrels, scores)["q"]["MRR"] == 1.0
    assert theirs(qrels, scores)["q"]["recip_rank"] == 0.5


def cranfield() -> tuple[Qrels, dict[str, Scores]]:
    given_folder = os.environ.get("GOLDKIT_REAL_DATA")
    if not given_folder:
        pytest.skip("GOLDKIT_REAL_DATA is not set")
    folder = Path(given_folder) / "cranfield"
    qrels: dict[str, dict[str, int]] = {}
    for line in (folder / "beir" / "qrels" / "test.trec").read_text().splitlines():
        query, _, chunk, grade = line.split()
        qrels.setdefault(query, {})[chunk] = int(grade)
    runs: dict[str, Scores] = {}
    for path in sorted((folder / "runs").glob("*.trec")):
        scores: dict[str, dict[str, float]] = {}
        for line in path.read_text().splitlines():
            query, _, chunk, _, value, _ = line.split()
            scores.setdefault(query, {})[chunk] = float(value)
        runs[path.stem] = scores
    return qrels, runs


def test_cranfield_equals_both() -> None:
    """Four real runs, 225 queries. Of their scores, none that differ become ties as 32-bit floats, or this would fail."""
    qrels, runs = cranfield()
    assert len(runs) == 4
    names = [*PAIRS, "bpref"]
    result = score(foreign(qrels), [as_run(scores, name) for name, scores in runs.items()], names, 10, options=TREC)
    for line in result.runs:
        per_query = theirs(qrels, runs[line.name])
        assert line.n == len(per_query) == 225
        for name in PAIRS:
            mean = sum(values[PAIRS[name]] for values in per_query.values()) / len(per_query)
            assert line.means[name] == pytest.approx(mean, abs=1e-9), (line.name, name)
    ir_measures = pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    for line in result.runs:
        wanted = {name: ir_measures.parse_measure(IR_MEASURES[name]) for name in IR_MEASURES}
        other = ir_measures.calc_aggregate(wanted.values(), qrels, runs[line.name])
        for name, measure in wanted.items():
            assert line.means[name] == pytest.approx(other[measure], abs=1e-9), (line.name, name)
