"""nDCG-exp against gdeval.pl by way of ir_measures, where perl is there. (ranx takes two minutes to compile the same.)"""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.measures.names import parse
from goldkit.measures.truth import see, truth
from goldkit.records import Label, Scale
from goldkit.sets.scoreset import facts_of_labels

SCALE = Scale(max=4, relevant_from=1)
NAMES = [f"d{number}" for number in range(12)]
GRADES = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 4), min_size=1).filter(
    lambda found: any(found.values())
)
CASES = st.lists(st.tuples(GRADES, st.permutations(NAMES)), min_size=1, max_size=3)
"""No ties: what orders them differs from tool to tool."""


def ours(grades: dict[str, int], ranking: list[str]) -> float:
    labels = {name: Label(query="q", chunk=name, grade=grade, status="decided") for name, grade in grades.items()}
    (measure,) = parse(["nDCG-exp@5"], 10)
    return measure(see(truth(facts_of_labels(labels, SCALE), labels, SCALE), ranking))


def dictionaries(
    cases: list[tuple[dict[str, int], list[str]]],
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    qrels = {str(place): grades for place, (grades, _) in enumerate(cases, 1)}
    scores = {
        str(place): {name: float(len(ranking) - rank) for rank, name in enumerate(ranking)}
        for place, (_, ranking) in enumerate(cases, 1)
    }
    return qrels, scores


@given(CASES)
@settings(deadline=None, max_examples=10)
def test_equals_gdeval(cases: list[tuple[dict[str, int], list[str]]]) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    if shutil.which("perl") is None:
        pytest.skip("gdeval.pl needs perl")
    measure = ir_measures.parse_measure("nDCG(dcg='exp-log2')@5")
    found = {each.query_id: each.value for each in ir_measures.iter_calc([measure], *dictionaries(cases))}
    for place, (grades, ranking) in enumerate(cases, 1):
        assert ours(grades, ranking) == pytest.approx(found[str(place)], abs=1e-5)  # it prints five decimals
