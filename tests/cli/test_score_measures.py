"""What is measured, through `goldkit score`: names, cuts, facts and chunks, stages, and budgets of tokens."""

import json
import subprocess
import sys

import pytest

from goldkit.files import canonical

AT = "2026-12-01T10:00:00Z"


def goldkit(folder, *arguments):
    command = [sys.executable, "-m", "goldkit", "score", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def figures(done):
    assert done.returncode == 0, done.stderr
    return [run["means"] for run in json.loads(done.stdout)["runs"]]


@pytest.fixture
def folder(tmp_path):
    """A golden directory of two questions at k 2: q1 has the facts `a` (which `copy` says too) and `b`, q2 has `c`."""
    golden = tmp_path / "golden"
    golden.mkdir()
    (golden / "goldkit.json").write_text('{"format":1,"k":2}')
    queries = [{"id": "q1", "text": "when is the kiln hot?"}, {"id": "q2", "text": "what rests for two days?"}]
    judged = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    labels = [{"query": query, "chunk": chunk, **judged} for query, chunk in (("q1", "a"), ("q1", "b"), ("q2", "c"))]
    same = {"jaccard": 0.9, "containment": [0.95, 0.95], "verdict": "same", "by": "goldkit widen", "at": AT}
    rows = {"queries": queries, "judgments": labels, "copies": [{"a": "a", "b": "copy", **same}]}
    for name, lines in rows.items():
        (golden / f"{name}.jsonl").write_bytes(b"".join(canonical.line(line) for line in lines))
    runs = {
        "wide": {"q1": ["copy", "x", "b"], "q2": ["x", "y", "c"]},
        "final": {"q1": ["copy", "a"], "q2": ["c"]},
    }
    for name, run in runs.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(run))
    texts = {"a": "one two three", "copy": "one two, three.", "b": "", "c": "four five", "x": "six", "y": "seven"}
    (tmp_path / "corpus.jsonl").write_bytes(b"".join(canonical.line({"id": i, "text": t}) for i, t in texts.items()))
    return tmp_path


def test_every_measure_by_any_of_its_names_and_several_cuts_at_once(folder):
    names = ["R@1", "recall@2", "recall@3", "RR", "mrr@2", "ndcg@3", "P@2", "Success@1", "hit_rate@2", "map", "AP@1"]
    names += ["R_cap@1", "complete@3", "Judged@3", "nDCG-exp@3"]
    (means,) = figures(goldkit(folder, "dev", "wide.json", "--json", *(f"--measure={name}" for name in names)))
    assert means == pytest.approx(
        {
            "recall@1": 0.25, "recall@2": 0.25, "recall@3": 1.0, "MRR": (1 + 1 / 3) / 2, "MRR@2": 0.5,
            "nDCG@3": (1.5 / (1 + 0.6309297535714574) + 0.5) / 2, "precision@2": 0.25, "hit@1": 0.5, "hit@2": 0.5,
            "AP": ((1 + 2 / 3) / 2 + 1 / 3) / 2, "AP@1": 0.25, "recall_cap@1": 0.5, "complete@3": 1.0,
            "judged@3": 0.5, "nDCG-exp@3": (1.5 / (1 + 0.6309297535714574) + 0.5) / 2,
        }
    )  # fmt: skip


def test_a_cut_below_the_sets_own_k_is_marked_in_every_report_and_none_is_there_unasked(folder):
    done = goldkit(folder, "dev", "wide.json", "final.json", "-m", "recall@2", "-m", "recall@3")
    assert "recall@3 (deeper)" in done.stdout and "recall@2 (deeper)" not in done.stdout
    assert "- deeper than what you use, which is k 2: recall@3" in done.stdout
    assert (
        "recall@3" in goldkit(folder, "dev", "wide.json", "-m", "recall@3", "--markdown").stdout.partition("deeper")[2]
    )
    unasked = goldkit(folder, "dev", "wide.json", "--json").stdout
    assert json.loads(unasked)["measures"] == ["recall@2", "MRR", "nDCG@2"] and not json.loads(unasked).get("deeper")


def test_facts_count_once_chunks_one_by_one_and_widening_is_shown_side_by_side(folder):
    assert figures(goldkit(folder, "dev", "final.json", "--json", "-m", "recall@2")) == [{"recall@2": 0.75}]
    chunks = figures(goldkit(folder, "dev", "final.json", "--json", "-m", "recall@2", "--count", "chunks"))
    assert chunks == [{"recall@2": pytest.approx((2 / 3 + 1) / 2)}]
    said = goldkit(folder, "dev", "wide.json", "-m", "recall@2").stdout
    assert "recall@2: wide 0.000 → 0.250 after widening (1 query was punished for copies)" in said


