"""The library in a notebook: a dict of sets, dicts of lists, a table; frames, pictures, and the list of what it offers."""

import importlib.util
import re
from dataclasses import replace
from pathlib import Path

import pytest

import goldkit

ANSWERS = {"q1": {"a", "b"}, "q2": {"c"}, "q3": {"d"}}
RUNS = {
    "old": {"q1": ["x", "b"], "q2": ["a"], "q3": ["d"]},
    "new": {"q1": ["a", "b"], "q2": ["c"], "q3": ["d"]},
    "<b>odd</b>": {"q1": ["b"], "q2": ["x", "c"], "q3": []},
}


@pytest.fixture(scope="module")
def result():
    return goldkit.score(ANSWERS, RUNS, k=2, options=goldkit.ScoreOptions(per_query=True))


def test_the_seed_case_in_five_lines():
    answers = {"q1": {"a", "b"}, "q2": {"c"}}
    old, new, fused = {"q1": ["x", "b"], "q2": ["a"]}, {"q1": ["a", "b"], "q2": ["c"]}, {"q1": ["b"], "q2": ["x", "c"]}
    result = goldkit.score(answers, {"old": old, "new": new, "fused": fused}, k=2)
    table = goldkit.score_text(result)
    assert [re.search(rf"^{name} +(\S+)", table, re.MULTILINE)[1] for name in ("old", "new", "fused")] == [
        "0.250",
        "1.000",
        "0.750",
    ]


def test_plain_and_made_sets_score_the_same(result):
    made = [goldkit.run_of(name, lists) for name, lists in RUNS.items()]
    again = goldkit.score(goldkit.set_of(ANSWERS), made, k=2, options=goldkit.ScoreOptions(per_query=True))
    assert again == result


def test_a_golden_directory_is_opened_and_its_dev_scored(tmp_path):
    directory = goldkit.GoldenDirectory(tmp_path / "golden")
    directory.create()
    given = {"status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
    goldkit.enroll(
        directory,
        [goldkit.Query(id="q", text="what?")],
        [goldkit.Judgment(query="q", chunk="a", grade=3, **given)],
        [goldkit.Chunk(id="a", text="that")],
    )
    golden = goldkit.GoldenSet.open(tmp_path / "golden")
    assert list(golden.queries) == ["q"]
    assert goldkit.score(golden, {"r": {"q": ["a"]}}, k=1).runs[0].means["recall@1"] == 1
    with pytest.raises(goldkit.UsageError):
        goldkit.GoldenSet.open(tmp_path / "nowhere")


@pytest.mark.parametrize(("part", "rows"), [("runs", 3), ("deltas", 6), ("queries", 9)])
def test_frames_have_the_rows_of_each_part(part, rows, result):
    pandas = pytest.importorskip("pandas")
    frame = result.to_pandas(part)
    assert isinstance(frame, pandas.DataFrame) and len(frame) == rows
    assert frame.to_dict("records")[-1]["run"] == "<b>odd</b>"
    polars = pytest.importorskip("polars")
    other = result.to_polars(part)
    assert isinstance(other, polars.DataFrame) and other.columns == list(frame.columns)


def test_the_figures_of_frames_are_those_of_the_result(result):
    (old, new, _) = result.to_rows()
    assert (old["recall@2"], new["recall@2"]) == (0.5, 1.0)
    assert (old["recall@2 low"], old["recall@2 high"]) == result.runs[0].intervals["recall@2"]
    assert {row["run"] for row in result.to_rows("deltas")} == {"new", "<b>odd</b>"}
    with pytest.raises(goldkit.UsageError, match="'rows' is no part of a result; it has runs, deltas, slices, queries"):
        result.to_rows("rows")


def test_single_queries_of_a_frozen_set_stay_hidden(result):
    frozen = replace(result, set=replace(result.set, digest="0" * 64))
    with pytest.raises(goldkit.UsageError, match="is frozen"):
        frozen.to_rows("queries")
    with pytest.raises(goldkit.UsageError, match="per_query=True"):
        replace(result, queries=()).to_rows("queries")


def test_notebooks_show_tables_and_pictures_with_names_escaped(result):
    for shown in (result._repr_html_(), goldkit.plot_deltas(result)._repr_html_()):
        assert "<b>" not in shown and "&lt;b&gt;odd&lt;/b&gt;" in shown
    assert result._repr_html_().count("<table>") == 2
    alone = goldkit.score(ANSWERS, {"old": RUNS["old"]}, k=2)
    assert alone._repr_html_().count("<table>") == 1
    with pytest.raises(goldkit.UsageError, match="give two runs"):
        goldkit.plot_deltas(alone)


def test_a_picture_styles_nothing_but_itself(result):
    shown = str(goldkit.plot_deltas(result, "MRR"))
    assert shown.count("<svg role=") == 3 and "<script" not in shown
    (styles,) = re.findall(r"<style>(.*?)</style>", shown, re.DOTALL)
    outside = [
        rule for rule in styles.splitlines() if "{" in rule and not rule.strip().startswith((".goldkit", "@media"))
    ]
    assert outside == [] and ".goldkit .interval" in styles


def readme_parts():
    specification = importlib.util.spec_from_file_location("readme_api", Path(__file__).parent / "readme.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_docs_list_what_is_offered():
    listed = re.findall(r"^- `(\w+)", readme_parts().api(), re.MULTILINE)
    assert sorted(listed) == goldkit.__all__


def test_the_api_of_the_readme_is_made_from_the_docstrings(tmp_path):
    parts = readme_parts()
    filled = parts.filled("before\n<!-- api -->\nold\n<!-- end -->\nafter\n", tmp_path, "")
    assert filled == f"before\n<!-- api -->\n{parts.api()}<!-- end -->\nafter\n"
    line = next(line for line in filled.splitlines() if line.startswith("- `score("))
    assert line.endswith("at=…, ledger=…, log=…, golden=…)`: Score runs against a set.")
