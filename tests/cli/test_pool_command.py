"""`goldkit pool` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Judgment, Query
from goldkit.store.golden import GoldenDirectory

CORPUS = {
    "kiln/1": "The kiln is lit at six.",
    "kiln/2": "Open the kiln when it is cold.",
    "glaze #1": "Glaze is mixed with rain water.",
    "shop": "The shop opens at ten.",
}
RUNS = {
    "dense-secret": {"hot": ["kiln/1", "shop"], "mix": ["glaze #1", "gone"]},
    "hybrid-secret": {"hot": ["kiln/2"], "mix": ["shop"]},
}
POOL = ["pool", "dense-secret.jsonl", "hybrid-secret.jsonl", "--corpus", "corpus.jsonl", "--no-bm25"]


def lines(records) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    (tmp_path / "corpus.jsonl").write_text(lines({"id": name, "text": text} for name, text in CORPUS.items()))
    for name, rankings in RUNS.items():
        found = ({"query": query, "chunks": chunks} for query, chunks in rankings.items())
        (tmp_path / f"{name}.jsonl").write_text(lines(found))
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.rewrite_queries(lambda _: [Query(id="hot", text="when is it lit?"), Query(id="mix", text="what is mixed?")])
    decided = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": "2026-11-01T10:00:00Z"}
    golden.append("judgments.jsonl", [Judgment(query="hot", chunk="kiln/1", **decided)])
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    golden = folder / "golden"
    return {str(p.relative_to(golden)): p.read_bytes() for p in golden.rglob("*") if p.is_file() and p.name != ".lock"}


def test_the_report(folder, capsys):
    assert run(POOL) == 0
    said = capsys.readouterr()
    assert said.out == (
        "dev: the first 10 of 2 runs, 6 pairs for 2 of 2 queries\n"
        "  judged    1  with a label that counts, their own or a copy's\n"
        "  missing   1  not in the corpus: 1 chunk (gone)\n"
        "  to judge  4  for 2 queries, 2.0 a query, at most 2; 4 new, 0 in the queue before\n"
        "Labels that were found with one system favour it: what only another finds is nobody's yet, and\n"
        "counts as wrong. Who judges is not told which run found a chunk, nor at which rank.\n"
        "hybrid-secret against dense-secret, recall@10: open. However the 2 unjudged pairs of 1 query are\n"
        "judged, the delta lies in [−1.000, 0.000]; the judgment asked first narrows that by about 0.9343.\n"
        "What is likely to be relevant and would move a comparison is asked first. Pool again after every\n"
        "hundred judgments or so: what is asked next follows the answers, and it says when to stop.\n"
        "That holds for these queries, sampling error apart, if a pair judged relevant is a fact of its own\n"
        "and nothing that was not pooled is relevant.\n"
    )
    assert said.err == "next: goldkit review\n"


def test_nothing_is_written_that_names_a_run_and_a_second_call_changes_no_byte(folder, capsys):
    assert run([*POOL, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["format"], first["pairs"]["open"], first["new"]) == (1, 4, 4)
    before = files(folder)
    assert not [name for name, data in before.items() if b"secret" in data]
    assert run([POOL[0], POOL[2], POOL[1], *POOL[3:], "--json"]) == 0
    assert (json.loads(capsys.readouterr().out)["new"], files(folder)) == (0, before)


def test_a_dry_run_writes_nothing(folder, capsys):
    before = files(folder)
    assert run([*POOL, "--dry-run"]) == 0
    assert files(folder) == before
    assert capsys.readouterr().err == "dry run: nothing was changed\n"


def test_what_was_pooled_is_judged_by_the_usual_ways(folder, capsys):
    assert run(POOL) == 0
    (folder / "verdicts.jsonl").write_text(lines([{"query": "mix", "chunk": "glaze #1", "grade": 3}]))
    assert run(["review", "--apply", "verdicts.jsonl"]) == 0
    assert run(["check"]) == 0
    capsys.readouterr()
    assert run(["status"]) == 0
    assert "next: 3 pooled pairs wait for a person" in capsys.readouterr().out
    assert run([*POOL, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == {
        "copies": 0, "disputed": 0, "judged": 2, "missing": 1, "open": 3,
    }  # fmt: skip


def test_of_a_frozen_set_nothing_is_named_and_nothing_is_spent(folder, capsys):
    assert run(["freeze", "core", "--holdout", "1", "--k", "3"]) == 0
    capsys.readouterr()
    sealed = {name: data for name, data in files(folder).items() if name.startswith("frozen") or name == "split.jsonl"}
    for more in ([], ["--json"], ["--dry-run"]):
        assert run([*POOL, "--set", "core", *more]) == 0
        said = "".join(capsys.readouterr())
        assert not [name for name in ("hot", "mix", "kiln", "glaze", "gone") if name in said]
        assert "[−" not in said and "better" not in said.replace('"better":null', "")
    after = files(folder)
    assert {name: after[name] for name in sealed} == sealed and "ledger.jsonl" not in after
    (folder / "verdicts.jsonl").write_text(lines([{"query": "hot", "chunk": "kiln/2", "grade": 3}]))
    assert run(["review", "--apply", "verdicts.jsonl"]) == 0
    assert run(["check"]) == 0
    assert {name: files(folder)[name] for name in sealed} == sealed


def test_the_report_of_a_frozen_set_says_that_it_stays(folder, capsys):
    assert run(["freeze", "core", "--holdout", "1", "--k", "3"]) == 0
    capsys.readouterr()
    assert run([*POOL, "--set", "core"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("core: the first 3 of 2 runs, 3 pairs for 1 of 1 query\n")
    assert "The sealed set keeps its labels" in said


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["pool", "--corpus", "corpus.jsonl"], 2, "RUN"),
        ([*POOL[:3]], 2, "--corpus"),
        ([*POOL, "--set", "core"], 2, "which has dev"),
        ([*POOL, "--set", "corpus.jsonl"], 2, "which has dev"),
        ([*POOL, "--depth", "0"], 2, "--depth 0"),
        ([*POOL, "--depth", "many"], 2, "--depth"),
        ([*POOL, "--golden", "nowhere"], 2, "no golden directory"),
        (["pool", "nowhere.jsonl", *POOL[3:]], 2, "nowhere.jsonl"),
        (["pool", "corpus.jsonl", *POOL[3:]], 3, "corpus.jsonl"),
        (["pool", "strange.jsonl", *POOL[3:]], 3, "strange.jsonl"),
        (["pool", "dense-secret.jsonl", "--corpus", "strange.jsonl"], 3, "strange.jsonl"),
        (["pool", "dense-secret.jsonl", "--corpus", "other.jsonl"], 3, "none of 4 chunks in the corpus"),
        (["pool", "nan.jsonl", *POOL[3:]], 3, "nan.jsonl"),
    ],
)
def test_wrong_usage_and_hostile_input_change_nothing(folder, capsys, arguments, code, said):
    (folder / "strange.jsonl").write_bytes(b'{"query":"hot","chunks":["\xff\x00"]}\n[[[[\n')
    (folder / "other.jsonl").write_text(lines([{"id": "x", "text": ""}]))
    (folder / "nan.jsonl").write_text('{"query":"hot","chunks":["kiln/1"],"scores":[NaN]}\n')
    before = files(folder)
    assert run(arguments) == code
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error
    assert files(folder) == before


def test_ids_of_any_kind_and_empty_texts_are_pooled(folder, capsys):
    odd = {"a b#1": "", "\u202e/..": "kiln\u0000", "'; drop": "— …", "窯": "窯"}
    (folder / "corpus.jsonl").write_text(lines({"id": name, "text": text} for name, text in odd.items()))
    (folder / "odd.jsonl").write_text(lines([{"query": "hot", "chunks": list(odd)}, {"query": "?", "chunks": ["zz"]}]))
    assert run(["pool", "odd.jsonl", "--corpus", "corpus.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"]["open"] == 4
    assert {line.chunk for line in GoldenDirectory(folder / "golden").judgments() if line.source == "pool"} == set(odd)
