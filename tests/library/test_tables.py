"""Results whose heart is a table give it as rows, as data frames and, escaped, in notebooks."""

import json
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
    applied, frozen = review(tmp_path), sealed(tmp_path)
    out = goldkit.export("beir", tmp_path / "beir", golden=tmp_path / "sealed")
    back = goldkit.import_("beir", tmp_path / "beir", tmp_path / "again", at=AT, scale="from-1")
    asked = goldkit.retrieve(answer, "dev", tmp_path / "run.jsonl", tmp_path / "sealed", at=AT, retries=0)
    return {
        "apply_verdicts": (applied, 2),
        "freeze": (frozen, 4),
        "export": (out, 4),
        "import": (back, 8),
        "retrieve": (asked, 1),
        "mine": (mined, 1),
        "widen": (goldkit.widen(tmp_path / "corpus.jsonl", golden, at=AT), 2),
        "dedupe": (dedupe(chunks, AT), 3),
        "check": (goldkit.check(golden), None),
        "diff": (goldkit.diff({"q": ["a", ODD], "r": ["a"]}, {"q": ["b", "a"], "r": ["a"]}, k=2), 1),
    }


def review(folder):
    """What a file of verdicts of two judges brought."""
    directory = goldkit.GoldenDirectory(folder / "reviewed")
    directory.create()
    goldkit.enroll(directory, [goldkit.Query(id="q", text="what?")], [], [goldkit.Chunk(id="c", text="that")])
    lines = [{"query": "q", "chunk": "c", "grade": 3, "by": judge, "at": AT} for judge in ("ana", ODD)]
    (folder / "verdicts.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return goldkit.apply_verdicts(folder / "verdicts.jsonl", directory, at=AT, judge="ana")


def sealed(folder):
    """A golden directory of 20 questions with two tags, one of them odd, half of them frozen."""
    directory = goldkit.GoldenDirectory(folder / "sealed")
    directory.create()
    decided = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    words = [chr(97 + n) * (n + 3) for n in range(20)]
    goldkit.enroll(
        directory,
        [goldkit.Query(id=f"q{n:02}", text=f"{words[n]} {n}?", tags=("even", ODD)[n % 2 :][:1]) for n in range(20)],
        [goldkit.Judgment(query=f"q{n:02}", chunk=f"c{n}", note="why", **decided) for n in range(20)],
        [goldkit.Chunk(id=f"c{n}", text=f"the answer {words[n]}") for n in range(20)],
    )
    return goldkit.freeze("core", 0.5, directory, at=AT, k=5)


def answer(query, k):
    """Fails for some questions."""
    if "aaa" in query or "bbb" in query:
        raise ValueError(query)
    return ["c1"]


@pytest.mark.parametrize(
    "kind", ["apply_verdicts", "freeze", "export", "import", "retrieve", "mine", "widen", "dedupe", "check", "diff"]
)
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


def test_the_rows_of_what_was_done_say_what_the_result_says(results):
    whole, *_, even = results["freeze"][0].to_rows()
    assert (whole["kind"], whole["dev"], whole["held_out"]) == ("all", 20, 10)
    assert even == {"kind": "tag", "name": "even", "dev": 10, "held_out": 5}
    written = {row["what"]: row["count"] for row in results["export"][0].to_rows()}
    assert written["queries"] == 10 and written["in writing: no place for tags of queries"] == 10
    taken = {row["what"]: row["count"] for row in results["import"][0].to_rows()}
    assert (taken["new queries"], taken["known queries"], taken["new texts"]) == (10, 0, 10)
    assert {row["judge"]: row["lines"] for row in results["apply_verdicts"][0].to_rows()} == {"ana": 1, ODD: 1}


def test_the_failures_of_a_run_are_counted_and_not_named(results):
    asked = results["retrieve"][0]
    (row,) = asked.to_rows()
    assert (row["queries"], row["failed"]) == (10, len(asked.failed)) and row["p95 ms"] >= row["p50 ms"]
    assert asked.to_dict()["failed"] == len(asked.failed) > 0
    assert not any(name in json.dumps(asked.to_dict()) for name in asked.failed)


@pytest.mark.parametrize("module", ["pandas", "polars"])
def test_what_is_not_installed_is_named_with_its_cure(module, results, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    scored = goldkit.score({"q": ["a"]}, {"r": {"q": ["a"]}})
    for result in (results["diff"][0], scored):
        with pytest.raises(goldkit.UsageError, match=rf"to_{module}\(\) needs {module}: pip install {module}"):
            getattr(result, f"to_{module}")()
