"""Tables with a row for each retrieved chunk: `--map rank=…` makes one retrieval of the rows with one id."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from goldkit.errors import UsageError
from goldkit.logs.interactions import Shown

MAP = {"query": "q", "chunks": "chunk", "id": "request", "rank": "rank"}
ROWS = [
    ("r1", "why?", "c1", 1, "f", "A"),
    ("r1", "why?", "c2", 2, "t", "B"),
    ("r1", "why?", "c3", 3, "f", "C"),
    ("r2", "where?", "c9", 1, "t", "D"),
    ("r2", "where?", "c2", 2, "f", "B"),
]
HEADER = "request,q,chunk,rank,clicked,content\n"


def table(folder: Path, rows: list[tuple[Any, ...]], name: str = "rows.csv") -> Path:
    path = folder / name
    path.write_text(HEADER + "".join(",".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    return path


def told(found: Any) -> list[tuple[Any, ...]]:
    return [
        (one.record, one.query, [(s.chunk, s.rank, s.text) for s in one.shown], [c.chunk for c in one.clicked])
        for one in found
    ]


WANTED = [
    ("r1", "why?", [("c1", 1, "A"), ("c2", 2, "B"), ("c3", 3, "C")], ["c2"]),
    ("r2", "where?", [("c9", 1, "D"), ("c2", 2, "B")], ["c9"]),
]


@pytest.mark.parametrize("seed", range(4))
def test_rows_in_any_order_become_the_same_retrievals(tmp_path: Path, read, seed: int) -> None:
    rows = list(ROWS)
    random.Random(seed).shuffle(rows)
    found, (file,) = read(table(tmp_path, rows), mapping=MAP | {"clicked": "clicked", "text": "content"})
    assert sorted(told(found)) == WANTED
    assert (file.tally.records, file.tally.used, file.tally.notes) == (5, 5, ())


def test_ranks_that_begin_at_0_are_counted_from_1(tmp_path: Path, read) -> None:
    rows = [(*row[:3], row[3] - 1, *row[4:]) for row in ROWS]
    found, (file,) = read(table(tmp_path, rows), mapping=MAP)
    assert [[one.rank for one in each.shown] for each in found] == [[1, 2, 3], [1, 2]]
    assert [(one.application, one.base, one.seen) for one in file.tally.positions] == [("rank", 0, 5)]


def test_rows_of_one_retrieval_in_two_files_and_twice_in_one(tmp_path: Path, read) -> None:
    first, second = table(tmp_path, ROWS[:2]), table(tmp_path, [*ROWS[1:], ROWS[0]], "more.csv")
    found, _ = read(first, second, mapping=MAP | {"clicked": "clicked", "text": "content"})
    assert told(found) == WANTED


def test_cited_copied_and_the_answer_s_own_numbers(write, read) -> None:
    rows = [
        {"request": 1, "q": "why?", "chunk": "a", "rank": 1, "cited": True, "copied": "a", "answer": "see [2]"},
        {"request": 1, "q": "why?", "chunk": "b", "rank": 2, "cited": False, "copied": "a", "answer": "see [2]"},
    ]
    path = write("log.jsonl", *rows)
    (one,), _ = read(path, mapping=MAP | {"cited": "cited", "copied": "copied"})
    assert (one.record, one.cited, [click.chunk for click in one.clicked]) == ("1", ("a",), ["a"])
    (one,), _ = read(path, mapping=MAP | {"answer": "answer"})
    assert one.cited == ("b",)


def test_what_is_missing_is_counted(write, read) -> None:
    rows = [
        {"q": "no id?", "chunk": "a", "rank": 1},
        {"request": "r1", "chunk": "a", "rank": 1},
        {"request": "r2", "q": "why?", "chunk": "a", "rank": "first"},
        {"request": "r2", "q": "why?", "chunk": "b", "rank": 4},
        {"request": "r3", "q": "found nothing?"},
        {"request": "r4", "q": "text only?", "text": "words", "rank": 1, "clicked": 1},
    ]
    found, (file,) = read(write("log.jsonl", *rows), mapping=MAP | {"text": "text", "clicked": "clicked"})
    assert [one.shown for one in found] == [(Shown("b", 4), Shown("a", None)), (), (Shown(None, 1, "words"),)]
    assert [(one.reason, one.first_line) for one in file.tally.unused] == [("no id at id=request", 1)]
    assert {note.reason: note.first_line for note in file.tally.notes} == {
        "retrieval without a text at query=q: not used": 2,
        "no whole number at rank=rank: the chunk comes last": 3,
        "clicked, but the row has no chunk id: nothing is known to be": 6,
    }


@pytest.mark.parametrize("left_out", ["id", "chunks"])
def test_a_rank_needs_an_id_and_a_chunk(write, read, left_out: str) -> None:
    mapping = {name: path for name, path in MAP.items() if name != left_out}
    with pytest.raises(UsageError, match=f"--map rank=… needs --map {left_out}=PATH"):
        read(write("log.jsonl", {"q": "why?"}), mapping=mapping)
    with pytest.raises(UsageError, match="--map text=…"):
        read(write("log.jsonl", {"q": "why?"}), mapping={"query": "q", "text": "text"})


def test_without_a_rank_such_rows_are_told(tmp_path: Path, read) -> None:
    mapping = {name: path for name, path in MAP.items() if name != "rank"} | {"clicked": "clicked"}
    found, (file,) = read(table(tmp_path, ROWS), mapping=mapping)
    assert [[click.chunk for click in one.clicked] for one in found] == [[], ["c2"], [], ["c9"], []]
    (advice,) = file.tally.advice
    assert "--map rank=COLUMN" in advice
    _, (file,) = read(table(tmp_path, [*ROWS[:1], *ROWS[3:4]]), mapping=mapping)
    assert file.tally.advice == []


@pytest.mark.parametrize("word", ["true", "False", "t", "no"])
def test_the_words_for_true_and_false_are_no_chunk_ids(write, read, word: str) -> None:
    record = {"request": "r1", "q": "why?", "chunk": ["a", "b"], "clicked": word}
    mapping = {"query": "q", "chunks": "chunk", "clicked": "clicked"}
    (one,), (file,) = read(write("log.jsonl", record), mapping=mapping)
    assert (one.clicked, [note.reason for note in file.tally.notes]) == (
        (),
        ["clicked that is no chunk id, nor true or false beside one"],
    )
    (one,), _ = read(write("log.jsonl", record | {"chunk": ["a", word]}), mapping=mapping)
    assert [click.chunk for click in one.clicked] == [word]
