"""`goldkit export` as a user runs it: what it writes and says, and what it refuses."""

import json

import pytest

from goldkit.cli.exits import run
from goldkit.formats.catalogue import writable


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A golden directory with three questions: two labelled, one with nothing but grades below relevance."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    (tmp_path / "corpus.jsonl").write_text(
        "".join(json.dumps({"id": f"c {n}", "text": f"text {n}"}) + "\n" for n in "1234")
    )
    rows = [
        {"id": "q1", "query": "why?", "grades": {"c 1": 3, "c 2": 1, "c 3": 0}, "tags": ["exact"], "team": "x"},
        {"id": "q2", "query": "how?", "grades": {"c 2": 2}},
        {"id": "q3", "query": "who?", "grades": {"c 1": 1}},
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["import", "mapping", "rows.jsonl", "--corpus", "corpus.jsonl"]) == 0
    return tmp_path


def test_the_report(folder, capsys):
    capsys.readouterr()
    assert run(["export", "beir", "out", "--corpus", "corpus.jsonl"]) == 0
    said = capsys.readouterr()
    assert said.out == (
        "out (queries.jsonl, corpus.jsonl, qrels/test.tsv): 3 queries, 5 labels of dev as beir\n"
        "grades: 0 to 2, relevant from 1 as other tools take it: 2 is written 1, what is below it 0 "
        "(read it back with --scale from-1); --scale as-is keeps the grades\n"
        "no place for fields of labels: judges (5)\n"
        "no place for fields of queries: origin (3), provenance (3), tags (1)\n"
        "grades that can no more be told apart: 1 → 0 (2 labels)\n"
    )
    assert said.err == ""
    assert len((folder / "out" / "corpus.jsonl").read_text().splitlines()) == 4
    qrels = (folder / "out" / "qrels" / "test.tsv").read_text().splitlines()
    assert qrels[1:] == ["q1\tc 1\t2", "q1\tc 2\t0", "q1\tc 3\t0", "q2\tc 2\t1", "q3\tc 1\t0"]


def test_json_and_the_way_back(folder, capsys):
    capsys.readouterr()
    assert run(["export", "beir", "out", "--scale", "as-is", "--split", "dev", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["writer"], report["set"], report["queries"], report["labels"]) == ("beir", "dev", 3, 5)
    assert report["losses"]["fields"] == {
        "judges of labels": 5,
        "origin of queries": 3,
        "provenance of queries": 3,
        "tags of queries": 1,
    }
    assert run(["import", "beir", "out", "--golden", "back"]) == 0
    there = [json.loads(line) for line in (folder / "back" / "judgments.jsonl").read_text().splitlines()]
    assert {(line["query"], line["chunk"]): line["grade"] for line in there} == {
        ("q1", "c 1"): 3,
        ("q1", "c 2"): 1,
        ("q1", "c 3"): 0,
        ("q2", "c 2"): 2,
        ("q3", "c 1"): 1,
    }


def test_gains_come_back_when_asked_for(folder, capsys):
    assert run(["export", "beir", "out"]) == 0
    assert run(["import", "beir", "out", "--golden", "back"]) == 2
    assert "--scale from-1 where 1 and more is relevant" in capsys.readouterr().err
    assert run(["import", "beir", "out", "--golden", "back", "--scale", "from-1"]) == 0
    there = [json.loads(line) for line in (folder / "back" / "judgments.jsonl").read_text().splitlines()]
    assert sorted(line["grade"] for line in there) == [0, 0, 0, 2, 3]
    assert all(line["metadata"]["imported_grade"] == line["grade"] - 1 for line in there if line["grade"])


def test_exporting_again_gives_the_same_bytes(folder):
    for place in ("one", "two"):
        assert run(["export", "beir", place]) == 0
    names = ["queries.jsonl", "corpus.jsonl", "qrels/test.tsv"]
    assert all((folder / "one" / name).read_bytes() == (folder / "two" / name).read_bytes() for name in names)


def test_a_frozen_set_is_shown_only_with_burn(folder, capsys):
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "2", "--seed", "1"]) == 0
    capsys.readouterr()
    assert run(["export", "beir", "out", "--set", "core"]) == 2
    said = capsys.readouterr().err
    assert "core is frozen" in said and "--burn" in said
    assert not any(name in said for name in ("q1", "q2", "q3")) and not (folder / "out").exists()
    assert run(["export", "beir", "out", "--set", "core", "--burn"]) == 0
    shown = [json.loads(line)["_id"] for line in (folder / "out" / "queries.jsonl").read_text().splitlines()]
    said = capsys.readouterr().err
    assert f"burned: {len(shown)} quer" in said
    split = [json.loads(line) for line in (folder / "golden" / "split.jsonl").read_text().splitlines()]
    burned = [line for line in split if line.get("burned")]
    assert [line["query"] for line in burned] == shown and {line["why"] for line in burned} == {"export --burn"}
    assert run(["export", "beir", "rest"]) == 0
    rest = [json.loads(line)["_id"] for line in (folder / "rest" / "queries.jsonl").read_text().splitlines()]
    assert not set(rest) & set(shown)
    assert f"{3 - len(rest)} quer" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["nope", "out"], 2, "no such format: 'nope'; there are mapping"),
        (["beir", "taken"], 2, "taken is there already"),
        (["beir", "golden", "--force"], 2, "golden is a golden directory"),
        (["beir", "golden/exported", "--force"], 2, "is a golden directory, or in one"),
        (["ranx", "golden/frozen/deep/x.json"], 2, "is a golden directory, or in one"),
        (["ranx", "taken", "--force"], 2, "taken is a folder: name the file to write"),
        (["beir", "taken/mine", "--force"], 2, "taken/mine is a file: name the folder to write"),
        (["beir", "out", "--golden", "nowhere"], 2, "nowhere"),
        (
            ["beir", "out", "--set", "qrels.json"],
            2,
            "has only ids of questions, and beir needs their texts: give them with",
        ),
        (
            ["trec", "out", "--set", "rows.jsonl"],
            3,
            "rows.jsonl:1: found JSON lines; expected a BEIR folder, TREC qrels",
        ),
        (["trec", "out", "--queries", "rows.jsonl"], 2, "dev has its own"),
        (["trec", "out", "--set", "none.json"], 3, "no query of none with a label that counts"),
        (["beir", "out", "--corpus", "nope"], 2, "nope"),
    ],
)
def test_what_goes_wrong(folder, capsys, arguments, code, words):
    (folder / "taken").mkdir()
    (folder / "taken" / "mine").write_text("kept")
    (folder / "qrels.json").write_text('{"q1": ["c"]}')
    (folder / "none.json").write_text('{"q1": []}')
    capsys.readouterr()
    assert run(["export", *arguments]) == code
    assert words in capsys.readouterr().err
    assert not (folder / "out").exists()
    assert (folder / "taken" / "mine").read_text() == "kept"


