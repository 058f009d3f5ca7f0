"""Spans of documents as labels: the same answers whatever the chunking, by offsets or by a quote."""

from __future__ import annotations

import json
from math import isclose
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.store.golden import GoldenDirectory

NOTICE = "The notice of the house is the same on each page of it."
PAGES = {
    "a.md": f"{NOTICE} The gateway closes an idle connection after 30 seconds. Operators set it in the panel.",
    "b.md": f"{NOTICE} A refund is paid within ten working days, to the account that the order was paid from.",
}
REFUND = (PAGES["b.md"].index("within"), PAGES["b.md"].index(" to the account"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    return tmp_path


def write_corpus(folder: Path, size: int, step: int) -> str:
    rows = [
        {
            "id": f"{page}/{start}",
            "text": text[start : start + size],
            "doc_id": page,
            "start": start,
            "end": start + size,
        }
        for page, text in PAGES.items()
        for start in range(0, len(text), step)
    ]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return "corpus.jsonl"


def imported(folder: Path, rows: list[dict], name: str = "golden") -> GoldenSet:
    (folder / "spans.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["import", "spans", "spans.jsonl", "--corpus", "corpus.jsonl", "--golden", name]) == 0
    return read_golden(GoldenDirectory(folder / name))


def facts(golden: GoldenSet) -> list[tuple[tuple[str, ...], float]]:
    (query,) = golden.queries
    return [(fact.any, round(fact.share, 3)) for fact in golden.facts(query)]


def test_offsets_and_a_quote_say_the_same(folder) -> None:
    write_corpus(folder, 70, 70)
    start, end = REFUND
    by_offsets = imported(
        folder, [{"query": "when?", "spans": [{"document": "b.md", "start": start, "end": end}]}], "one"
    )
    quote = PAGES["b.md"][start:end]
    by_quote = imported(folder, [{"query": "when?", "document": "b.md", "spans": [{"quote": quote}]}], "two")
    assert facts(by_offsets) == facts(by_quote) == [(("b.md/70",), 1.0)]


def test_a_span_across_a_cut_is_parts_and_windows_are_alternatives(folder) -> None:
    start, end = REFUND
    row = {"query": "when?", "document": "b.md", "start": start, "end": end}
    write_corpus(folder, 85, 85)
    cut = facts(imported(folder, [row], "cut"))
    assert [names for names, _ in cut] == [("b.md/0",), ("b.md/85",)]
    assert isclose(sum(share for _, share in cut), 1.0)
    write_corpus(folder, 90, 30)
    assert facts(imported(folder, [row], "windows")) == [(("b.md/30", "b.md/60"), 1.0)]


def test_two_spans_in_one_chunk_are_two_facts_and_part_again_in_smaller_ones(folder, capsys) -> None:
    write_corpus(folder, 200, 200)
    spans = [
        {"document": "a.md", "quote": "30 seconds"},
        {"document": "a.md", "quote": "Operators set it in the panel"},
    ]
    golden = imported(folder, [{"query": "what?", "spans": spans}])
    assert facts(golden) == [(("a.md/0",), 1.0), (("a.md/0",), 1.0)]
    write_corpus(folder, 60, 60)
    assert run(["rebase", "--corpus", "corpus.jsonl"]) == 0
    found = facts(read_golden(GoldenDirectory(folder / "golden")))
    assert isclose(sum(share for _, share in found), 2.0)
    held = {name for names, _ in found for name in names}
    assert held == {"a.md/60", "a.md/120"}


def test_words_of_several_documents_need_the_name_of_one(folder, capsys) -> None:
    write_corpus(folder, 200, 200)
    golden = imported(folder, [{"query": "what?", "spans": [{"quote": NOTICE}]}])
    assert not golden.folded.labels
    assert "1 text given to no chunk" in capsys.readouterr().out
    named = imported(folder, [{"query": "what?", "spans": [{"quote": NOTICE, "document": "a.md"}]}], "named")
    assert facts(named) == [(("a.md/0",), 1.0)]


def test_a_table_of_another_tool_is_read(folder) -> None:
    write_corpus(folder, 200, 200)
    start, end = REFUND
    references = json.dumps([{"content": PAGES["b.md"][start:end], "start_index": start, "end_index": end}]).replace(
        '"', '""'
    )
    (folder / "questions.csv").write_text(f'question,references,corpus_id\nwhen?,"{references}",b.md\n')
    assert run(["import", "spans", "questions.csv", "--corpus", "corpus.jsonl"]) == 0
    assert facts(read_golden(GoldenDirectory(folder / "golden"))) == [(("b.md/0",), 1.0)]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"spans": []}, "no question"),
        ({"query": "q", "spans": [{"document": "a.md"}]}, "a span without a quote, or start and end"),
        ({"query": "q", "spans": [{"start": 1, "end": 5}]}, "a span with offsets and no document"),
        ({"query": "q", "spans": [{"document": "a.md", "start": 5, "end": 5}]}, "a span from 5 to 5"),
        ({"query": "q", "spans": [{"document": "a.md", "start": -1, "end": 5}]}, "as an offset"),
    ],
)
def test_what_is_no_span_is_named_with_its_line(folder, capsys, row: dict, says: str) -> None:
    write_corpus(folder, 200, 200)
    (folder / "spans.jsonl").write_text(
        json.dumps({"query": "ok", "spans": [{"quote": "x"}]}) + "\n" + json.dumps(row) + "\n"
    )
    assert run(["import", "spans", "spans.jsonl", "--corpus", "corpus.jsonl"]) == 3
    said = capsys.readouterr().err
    assert "spans.jsonl:2" in said
    assert says in said


def test_spans_need_a_corpus(folder, capsys) -> None:
    (folder / "spans.jsonl").write_text(json.dumps({"query": "ok", "spans": [{"quote": "some words"}]}) + "\n")
    assert run(["import", "spans", "spans.jsonl"]) == 2
    assert "--corpus" in capsys.readouterr().err


def test_every_span_of_a_real_collection_keeps_its_worth(folder, real_data) -> None:
    source = real_data / "chunking-evaluation"
    for size, overlap in ((200, 0), (400, 100)):
        rows = []
        for path in sorted(source.glob("*.md")):
            if path.stem in ("README", "finance"):
                continue
            text = path.read_text(encoding="utf-8")
            rows += [
                {
                    "id": f"{path.stem}#{at}",
                    "text": text[at : at + size],
                    "doc_id": path.stem,
                    "start": at,
                    "end": at + size,
                }
                for at in range(0, len(text), size - overlap)
            ]
        (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        name = f"golden{size}"
        table = str(source / "questions_df.csv")
        assert run(["import", "spans", table, "--corpus", "corpus.jsonl", "--golden", name]) == 0
        golden = read_golden(GoldenDirectory(folder / name))
        worth = [sum(fact.share for fact in golden.facts(query)) for query in golden.folded.labels]
        assert all(isclose(one, round(one)) for one in worth)
        assert len(worth) > 370
