"""`goldkit score` with runs over different chunkings: the same facts, a budget of tokens, and what cannot be compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.holdout.freeze import freeze
from goldkit.records import Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
WORDS = ["red", "green", "blue", "amber", "violet", "white", "black", "brown"]
TEXTS = [
    f"The {word} valve is opened at {at} o'clock by the watch. It is closed again when the {word} lamp goes out at night."
    for at, word in enumerate(WORDS)
]
TEXT = "\n".join(TEXTS)


def cut(size: int) -> list[Chunk]:
    return [Chunk(id=f"a#{at // size}", text=TEXT[at : at + size], doc_id="a") for at in range(0, len(TEXT), size)]


def write(path: Path, rows: list[dict]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def write_corpus(path: Path, chunks: list[Chunk]) -> None:
    write(path, [{"id": chunk.id, "text": chunk.text, "doc_id": "a"} for chunk in chunks])


def holders(chunks: list[Chunk], quote: str) -> list[str]:
    """The chunks with any of the quote, best first, and then the others: what a perfect retriever gives."""
    at = TEXT.index(quote)
    starts = {chunk.id: sum(len(other.text) for other in chunks[:place]) for place, chunk in enumerate(chunks)}
    texts = {chunk.id: chunk.text for chunk in chunks}

    def part(name: str) -> int:
        return max(0, min(starts[name] + len(texts[name]), at + len(quote)) - max(starts[name], at))

    return sorted(texts, key=lambda name: (-part(name), name))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-02T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.add_chunks([Chunk(id=f"old#{at}", text=text, doc_id="a") for at, text in enumerate(TEXTS)])
    golden.rewrite_queries(lambda _: [Query(id=f"q-{word}", text=f"{word} {word}s of {word}?") for word in WORDS])
    quotes = [f"{word} valve is opened at {at} o'clock" for at, word in enumerate(WORDS)]
    known = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    golden.append(
        "judgments.jsonl",
        [
            Judgment(query=f"q-{word}", chunk=f"old#{at}", quote=quotes[at] if word != "brown" else None, **known)
            for at, word in enumerate(WORDS)
        ],
    )
    for name, size in (("small", 80), ("large", 240)):
        chunks = cut(size)
        write_corpus(tmp_path / f"{name}.jsonl", chunks)
        rows = [{"query": f"q-{word}", "chunks": holders(chunks, quotes[at])} for at, word in enumerate(WORDS)]
        write(tmp_path / f"run_{name}.jsonl", rows)
    return tmp_path


BOTH = ["a=run_small.jsonl", "b=run_large.jsonl", "--corpus", "a=small.jsonl", "--corpus", "b=large.jsonl"]


def scored(capsys, *arguments: str) -> dict:
    assert run(["score", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_perfect_runs_on_both_chunkings_are_perfect_though_their_ids_mean_other_texts(folder, capsys) -> None:
    result = scored(capsys, "dev", *BOTH)
    assert result["measures"] == ["recall@2000tok", "nDCG@2000tok", "recall@10"]
    for one in result["runs"]:
        assert (one["n"], one["means"]["recall@2000tok"]) == (7, 1.0)
    assert {delta["measure"] for delta in result["deltas"] if delta["verdict"] != "none"} <= {"recall@2000tok"}


def test_a_budget_compares_like_with_like(folder, capsys) -> None:
    result = scored(capsys, "dev", *BOTH, "-m", "recall@20tok", "-m", "recall@1")
    small, large = (one["means"] for one in result["runs"])
    # One chunk of 240 characters costs more than 20 tokens; one of 80 does not.
    assert large["recall@1"] > 0.9
    assert large["recall@20tok"] < 0.1
    assert small["recall@20tok"] > 0.8


def test_what_misleads_and_what_is_left_out_is_said(folder, capsys) -> None:
    assert run(["score", "dev", *BOTH]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "recall@10 misleads across chunkings" in said
    assert "a in small, 12 chunks of" in said
    assert "left out, since it is not certain which chunk holds an answer in every corpus: 1 of 8 queries" in said
    assert "recall@2000tok: lists end before the budget does: a" in said


def test_a_frozen_set_is_scored_so_and_names_nothing(folder, capsys) -> None:
    freeze(GoldenDirectory(folder / "golden"), "core", 1.0, 1, k=5, at=AT)
    assert run(["score", "core", *BOTH]) == 0
    said = capsys.readouterr()
    assert "q-" not in said.out + said.err
    assert "look 1 of 10 at core" in said.err
    assert run(["score", "core", *BOTH]) == 0
    assert "nothing new was shown" in capsys.readouterr().err


def test_one_query_can_be_laid_open(folder, capsys) -> None:
    assert run(["score", "dev", *BOTH, "--explain", "q-red"]) == 0
    said = capsys.readouterr().out
    assert "small:a#0" in said
    assert "large:a#0" in said
    assert TEXTS[0][:40] in said


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--corpus", "a=small.jsonl"], "b has none"),
        (["--corpus", "c=small.jsonl"], "no run is named 'c'"),
        (["--corpus", "small.jsonl", "--corpus", "large.jsonl"], "name the run that it belongs to"),
        (["--corpus", "a=small.jsonl", "--corpus", "a=large.jsonl"], "has the corpus small.jsonl already"),
        (["--corpus", "a=small.jsonl", "--corpus", "large.jsonl", "--level", "document"], "--level document"),
    ],
)
def test_what_does_not_fit_is_wrong_usage(folder, capsys, more: list[str], says: str) -> None:
    assert run(["score", "dev", "a=run_small.jsonl", "b=run_large.jsonl", *more]) == 2
    assert says in capsys.readouterr().err


def test_one_corpus_for_all_others(folder, capsys) -> None:
    arguments = [
        "dev",
        "a=run_small.jsonl",
        "b=run_large.jsonl",
        "--corpus",
        "a=small.jsonl",
        "--corpus",
        "large.jsonl",
    ]
    assert scored(capsys, *arguments) == scored(capsys, "dev", *BOTH)


def test_a_set_without_texts_has_no_place_in_another_chunking(folder, capsys) -> None:
    (folder / "labels.json").write_text(json.dumps({"q-red": ["old#0"]}))
    assert run(["score", "labels.json", *BOTH]) == 2
    assert "keeps no texts" in capsys.readouterr().err