def test_of_a_query_with_several_facts_it_is_shown_which_was_missed(folder):
    said = goldkit(folder, "dev", "wide.json", "final.json", "--explain", "q1", "--per-query").stdout
    assert "fact 1, a or copy: wide at 1, final at 1" in said
    assert "fact 2, b: wide missed in the first 2 (at 3), final missed" in said
    (row,) = [
        line for line in goldkit(folder, "dev", "final.json", "--csv", "-").stdout.splitlines() if line[:2] == "q1"
    ]
    assert row.split(",")[6:8] == ["2", "1"]  # facts, facts_missed


def test_stages_of_one_pipeline_say_what_was_lost_and_what_never_found(folder):
    stages = ("--stage", "candidates=wide.json", "--stage", "final=final.json")
    said = " ".join(goldkit(folder, "dev", *stages, "--k", "3").stdout.split())
    assert "stages candidates → final: 3 facts reached by final within k 3 2 66.7% lost by final 1 33.3%" in said
    assert "never found by candidates 0" in said or "never found" not in said
    told = json.loads(goldkit(folder, "dev", *stages, "--k", "3", "--json").stdout)["stages"]
    assert (told["facts"], told["reached"]["count"], told["lost"][0]["facts"]["count"]) == (3, 2, 1)
    for given in (stages[:2], ("--stage", "a=wide.json", "--stage", "a=final.json"), (*stages, "--means-only")):
        refused = goldkit(folder, "dev", *given)
        assert refused.returncode == 2 and "--stage" in refused.stderr


def test_a_budget_of_tokens_takes_chunks_while_they_fit(folder):
    names = [f"--measure=recall@{tokens}tok" for tokens in (1, 3, 4, 1_000_000)]
    (means,) = figures(goldkit(folder, "dev", "wide.json", "--json", "--corpus", "corpus.jsonl", *names))
    # q1: copy has 3 tokens, x 1, b none; q2: x and y 1 each, c 2
    assert means == {"recall@1tok": 0.0, "recall@3tok": 0.25, "recall@4tok": 1.0, "recall@1000000tok": 1.0}
    lines = (folder / "corpus.jsonl").read_text().splitlines(keepends=True)
    (folder / "less.jsonl").write_text("".join(line for line in lines if '"y"' not in line))
    done = goldkit(folder, "dev", "wide.json", "--corpus", "less.jsonl", "-m", "recall@4tok")
    assert "not in the corpus: 1 chunk id, each taken to be of its mean length, 2 tokens" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["-m", "recall@0tok", "--corpus", "corpus.jsonl"], 2, "no such measure: 'recall@0tok'"),
        (["-m", "recall@0"], 2, "K is a whole number from 1, or a budget of tokens such as 2000tok"),
        (["-m", "recall@5tok"], 2, "a budget of tokens needs the texts of the chunks: name them with --corpus"),
        (["-m", "recall@5tok", "--corpus", "bare.jsonl"], 3, "bare.jsonl:1: found no text (keys: id)"),
        (["-m", "recall@5tok", "--corpus", "corpus.jsonl", "--level", "document"], 2, "goes without --level document"),
        (["-m", "recall@5", "--tokenizer", "gpt-4"], 2, "--tokenizer gpt-4 counts for budgets such as recall@2000tok"),
        (["-m", "recall@5,MRR"], 2, "did you mean recall@5 and MRR, each by itself?"),
        (["-m", "bpref"], 2, "only with --count chunks: bpref"),
        (["-m", "Rprec"], 2, "Rprec (ir_measures computes it, and knows no facts)"),
        (["-m", "recal@5"], 2, "did you mean recall@5?"),
    ],
)
def test_what_cannot_be_measured_is_refused_with_the_reason(folder, arguments, code, words):
    if "Rprec" in arguments:
        pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    (folder / "bare.jsonl").write_text('{"id":"a"}\n')
    done = goldkit(folder, "dev", "wide.json", *arguments)
    assert (done.returncode, done.stdout) == (code, "") and words in done.stderr


def test_other_names_are_computed_by_ir_measures_where_chunks_count(folder):
    pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    done = goldkit(folder, "dev", "final.json", "--json", "--count", "chunks", "-m", "rprec", "-m", "P(rel=2)@1")
    assert figures(done) == [{"Rprec": pytest.approx((2 / 3 + 1) / 2), "P(rel=2)@1": 1.0}]
    assert "by ir_measures, a row for each judged chunk with its gain as the grade: Rprec, P(rel=2)@1" in done.stderr
