"""Nor does a message about something that is wrong show a word of what is held out, unless it is burned."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest
from unmistakable import LATER, held_out, word

from goldkit.cli.exits import run
from goldkit.records import Chunk, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

Looking = Callable[[str], str]


def line_of(golden: GoldenDirectory, name: str, of: str) -> tuple[list[str], int]:
    """The lines of a file, and which of them is the first about a question or chunk."""
    lines = (golden.path / name).read_text().splitlines(keepends=True)
    return lines, next(at for at, line in enumerate(lines) if of in line)


def torn(name: str) -> Callable[[GoldenDirectory, int], object]:
    def spoil(golden: GoldenDirectory, n: int) -> None:
        with (golden.path / name).open("a") as file:
            file.write(f'{{"query":"{word("qu", n)}","chunk":"{word("chunk", n)}","a":"{word("chunk", n)}')

    return spoil


def unreadable(name: str, mark: str = "qu") -> Callable[[GoldenDirectory, int], object]:
    def spoil(golden: GoldenDirectory, n: int) -> None:
        lines, at = line_of(golden, name, word(mark, n))
        lines[at] = "<<<<<<< " + lines[at]
        lines.insert(at, json.dumps({mark: word(mark, n), "query": word("qu", n), "id": 3}) + "\n")
        (golden.path / name).write_text("".join(lines))

    return spoil


def doubled(name: str, mark: str = "qu") -> Callable[[GoldenDirectory, int], object]:
    def spoil(golden: GoldenDirectory, n: int) -> None:
        lines, at = line_of(golden, name, word(mark, n))
        (golden.path / name).write_text("".join([*lines, lines[at]]))

    return spoil


def changed(name: str, mark: str, **fields: object) -> Callable[[GoldenDirectory, int], object]:
    """Of the first line about a held-out question some fields have other values."""

    def spoil(golden: GoldenDirectory, n: int) -> None:
        lines, at = line_of(golden, name, word(mark, n))
        lines[at] = json.dumps(json.loads(lines[at]) | fields) + "\n"
        (golden.path / name).write_text("".join(lines))

    return spoil


def removed(name: str, mark: str = "qu") -> Callable[[GoldenDirectory, int], object]:
    def spoil(golden: GoldenDirectory, n: int) -> None:
        lines, at = line_of(golden, name, word(mark, n))
        (golden.path / name).write_text("".join(lines[:at] + lines[at + 1 :]))

    return spoil


def judged(grade: int | None, **fields: object) -> Callable[[GoldenDirectory, int], object]:
    def spoil(golden: GoldenDirectory, n: int) -> None:
        line = {"query": word("qu", n), "chunk": word("chunk", n), "status": "decided", "source": "human", "by": "ben"}
        golden.append("judgments.jsonl", [line | {"grade": grade, "at": LATER} | fields])

    return spoil


def another_text(golden: GoldenDirectory, n: int) -> None:
    golden.add_chunks([Chunk(id=word("chunk", n), text="Another text.")])


def copies_apart(golden: GoldenDirectory, n: int) -> None:
    pair = {
        "a": word("chunk", n),
        "b": word("idle", n),
        "jaccard": 0.9,
        "containment": [1, 1],
        "verdict": "same",
        "by": "ben",
    }
    golden.append("copies.jsonl", [pair | {"at": LATER}])
    judged(0, chunk=word("idle", n), by="ana")(golden, n)


def spoilt_seal(name: str) -> Callable[[GoldenDirectory, int], object]:
    def spoil(golden: GoldenDirectory, n: int) -> None:
        path = golden.path / "frozen" / "core" / name
        path.chmod(0o644)
        path.write_text(path.read_text().replace(word("qu", n), word("qu", n).upper()).replace('"k":5', '"k":6'))

    return spoil


def no_set(golden: GoldenDirectory, n: int) -> None:
    shutil.rmtree(golden.path / "frozen" / "core")
    (golden.path / "frozen" / "other").mkdir()


def two_sides(golden: GoldenDirectory, n: int) -> None:
    lines = (golden.path / "split.jsonl").read_text()
    early = {"query": word("qu", n), "side": "other", "at": "2026-11-01T10:00:00Z", "why": "freeze other"}
    (golden.path / "split.jsonl").write_text(lines + json.dumps(early) + "\n")


FAULTS: dict[str, Callable[[GoldenDirectory, int], object]] = {
    **{
        f"torn {name}": torn(f"{name}.jsonl")
        for name in ("judgments", "copies", "split", "ledger", "rejected", "batches")
    },
    **{f"unreadable {name}": unreadable(f"{name}.jsonl") for name in ("queries", "judgments", "split")},
    "unreadable chunks": unreadable("chunks.jsonl", "chunk"),
    "an id twice": doubled("queries.jsonl"),
    "a changed text": changed("chunks.jsonl", "chunk", text="Another."),
    "two texts": another_text,
    "a grade that there is not": judged(9),
    "disputed": judged(0),
    "a note with an address": judged(3, note="ask ana@example.org"),
    "a time that is none": judged(3, at="yesterday"),
    "a judgment with no text stored": judged(3, chunk="nowhere"),
    "a question with an address": changed("queries.jsonl", "qu", text="who is ana@example.org?"),
    "no answer and yet one": changed("queries.jsonl", "qu", answerable="no"),
    "two facts and one label": changed("queries.jsonl", "qu", generator={"chunks": ["other", "more"]}),
    "a question that is gone": removed("queries.jsonl"),
    "a side that is gone": removed("split.jsonl"),
    "a chunk that is gone": removed("chunks.jsonl", "chunk"),
    "ids alike": lambda golden, n: enroll(golden, [Query(id=word("ｑu", n), text="quite another thing")]),
    "chunks alike": lambda golden, n: judged(3, chunk=word("ｃhunk", n))(golden, n),
    "copies apart": copies_apart,
    "two sides": two_sides,
    "no set": no_set,
    **{f"a changed {name}": spoilt_seal(name) for name in ("queries.jsonl", "labels.jsonl", "manifest.json")},
}
AFTERWARDS = """
check
check --all
check --json
check --all --corpus edited.jsonl
status
score core a.jsonl b.jsonl
score dev a.jsonl
export mapping dev.json
review --terminal
pool a.jsonl b.jsonl --set core --corpus corpus.jsonl
rebase --corpus moved.jsonl --set core --as core-3
freeze core-2 --from core
review --apply verdicts.jsonl
widen --corpus copies.jsonl
mine log.jsonl
rebase --corpus moved.jsonl
""".strip().splitlines()


@pytest.mark.parametrize("fault", FAULTS)
def test_no_message_about_a_fault_shows_what_is_held_out(fault: str, golden: GoldenDirectory, look: Looking) -> None:
    answered = [n for n in held_out(golden) if n % 20 != 19]
    FAULTS[fault](golden, answered[0])
    for line in AFTERWARDS:
        look(line)


def test_burning_names_what_is_wrong_and_records_it(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = [n for n in held_out(golden) if n % 20 != 19][:2]
    changed("chunks.jsonl", "chunk", text="Another.")(golden, one)
    another_text(golden, two)
    assert run(["check", "--burn"]) == 3
    said = capsys.readouterr().out
    assert word("chunk", one) in said and word("chunk", two) in said
    burned = {line.query for line in golden.split() if line.burned}
    assert {word("qu", one), word("qu", two)} <= burned
