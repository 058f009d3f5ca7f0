"""Qrels and runs that other tools read: trec_eval's binding, ir_measures, ranx and pandas, and this package again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.formats import ranx_files, trec_write
from goldkit.formats.escaping import escaped, unescaped
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.trec_qrels import read_trec
from goldkit.records import Query, Run
from goldkit.results.exported import ExportedQuery, ExportSet
from goldkit.sets.runs import open_run

PLAIN = WriteOptions()
CHARACTERS = st.characters(exclude_categories=["Cs"])
IDS = st.text(CHARACTERS, min_size=1, max_size=6) | st.sampled_from(
    ["{", "[", "a b", "a\u00a0b", "100%", "%20", "\u2028", "\ufeffa", "007"]
)
GRADES = st.dictionaries(IDS, st.dictionaries(IDS, st.integers(0, 3), min_size=1, max_size=4), min_size=1, max_size=4)


def exported(grades):
    queries = (
        ExportedQuery(query=Query(id=name, text="why?", origin="import"), grades=own, relevant=())
        for name, own in grades.items()
    )
    return ExportSet(name="s", queries=tuple(queries))


def read_back(found):
    return {item.query.id: {label.chunk: label.grade for label in item.labels} for item in found.queries}


@given(name=IDS)
def test_escaped_ids_hold_no_white_space_and_come_back(name):
    assert len(f"x{escaped(name)}x".split()) == 1
    assert unescaped(escaped(name)) == name


@settings(deadline=None, max_examples=40)
@given(grades=GRADES)
def test_escaped_qrels_come_back_and_split_at_spaces(grades, tmp_path_factory):
    path = tmp_path_factory.mktemp("trec") / "qrels"
    trec_write.write_qrels(exported(grades), path, WriteOptions(escape=True))
    assert read_back(read_trec(path, ReadOptions(unescape=True))) == grades
    rows = [line.split() for line in path.read_bytes().decode().split("\n") if line]
    wanted = [
        [escaped(query), "0", escaped(chunk), str(grade)]
        for query, own in grades.items()
        for chunk, grade in own.items()
    ]
    assert rows == wanted


@settings(deadline=None, max_examples=40)
@given(grades=GRADES, suffix=st.sampled_from(["json", "parquet"]))
def test_ranx_qrels_come_back(grades, suffix, tmp_path_factory):
    path = tmp_path_factory.mktemp("ranx") / f"qrels.{suffix}"
    ranx_files.write_qrels(exported(grades), path, PLAIN)
    assert read_back(ranx_files.read_ranx(path, ReadOptions())) == grades


@settings(deadline=None, max_examples=40)
@given(
    rankings=st.dictionaries(IDS, st.lists(IDS, min_size=1, max_size=5, unique=True), min_size=1, max_size=3),
    data=st.data(),
)
def test_runs_keep_their_order_and_scores(rankings, data, tmp_path_factory):
    scores = {
        query: tuple(
            sorted(data.draw(st.lists(st.floats(-1e6, 1e6), min_size=len(own), max_size=len(own))), reverse=True)
        )
        for query, own in rankings.items()
    }
    run = Run(name="my run", rankings={query: tuple(own) for query, own in rankings.items()}, scores=scores)
    folder = tmp_path_factory.mktemp("runs")
    trec_write.write_run(run, folder / "r.trec", WriteOptions(escape=True))
    back = {found.query: (list(found.chunks), list(found.scores)) for found in open_run(folder / "r.trec").results()}
    assert back == {escaped(query): ([*map(escaped, own)], [*scores[query]]) for query, own in rankings.items()}
    for name in ("r.json", "r.parquet"):
        ranx_files.write_run(run, folder / name, PLAIN)
        found = {one.query: dict(zip(one.chunks, one.scores, strict=True)) for one in open_run(folder / name).results()}
        assert found == {query: dict(zip(own, scores[query], strict=True)) for query, own in rankings.items()}


def test_what_is_no_escaped_id(tmp_path):
    (tmp_path / "q").write_text("q%FF 0 c 1\n")
    with pytest.raises(DataError, match="'q%FF' as an escaped id"):
        read_trec(tmp_path / "q", ReadOptions(unescape=True))


def test_ids_with_white_space_are_refused_all_of_them(tmp_path):
    with pytest.raises(DataError) as caught:
        trec_write.write_qrels(exported({"q 1": {"a": 1, "b\u3000c": 2}}), tmp_path / "q", PLAIN)
    assert [problem.found for problem in caught.value.problems] == ["the id 'q 1'", "the id 'b\\u3000c'"]
    assert "--escape" in str(caught.value) and not (tmp_path / "q").exists()
    with pytest.raises(DataError, match="the id 'x y'"):
        trec_write.write_run(Run(name="r", rankings={"q": ("x y",)}), tmp_path / "r", PLAIN)
    written = trec_write.write_qrels(exported({"q 1": {"a": 1}}), tmp_path / "q", WriteOptions(escape=True))
    assert written.notes == ("1 id escaped (%20 for a space, %25 for %): read back with import --unescape",)


def test_what_a_run_cannot_say_there_is_said(tmp_path):
    run = Run(
        name="r",
        rankings={"q1": ("a", "b", "a"), "q2": (), "q3": ("a", "b", "a")},
        scores={"q3": (1.0, 1.0, 0.5)},
        failed={"q4": "timeout"},
    )
    written = ranx_files.write_run(run, tmp_path / "r.json", PLAIN)
    assert json.loads((tmp_path / "r.json").read_text()) == {"q1": {"a": 2.0, "b": 1.0}, "q3": {"a": 1.0, "b": 1.0}}
    assert written.losses.left_out == {"failed queries": 1, "queries without results": 1, "results shown again": 2}
    assert (written.queries, written.results) == (2, 4)
    assert "made from the ranks in 1 query" in written.notes[0] and "tie or rise" in written.notes[1]
    written = ranx_files.write_run(run, tmp_path / "r.json", WriteOptions(rank_scores=True))
    assert json.loads((tmp_path / "r.json").read_text())["q3"] == {"a": 2.0, "b": 1.0}
    assert len(written.notes) == 1
    endless = Run(name="r", rankings={"q": ("a",)}, scores={"q": (float("inf"),)})
    with pytest.raises(DataError, match=r"infinite.*--rank-scores"):
        trec_write.write_run(endless, tmp_path / "x", PLAIN)
    with pytest.raises(DataError, match="no results"):
        trec_write.write_run(Run(name="r", rankings={"q": ()}), tmp_path / "x", PLAIN)


def test_results_without_an_order_are_ranked_by_their_scores(tmp_path):
    run = Run(name="r", rankings={"q": ("a", "c", "b")}, scores={"q": (1.0, 2.0, 2.0)}, ranked=False)
    trec_write.write_run(run, tmp_path / "r", PLAIN)
    assert (tmp_path / "r").read_text() == "q Q0 c 1 2.0 r\nq Q0 b 2 2.0 r\nq Q0 a 3 1.0 r\n"


GOLD = {"q1": {"a": 2, "b": 0, "c": 1}, "q2": {"a": 1}}
RUN = Run(
    name="r", rankings={"q1": ("b", "a", "c"), "q2": ("c", "a")}, scores={"q1": (3.0, 2.0, 1.0), "q2": (0.5, 0.25)}
)
MRR, RECALL = 0.5, 0.75  # at 2: q1 finds one of two, q2 one of one


@pytest.fixture
def files(tmp_path):
    trec_write.write_qrels(exported(GOLD), tmp_path / "qrels.trec", PLAIN)
    trec_write.write_run(RUN, tmp_path / "run.trec", PLAIN)
    for suffix in ("json", "parquet"):
        ranx_files.write_qrels(exported(GOLD), tmp_path / f"qrels.{suffix}", PLAIN)
        ranx_files.write_run(RUN, tmp_path / f"run.{suffix}", PLAIN)
    return tmp_path


def test_pytrec_eval_reads_them(files):
    import pytrec_eval

    with (files / "qrels.trec").open() as qrels, (files / "run.trec").open() as run:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), {"recip_rank", "recall.2"})
        found = evaluator.evaluate(pytrec_eval.parse_run(run))
    assert sum(one["recip_rank"] for one in found.values()) / 2 == MRR
    assert sum(one["recall_2"] for one in found.values()) / 2 == RECALL


def test_ir_measures_reads_them(files):
    import ir_measures

    qrels = list(ir_measures.read_trec_qrels(str(files / "qrels.trec")))
    run = list(ir_measures.read_trec_run(str(files / "run.trec")))
    found = ir_measures.calc_aggregate([ir_measures.RR, ir_measures.R @ 2], qrels, run)
    assert found == {ir_measures.RR: MRR, ir_measures.R @ 2: RECALL}


@pytest.mark.filterwarnings("ignore")
def test_ranx_reads_them(files):
    ranx = pytest.importorskip("ranx")
    for qrels, run in (("qrels.json", "run.json"), ("qrels.trec", "run.trec")):
        found = ranx.evaluate(
            ranx.Qrels.from_file(str(files / qrels)), ranx.Run.from_file(str(files / run)), ["mrr", "recall@2"]
        )
        assert found == {"mrr": MRR, "recall@2": RECALL}


@pytest.mark.filterwarnings("ignore")
def test_ranx_and_pandas_read_the_parquet(files):
    import pandas

    frame = pandas.read_parquet(files / "qrels.parquet")
    assert frame.to_dict("list") == {
        "q_id": ["q1", "q1", "q1", "q2"],
        "doc_id": ["a", "b", "c", "a"],
        "score": [2, 0, 1, 1],
    }
    ranx = pytest.importorskip("ranx")
    kinds = {"q_id": object, "doc_id": object}  # ranx 0.3 refuses the strings of pandas 3, whoever wrote them
    qrels = ranx.Qrels.from_df(frame.astype(kinds))
    run = ranx.Run.from_df(pandas.read_parquet(files / "run.parquet").astype(kinds))
    assert ranx.evaluate(qrels, run, ["mrr", "recall@2"]) == {"mrr": MRR, "recall@2": RECALL}
