"""A score that is infinite orders nothing that can be written down again: every reader of runs refuses it alike.

TREC files are the exception (tests/scoring/test_decision_table_files.py): trec_eval reads them, and tools write them.
"""

import json
import subprocess
import sys

import pytest

FINITE = (
    "expected a finite number for every score, not null, NaN or an infinity. Leave that result out, or give it a score."
)
GOOD = '{"query":"q2","chunks":["b"]}\n'
NODE = GOOD + '{"query":"q1","source_nodes":[{"node":{"id_":"a"},"score":SCORE}]}\n'
DOCUMENT = GOOD + '{"query":"q1","documents":[[{"id":"a","page_content":"x"},SCORE]]}\n'
# What the file is → (its name, its text, where the message finds the score).
FILES = {
    "CSV": ("r.csv", "query,chunk,score\nq1,b,1\nq1,a,SCORE\n", "r.csv:3: found NUMBER as a score; " + FINITE),
    "TSV with ranks": ("r.tsv", "qid\tdocno\trank\tscore\nq1\ta\t1\tSCORE\n", "r.tsv:2: found NUMBER as a score; "),
    "JSON lines": (
        "r.jsonl",
        GOOD + '{"query":"q1","chunks":["a"],"scores":[SCORE]}\n',
        "r.jsonl:2: found CONSTANT in 'scores'",
    ),
    "pairs": ("r.jsonl", GOOD + '{"query":"q1","chunks":[["a",SCORE]]}\n', "r.jsonl:2: found CONSTANT in 'chunks'"),
    "LlamaIndex": ("r.jsonl", NODE, "r.jsonl:2: found CONSTANT in 'score', which JSON does not have; " + FINITE),
    "LangChain": ("r.jsonl", DOCUMENT, "r.jsonl:2: found CONSTANT in 'documents', which JSON does not have; " + FINITE),
    "ranx": (
        "r.json",
        '{\n"q1":{\n"a":SCORE}}',
        "r.json:3: found CONSTANT in 'a', which JSON does not have; expected finite numbers. Write a number",
    ),
}
WRITTEN = {"Infinity": "inf", "-Infinity": "-inf"}


def score(folder, run):
    (folder / "gold.json").write_text('{"q1": ["a"]}')
    command = [sys.executable, "-m", "goldkit", "score", "gold.json", run]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("constant", WRITTEN)
@pytest.mark.parametrize(("name", "text", "said"), FILES.values(), ids=FILES)
def test_an_infinite_score_is_refused_with_its_line(tmp_path, name, text, said, constant):
    own = WRITTEN[constant] if name.endswith("sv") else constant
    (tmp_path / name).write_text(text.replace("SCORE", own))
    done = score(tmp_path, name)
    assert (done.returncode, done.stdout) == (3, "")
    assert said.replace("NUMBER", own).replace("CONSTANT", constant) in done.stderr


@pytest.mark.parametrize("lists", [False, True], ids=["a result a row", "a query a row"])
@pytest.mark.parametrize("number", ["inf", "-inf", "nan"])
def test_parquet_says_the_number_that_stands_in_the_row(tmp_path, lists, number):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    bad = float(number)
    table = (
        {"query": ["q1", "q2"], "chunks": [["b"], ["a"]], "scores": [[1.0], [bad]]}
        if lists
        else {"query": ["q1", "q1"], "chunk": ["b", "a"], "score": [1.0, bad]}
    )
    parquet.write_table(pyarrow.table(table), tmp_path / "r.parquet")
    done = score(tmp_path, "r.parquet")
    said = f"r.parquet: found in row 2 {'NaN' if number == 'nan' else number} as a score; {FINITE}"
    assert (done.returncode, said in done.stderr) == (3, True), done.stderr


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("a\\tinf", "inf as a score"),
        ("a\\t-inf", "-inf as a score"),
        ('[["a", Infinity]]', "Infinity, which JSON does not have; a score is a finite number"),
        ('[{"id": "a", "score": -Infinity}]', "-Infinity in 'score', which JSON does not have"),
    ],
)
def test_a_pipeline_that_gives_one_has_failed(tmp_path, printed, said):
    (tmp_path / "gold.json").write_text('{"q1": ["a"]}')
    (tmp_path / "texts.tsv").write_text("q1\twhy?\n")
    (tmp_path / "pipeline.py").write_text(f"print('{printed}')\n")
    asked = ["--cmd", f"{sys.executable} pipeline.py {{query}}", "--retries", "0", "--out", "r.jsonl"]
    command = [sys.executable, "-m", "goldkit", "retrieve", "--set", "gold.json", "--queries", "texts.tsv", *asked]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    kept = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()] if done.stderr else []
    assert any(said in line.get("failed", "") for line in kept), done.stderr
