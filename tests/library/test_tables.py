"""Results whose heart is a table give it as rows, as data frames and, escaped, in notebooks."""

import sys

import pytest

import goldkit
from goldkit.duplicates.dedupe import dedupe

AT = "2026-12-01T10:00:00Z"
ODD = "<b>odd</b>"
LONG = "the backup of the ticket system runs every night at two and keeps a copy for thirty days in the vault"


@pytest.fixture
def results(tmp_path):
    """A result of each kind that has a table, and how many rows it should have."""
    (tmp_path / f"{ODD[3:6]}.jsonl").write_text(
        '{"query": "what is it?", "docs": ["c1"]}\nnot JSON\n{"query": "and this?", "docs": ["c2"]}\n', encoding="utf-8"
    )
    golden = tmp_path / "golden"
    mined = goldkit.mine(tmp_path / f"{ODD[3:6]}.jsonl", golden, at=AT, map={"query": "query", "chunks": "docs"})
    chunks = [goldkit.Chunk(id=name, text=LONG + end) for name, end in (("c1", ""), (ODD, "."), ("c3", " since 2019"))]
    (tmp_path / "corpus.jsonl").write_text(
        "".join(f'{{"id": "{chunk.id}", "text": "{chunk.text}"}}\n' for chunk in chunks), encoding="utf-8"
    )
    decided = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    query = goldkit.GoldenDirectory(golden).queries()[0].id
    goldkit.enroll(
        goldkit.GoldenDirectory(golden), [], [goldkit.Judgment(query=query, chunk="c1", **decided)], chunks[:1]
    )
    return {
        "mine": (mined, 1),
        "widen": (goldkit.widen(tmp_path / "corpus.jsonl", golden, at=AT), 2),
        "dedupe": (dedupe(chunks, AT), 3),
        "check": (goldkit.check(golden), None),
        "diff": (goldkit.diff({"q": ["a", ODD], "r": ["a"]}, {"q": ["b", "a"], "r": ["a"]}, k=2), 1),
    }


@pytest.mark.parametrize("kind", ["mine", "widen", "dedupe", "check", "diff"])
def test_rows_frames_and_notebooks_show_the_same(kind, results):
    result, number = results[kind]
    rows = result.to_rows()
    assert rows and len(rows) == (number or len(result.findings))
    html = result._repr_html_()
    assert html.count("<tr>") == len(rows) + 1 and html.startswith(
        f"<table><caption>{result.caption}".replace(">odd", "&gt;odd")
    )
    assert "<b>" not in html and all(f"<th>{name}</th>" in html for name in rows[0])
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == list(rows[0])
    assert [*frame[frame.columns[0]]] == [row[frame.columns[0]] for row in rows]
    assert isinstance(result.to_polars(), polars.DataFrame) and result.to_polars().to_dicts() == rows


def test_the_rows_say_what_the_result_says(results):
    (file,) = results["mine"][0].to_rows()
    assert (file["records"], file["used"], file["broken"]) == (2, 2, 1) and "1 × " in file["unused"][0]
    (moved,) = results["diff"][0].to_rows()
    assert (moved["query"], moved["dropped"], moved["new"]) == ("q", [ODD], ["b"])
    assert {row["verdict"] for row in results["widen"][0].to_rows()} <= {"same", "differs"}


@pytest.mark.parametrize("module", ["pandas", "polars"])
def test_what_is_not_installed_is_named_with_its_cure(module, results, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    scored = goldkit.score({"q": ["a"]}, {"r": {"q": ["a"]}})
    for result in (results["diff"][0], scored):
        with pytest.raises(goldkit.UsageError, match=rf"to_{module}\(\) needs {module}: pip install {module}"):
            getattr(result, f"to_{module}")()
