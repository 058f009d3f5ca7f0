"""Plain dicts are sets and runs like any file."""

import json

import pytest

from goldkit.errors import DataError
from goldkit.sets.foreign import load_foreign
from goldkit.sets.plain import run_of, set_of
from goldkit.sets.runs import read_run


@pytest.mark.parametrize("labels", [{"q1": ["c1", "c4"], "q2": ["c2"], "q3": []}, {"q1": {"c1": 2, "c9": 0}}])
def test_a_dict_is_the_set_that_its_json_file_is(tmp_path, labels):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(labels))
    assert set_of(labels) == load_foreign(path)


def test_sets_and_tuples_are_collections_of_ids():
    assert set_of({"q1": {"c1", "c4"}}) == set_of({"q1": ("c4", "c1")})


@pytest.mark.parametrize("results", [{"q1": ["c9", "c1"], "q2": []}, {"q1": {"c9": 0.5, "c1": 2.5}}])
def test_a_dict_is_the_run_that_its_json_file_is(tmp_path, results):
    path = tmp_path / "before.json"
    path.write_text(json.dumps(results))
    assert run_of("before", results) == read_run(path)


def test_all_that_is_neither_is_told_at_once():
    with pytest.raises(DataError) as caught:
        set_of({"q1": "c1", "q2": 3})
    assert [problem.found for problem in caught.value.problems] == [
        "for the query 'q1' 'c1' as labels",
        "for the query 'q2' the number 3 as labels",
    ]
    with pytest.raises(DataError, match="before: found for the query 'q1' 'c1' as results"):
        run_of("before", {"q1": "c1"})