def test_force_writes_over_a_former_export(folder):
    assert run(["export", "beir", "out"]) == 0
    assert run(["export", "beir", "out"]) == 2
    assert run(["export", "beir", "out", "--force"]) == 0


def test_texts_that_changed_or_are_gone_are_said(folder, capsys):
    (folder / "corpus.jsonl").write_text('{"id":"c 1","text":"edited"}\n{"id":"c 2","text":"text 2"}\n')
    capsys.readouterr()
    assert run(["export", "beir", "out", "--corpus", "corpus.jsonl"]) == 0
    said = capsys.readouterr().err
    assert "the corpus lacks 1 of 3 labelled chunks: 'c 3'" in said
    assert "1 labelled chunk with another text in the corpus than was judged: 'c 1'" in said
    ids = [json.loads(line)["_id"] for line in (folder / "out" / "corpus.jsonl").read_text().splitlines()]
    assert ids == ["c 1", "c 2", "c 3"]


def test_help_lists_every_format(capsys):
    assert run(["export", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(f"{name}: " in told for name in writable())


def test_runs_and_escaped_ids(folder, capsys):
    (folder / "before tuning.jsonl").write_text(
        '{"query":"q1","chunks":["c 1","c 9"]}\n{"query":"q2","failed":"timeout"}\n'
    )
    capsys.readouterr()
    assert run(["export", "trec", "run.trec", "--run", "before tuning.jsonl"]) == 3
    assert "found the id 'c 1'; expected ids without white space" in capsys.readouterr().err
    assert run(["export", "trec", "run.trec", "--run", "before tuning.jsonl", "--escape"]) == 0
    said = capsys.readouterr()
    assert said.out == ("run.trec: 1 query, 2 results of before tuning as trec\nleft behind: failed queries: 1\n")
    assert said.err.splitlines() == [
        "note: scores made from the ranks in 1 query that had none",
        "note: 2 ids escaped (%20 for a space, %25 for %): read back with import --unescape",
    ]
    assert (folder / "run.trec").read_text() == (
        "q1 Q0 c%201 1 2.0 before%20tuning\nq1 Q0 c%209 2 1.0 before%20tuning\n"
    )
    assert run(["export", "beir", "out", "--run", "before tuning.jsonl"]) == 2
    assert "beir has no runs; trec, ranx" in capsys.readouterr().err
    assert run(["export", "trec", "x.qrels", "--escape", "--scale", "as-is"]) == 0
    (folder / "texts.tsv").write_text("q1\twhy?\nq2\thow?\nq3\twho?\n")
    back = ["import", "trec", "x.qrels", "--queries", "texts.tsv", "--unescape", "--golden", "back"]
    assert run(back) == 0
    capsys.readouterr()
    assert run(back) == 0
    assert "0 new queries (3 known), 0 new decided judgments (5 known)" in capsys.readouterr().out


def test_what_other_tools_compute_from_an_export_is_what_score_says(folder, capsys):
    import pytrec_eval

    (folder / "a.jsonl").write_text('{"query":"q1","chunks":["c 2","c 1"]}\n{"query":"q2","chunks":["c 2"]}\n')
    assert run(["export", "trec", "set.qrels", "--escape"]) == 0
    assert run(["export", "trec", "a.trec", "--run", "a.jsonl", "--escape"]) == 0
    capsys.readouterr()
    assert run(["score", "dev", "a.jsonl", "--count", "chunks", "-m", "nDCG@2", "-m", "MRR", "--json"]) == 0
    means = json.loads(capsys.readouterr().out)["runs"][0]["means"]
    with (folder / "set.qrels").open() as qrels, (folder / "a.trec").open() as lines:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), {"recip_rank", "ndcg_cut.2"})
        found = evaluator.evaluate(pytrec_eval.parse_run(lines))
    assert sum(one["recip_rank"] for one in found.values()) / 2 == pytest.approx(means["MRR"])
    assert sum(one["ndcg_cut_2"] for one in found.values()) / 2 == pytest.approx(means["nDCG@2"])
