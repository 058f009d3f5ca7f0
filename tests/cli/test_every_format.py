"""Every format on its way out and back, as a user takes it: what it carries comes back, and coming back twice adds nothing."""

import json

import pytest

from goldkit.cli.exits import run
from goldkit.formats.catalogue import FORMATS, readable, writable

SUFFIX = {"csv": ".csv", "quepid": ".csv", "beir": "", "autorag": "", "trec": ".qrels"}
IDS_ALONE = {"trec", "ranx", "mapping"}
"""Formats without the texts of the questions."""
BOTH = sorted(readable().keys() & writable().keys())
TEXT = "The window number {0} is opened at {0} o'clock each day, unless rain has been forecast for the afternoon."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    chunks = ({"id": f"c#{number}", "text": TEXT.format(number)} for number in range(5))
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks))
    rows = [
        {"id": "q/1", "query": "=why is it shut?", "grades": {"c#1": 3, "c#2": 1, "c#3": 0}, "answer": "rain"},
        {"id": "q/2", "query": "when is it open?", "grades": {"c#2": 2, "c#4": 3}},
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "texts.jsonl").write_text(
        "".join(json.dumps({"_id": r["id"], "text": r["query"]}) + "\n" for r in rows)
    )
    assert run(["import", "mapping", "rows.jsonl", "--corpus", "corpus.jsonl"]) == 0
    return tmp_path


@pytest.mark.parametrize("name", BOTH)
def test_out_and_back(folder, capsys, name):
    place = f"out{SUFFIX.get(name, '.json')}"
    assert run(["export", name, place, "--scale", "as-is"]) == 0
    assert "no place for" in capsys.readouterr().out
    assert run(["export", name, f"again-{place}", "--scale", "as-is", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["writer"] == name and report["losses"].keys() >= {"fields", "grades", "facts", "left_out"}
    queries = ["--queries", "texts.jsonl"] if name in IDS_ALONE else []
    back = [
        "import",
        name,
        place,
        *queries,
        "--corpus",
        "corpus.jsonl",
        "--golden",
        "back",
        "--scale",
        "as-is",
        "--json",
    ]
    assert run(back) == 0
    first = json.loads(capsys.readouterr().out)
    labels = 0 if not FORMATS[name].labelled else 5 if FORMATS[name].graded else 3
    assert (first["new_queries"], first["new_judgments"], first["lacking"]) == (2, labels, [])
    assert run(back) == 0
    second = json.loads(capsys.readouterr().out)
    assert (second["new_queries"], second["new_judgments"], second["known_judgments"]) == (0, 0, labels)
    lines = (folder / "back" / "judgments.jsonl").read_text().splitlines() if labels else []
    said = {(line["chunk"], line["grade"]) for line in map(json.loads, lines)}
    graded = {("c#1", 3), ("c#2", 1), ("c#3", 0), ("c#2", 2), ("c#4", 3)}
    assert said == {0: set(), 3: {("c#1", 3), ("c#2", 3), ("c#4", 3)}, 5: graded}[labels]
    if "text" in FORMATS[name].keeps:
        texts = {json.loads(line)["text"] for line in (folder / "back" / "queries.jsonl").read_text().splitlines()}
        assert texts == {"=why is it shut?", "when is it open?"}


@pytest.mark.parametrize("name", ["trec", "ranx", "csv", "quepid", "langfuse"])
def test_an_id_is_any_text_even_with_a_nul_character(folder, capsys, name):
    odd = "a\0b"
    (folder / "odd.jsonl").write_text(json.dumps({"id": "q1", "query": "what is odd?", "grades": {odd: 3}}) + "\n")
    assert run(["import", "mapping", "odd.jsonl", "--golden", "odd"]) == 0
    place = f"odd{SUFFIX.get(name, '.json')}"
    assert run(["export", name, place, "--golden", "odd", "--scale", "as-is"]) == 0
    queries = ["--queries", "odd/queries.jsonl"] if name in IDS_ALONE else []
    assert run(["import", name, place, *queries, "--golden", "odd-back", "--scale", "as-is"]) == 0
    (line,) = (folder / "odd-back" / "judgments.jsonl").read_text().splitlines()
    assert json.loads(line)["chunk"] == odd
    for form, row in {"trec": "q1 Q0 {} 1 2.0 r\n", "csv": "query,chunk,score\nq1,{},2\n"}.items():
        (folder / f"run.{form}").write_text(row.format(odd))
        assert run(["export", "ranx", "run.json", "--run", f"run.{form}", "--force"]) == 0
        assert json.loads((folder / "run.json").read_text()) == {"q1": {odd: 2.0}}


@pytest.mark.parametrize("name", sorted(writable()))
def test_exporting_again_gives_the_same_bytes(folder, name):
    for place in ("one", "two"):
        assert run(["export", name, f"{place}{SUFFIX.get(name, '.json')}"]) == 0
    first, second = folder / f"one{SUFFIX.get(name, '.json')}", folder / f"two{SUFFIX.get(name, '.json')}"
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file()) if first.is_dir() else [""]
    assert all((first / path).read_bytes() == (second / path).read_bytes() for path in files)


@pytest.mark.parametrize("name", sorted(readable()))
def test_what_is_no_such_file_is_said_with_its_place(folder, capsys, name):
    (folder / "wrong").write_text("\x7fELF nonsense\nmore of it\n")
    assert run(["import", name, "wrong", "--golden", "other"]) == 3
    assert "wrong" in capsys.readouterr().err
    (folder / "empty").write_text("")
    assert run(["import", name, "empty", "--golden", "other"]) == 3
    assert "empty" in capsys.readouterr().err
    assert run(["import", name, "nowhere", "--golden", "other"]) == 2
    assert "nowhere" in capsys.readouterr().err
    assert not (folder / "other").exists()
