"""A set whose every question, chunk, quote and note is a word of its own, so that one that is shown is known anywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"
COUNT = 60
MARKS = ("qu", "flim", "other", "turn", "said", "chunk", "idle", "brop", "quote", "note")
"""How the words of one question begin, each unmistakable by its number: id, text, variant, context, answer, its relevant chunk and
another one's id, the word of a chunk's text, a judge's quote and note."""


def word(mark: str, n: int) -> str:
    return f"{mark}{n:02}z"


def text(n: int) -> str:
    """No two are alike."""
    return "".join(chr(0x4E00 + n * 10 + i) for i in range(10)) + " " + word("flim", n) + "?"


def passage(n: int) -> str:
    return f"The {word('brop', n)} says {word('quote', n)}. " + " ".join(f"{word('brop', n)}{i}" for i in range(40))


def build(golden: GoldenDirectory) -> None:
    queries = [
        Query(
            id=word("qu", n), text=text(n), origin="log" if n % 2 else "synthetic", variants=(text(n).replace("flim", "other"),),
            context=word("turn", n), answer=word("said", n), tags=("exact",) if n % 3 else (), weight=1.0 + n % 4,
            conversations=(f"talk{n}",), generator={} if n % 2 else {"model": "m", "chunks": [word("chunk", n)]},
            answerable="no" if n % 20 == 19 else None,
        )
        for n in range(COUNT)
    ]  # fmt: skip
    by_ana = {"status": "decided", "source": "human", "by": "ana", "at": AT}
    lines = []
    for n, query in enumerate(queries):
        if query.answerable is None:
            more = {"quote": word("quote", n), "note": word("note", n)}
            lines.append(Judgment(query=query.id, chunk=word("chunk", n), grade=3, **by_ana, **more))  # type: ignore[arg-type]
        found = {
            "status": "proposed",
            "source": "log",
            "by": "goldkit mine",
            "at": AT,
            "evidence": {"shown": 3, "best_rank": 1},
        }
        lines.append(Judgment(query=query.id, chunk=word("idle", n), grade=None, **found))  # type: ignore[arg-type]
    texts = [Chunk(id=word("chunk", n), text=passage(n)) for n in range(COUNT)]
    texts += [Chunk(id=word("idle", n), text=f"Nothing of {word('brop', n)} but rest.") for n in range(COUNT)]
    enroll(golden, queries, lines, texts)


def rows(path: str, found: list[dict[str, object]]) -> None:
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in found))


def write_inputs() -> None:
    """Runs, good and bad, corpora, logs and verdicts, which may name what they will: users have them anyway."""
    everyone = range(COUNT)
    good = {word("qu", n): [word("chunk", n), word("idle", n), "x"] for n in everyone}
    rows("a.jsonl", [{"query": q, "chunks": chunks} for q, chunks in good.items()])
    rows("b.jsonl", [{"query": q, "chunks": chunks[::-1]} for q, chunks in good.items()])
    rows("repeats.jsonl", [{"query": q, "chunks": [*chunks, chunks[0]]} for q, chunks in good.items()])
    rows("twice.jsonl", [{"query": q, "chunks": chunks} for q, chunks in [*good.items(), *good.items()]])
    rows("few.jsonl", [{"query": q, "chunks": good[q]} for q in list(good)[:40]])
    rows("failed.jsonl", [{"query": q, "failed": f"timeout at {q}"} for q in good])
    rows("scores.jsonl", [{"query": q, "chunks": chunks, "scores": [1.0]} for q, chunks in good.items()])
    rows("rising.jsonl", [{"query": q, "chunks": chunks, "scores": [1.0, 2.0, 3.0]} for q, chunks in good.items()])
    rows("renamed.jsonl", [{"query": f"r{at}", "chunks": chunks} for at, chunks in enumerate(good.values())])
    rows("upper.jsonl", [{"query": q, "chunks": [chunk.upper() for chunk in chunks]} for q, chunks in good.items()])
    rows("answers.jsonl", [{"query": q, "chunks": [passage(n)]} for n, q in enumerate(good)])
    made = {"run": {"set": {"name": "core", "digest": "d"}}}
    for name in "ab":
        Path(f"made-{name}.jsonl").write_text(json.dumps(made) + "\n" + Path(f"{name}.jsonl").read_text())
    Path("bad.trec").write_text(
        "".join(f"{q} Q0 {chunk} {at} x run\n" for q, chunks in good.items() for at, chunk in enumerate(chunks))
    )
    Path("torn.jsonl").write_text(Path("a.jsonl").read_text()[:-20])
    texts = {word("chunk", n): passage(n) for n in everyone} | {
        word("idle", n): f"Nothing of {word('brop', n)} but rest." for n in everyone
    }
    rows("corpus.jsonl", [{"id": name, "text": body} for name, body in texts.items()] + [{"id": "x", "text": "X."}])
    edited = {name: body.replace("says", "said") for name, body in texts.items()}
    rows("edited.jsonl", [{"id": name, "text": body} for name, body in edited.items()])
    rows("moved.jsonl", [{"id": f"new/{at}", "text": body} for at, body in enumerate(texts.values())])
    rows("lacking.jsonl", [{"id": "x", "text": "X."}])
    copies = [{"id": f"new/{at}", "text": body + " Again."} for at, body in enumerate(texts.values())]
    rows("copies.jsonl", [{"id": name, "text": body} for name, body in texts.items()] + copies)
    asked = [
        {"question": text(n), "answer": word("said", n), "sources": [word("idle", n)], "session": f"s{n}"}
        for n in everyone
    ]
    rows("log.jsonl", asked)
    given = [{"query": word("qu", n), "chunk": word("idle", n), "grade": n % 3} for n in everyone]
    rows("verdicts.jsonl", given)
    rows("bad-verdicts.jsonl", [line | {"grade": 9} for line in given])
    rows("pairs.jsonl", [{"a": word("chunk", n), "b": word("idle", n), "verdict": "differs"} for n in everyone])
    Path("echo.py").write_text(
        "def search(question, k):\n    return ['x']\n\ndef fail(question, k):\n    raise ValueError(question)\n"
    )


def held_out(golden: GoldenDirectory) -> list[int]:
    """The numbers of the held-out questions."""
    lines = (golden.path / "split.jsonl").read_text().splitlines()
    return [int(json.loads(line)["query"][2:4]) for line in lines if '"side":"core"' in line]


def secrets(numbers: list[int]) -> re.Pattern[str]:
    words = [word(mark, n) for n in numbers for mark in MARKS] + [text(n)[:10] for n in numbers]
    return re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
