"""Files that are not what the format says: each error names the place, what was found, what was expected."""

import pytest

from goldkit.cli.exits import run

DATASET = '{"queries":{},"corpus":{},"relevant_docs":{}}'
GOLD = "Keep one of the two; or import by a rule"
FAULTS = [
    ("mapping", DATASET, "x: found an EmbeddingQAFinetuneDataset of LlamaIndex; expected questions"),
    ("csv", '{"query":"how?","chunks":["c1"]}', "x:1: found JSON; expected a table with a header"),
    ("quepid", '[{"query":"how?"},\n{"a":1}]', "x:1: found JSON; expected a table with a header"),
    ("trec", "q1 0 c1 1\n".encode("utf-16"), "x:1: found UTF-16; expected UTF-8. Save the file as UTF-8."),
    ("umbrela", "{}\n".encode("utf-16"), "x:1: found UTF-16; expected UTF-8. Save the file as UTF-8."),
    ("csv", "query,chunk\n".encode("utf-16"), "x:1: found UTF-16; expected UTF-8. Save the file as UTF-8."),
    ("trec", b"PAR1\x00\x01 2 3 4", "x: found Parquet; expected text in UTF-8."),
    ("retrieval-eval", b"PAR1\x00\x01 2 3 4", "x: found Parquet; expected text in UTF-8."),
    (
        "csv",
        "a,b,c,d,e,f,g,h,i,j\n" + "1," * 9 + "1\n",
        "x:1: found the columns a, b, c, d, e, f, g, h, … and 2 more; exp",
    ),
    (
        "csv",
        "frage,dok\nhow?,c1\n",
        "expected one called query or question or text. Say what the table calls it: `import csv",
    ),
    ("quepid", "frage,dok\nhow?,c1\n", "x:1: found the columns frage, dok; expected one called query. Rename"),
    ("deepeval", "frage,dok\nhow?,c1\n", "x:1: found the columns frage, dok; expected one called input. Rename"),
    ("ranx", '{"q1":{"c1":3,\n"c1":2},"q2":{"c1":1}}', "x:2: found the key 'c1' a second time, first on line 1;"),
    (
        "mapping",
        '[{"query":"how?","grades":{"c1":3}},{"query":"how?","grades":{"c1":2}}]',
        "in entry 2 ('how?', 'c1') with grade 2 here and 3 before, first in entry 1; expected one grade a pair. "
        + GOLD,
    ),
    (
        "mapping",
        '{"id":"q1","query":"how?","grades":{"c1":3}}\n{"id":"q2","query":"How?","grades":{"c1":2}}',
        "x:2: found 'How?' (q2 and q1) with two grades for 'c1': 2 here and 3 before, first on line 1;",
    ),
    (
        "langfuse",
        '{"id":"q1","input":"how?","expectedOutput":{"relevant":{"c1":3}}}\n'
        '{"id":"q1","input":"how?","expectedOutput":{"relevant":{"c1":2}}}\n',
        "x:2: found ('q1', 'c1') with grade 2 here and 3 before, first on line 1;",
    ),
    (
        "langsmith",
        '[{"inputs":{"question":"how?"},"outputs":{"relevant":{"c1":3}}},'
        '{"inputs":{"question":"how?"},"outputs":{"relevant":{"c1":2}}}]',
        "in entry 2 ('how?', 'c1') with grade 2 here and 3 before, first in entry 1;",
    ),
]


@pytest.mark.parametrize("name, content, words", FAULTS)
def test_a_fault_is_named(tmp_path, monkeypatch, capsys, name, content, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    (tmp_path / "x").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert run(["import", name, "x", "--scale", "as-is"]) == 3
    assert words in capsys.readouterr().err
    assert not (tmp_path / "golden").exists()


def test_a_rule_settles_the_grades_of_items(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_text(next(content for name, content, _ in FAULTS if name == "langfuse"))
    assert run(["import", "langfuse", "x", "--scale", "as-is", "--duplicates", "lowest"]) == 0
    assert "more than one grade, settled by the rule asked for: 1 pair" in capsys.readouterr().out
    assert '"grade":2' in (tmp_path / "golden" / "judgments.jsonl").read_text()


@pytest.mark.parametrize("name", ["quepid", "opensearch"])
def test_questions_of_one_wording_are_counted(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    rows = (
        '{"query":"and then?","context":"a","grades":{"c1":3}}\n{"query":"and then?","context":"b","grades":{"c1":0}}\n'
    )
    (tmp_path / "rows.jsonl").write_text(rows)
    assert run(["import", "mapping", "rows.jsonl", "--scale", "as-is"]) == 0
    assert run(["export", name, "out.csv"]) == 0
    said = capsys.readouterr().out
    assert "one question there: 1" in said and "beside another grade: 1" in said
