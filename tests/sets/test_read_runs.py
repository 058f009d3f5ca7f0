from pathlib import Path

import pytest

from goldkit.errors import UsageError
from goldkit.sets.runs import read_run, read_runs, run_name


@pytest.mark.parametrize(
    "path, name",
    [
        ("runs/bm25.jsonl", "bm25"),
        ("runs/bm25.v2.trec.gz", "bm25.v2"),
        ("bm25.json.zst", "bm25"),
        ("bm25", "bm25"),
        ("a b.trec", "a b"),
    ],
)
def test_name_of_a_file(path, name):
    assert run_name(path) == name


def test_name_and_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("r.trec").write_text("q Q0 a 1 1 t\n")
    Path("k=5.trec").write_text("q Q0 b 1 1 t\n")
    assert read_run("mine=r.trec").name == "mine"
    assert read_run("./k=5.trec").name == read_run("k=5.trec").name == "k=5"
    assert read_run("x=k=5.trec").rankings == {"q": ("b",)}
    with pytest.raises(UsageError, match="name=path"):
        read_run("mine=")


def test_two_of_one_name_are_refused(tmp_path):
    paths = [tmp_path / folder / "r.trec" for folder in ("a", "b")]
    for path in paths:
        path.parent.mkdir()
        path.write_text("q Q0 a 1 1 t\n")
    with pytest.raises(UsageError, match="both runs are named 'r'; name them apart as `name=path`"):
        read_runs(paths)
    assert [run.name for run in read_runs([f"one={paths[0]}", paths[1]])] == ["one", "r"]


def test_one_name_given_to_several_makes_them_runs_of_one_pipeline(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b", "dense"):
        Path(f"{name}.trec").write_text("q Q0 a 1 1 t\n")
    assert [run.name for run in read_runs(["dense=a.trec", "dense=b.trec"])] == ["dense", "dense"]
    for implied in ("dense.trec", "./dense.trec", Path("dense.trec")):
        with pytest.raises(UsageError, match="both runs are named 'dense'; name them apart"):
            read_runs(["dense=a.trec", implied])


def test_cranfield_runs(real_data):
    runs = read_runs(sorted((real_data / "cranfield" / "runs").glob("*.trec")))
    assert [run.name for run in runs] == ["bm25-title", "bm25", "rrf-bm25-wordllama", "wordllama256"]
    assert all(run.ranked and len(run.rankings) == 225 for run in runs)
