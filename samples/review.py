"""Write `review.jsonl`: what the people of the story decided, in the shape that `goldkit review --apply` takes.

    python samples/review.py

The grades come from `questions.jsonl`, which was written by hand. Which pairs were judged follows from the logs: the
reviewers look at what the old retriever showed. Where two editions of a section say the same they judge the first
that they meet and pass over the other.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from record import corpus, dense_retriever, read_jsonl
from traffic import VANISHED, Traffic

from goldkit.text.normalise import query_id

HERE = Path(__file__).resolve().parent
START = dt.datetime(2026, 11, 23, 8, 30, tzinfo=dt.UTC)
REVIEWED = {"exact": 62, "vague": 64, "ordinary": 60, "unanswerable": 6}
"""How many questions of each kind the reviewers got through."""
WRONG = 2
"""How many chunks that do not answer are judged beside those that do."""

Pair = tuple[str, str]


def chance(*parts: str) -> float:
    """Return a number from 0 to 1 that depends on the parts alone."""
    return int(hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8], 16) / 0xFFFFFFFF


def best_ranks(questions: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Return, by query id, the best rank at which each chunk was shown in the logs."""
    ids, texts = corpus()
    ranks: dict[str, dict[str, int]] = {}
    newer = {line["a"] for line in read_jsonl(HERE / "editions.jsonl")}
    for text, chunk, rank in Traffic(questions, newer, dense_retriever(ids, texts)).best_ranks():
        shown = ranks.setdefault(query_id(text), {})
        shown[chunk] = min(rank, shown.get(chunk, rank))
    return ranks


def copies() -> dict[str, str]:
    """Return the other edition of every section that stands in both."""
    pairs = [(line["a"], line["b"]) for line in read_jsonl(HERE / "editions.jsonl")]
    return dict(pairs) | {b: a for a, b in pairs}


def chosen(questions: list[dict[str, Any]], ranks: dict[str, dict[str, int]]) -> list[dict[str, Any]]:
    """Choose the questions to review: by lot within each kind, among those whose plain wording is in a log."""
    picked: list[dict[str, Any]] = []
    for kind, number in REVIEWED.items():
        of_kind = [question for question in questions if question["kind"] == kind and question["id"] in ranks]
        picked += sorted(of_kind, key=lambda question: chance("reviewed", question["id"]))[:number]
    return sorted(picked, key=lambda question: chance("order", question["id"]))


def judged(question: dict[str, Any], ranks: dict[str, int], twin: dict[str, str]) -> Iterator[tuple[str, int]]:
    """Yield (chunk, grade) for one question: what answers, one edition of it, and what stood high and does not."""
    query, known = question["id"], question["relevant"]
    # Shown chunks come first, by rank; the others were found by searching, in an order of their own.
    order = sorted(known, key=lambda chunk: (ranks.get(chunk, 99), chance("found", query, chunk)))
    seen: set[str] = set()
    for chunk in order:
        other = twin.get(chunk, "")
        again = other in seen and known[other] == known[chunk] and chance("both", query, chunk) > 0.06
        if known[chunk] >= 1 and not again:
            seen.add(chunk)
            yield chunk, known[chunk]
    high = sorted((rank, chunk) for chunk, rank in ranks.items() if chunk not in known and chunk not in VANISHED)
    wrong: set[str] = set()
    for _, chunk in high:
        if twin.get(chunk) not in wrong and len(wrong) < WRONG:
            wrong.add(chunk)
            yield chunk, 0


def line(query: str, chunk: str, grade: int | None, by: str, at: dt.datetime, **more: str) -> dict[str, Any]:
    """Return one judgment."""
    made: dict[str, Any] = {
        "query": query,
        "chunk": chunk,
        "grade": grade,
        "status": "decided",
        "source": "human",
        "by": by,
    }
    return made | {"at": at.strftime("%Y-%m-%dT%H:%M:%SZ")} | more


def first_round(picked: list[dict[str, Any]], ranks: dict[str, dict[str, int]]) -> list[dict[str, Any]]:
    """Return Ana's judgments, and Ben's for one question in six."""
    twin, at, lines = copies(), START, []
    for question in picked:
        query = question["id"]
        by = "ben" if chance("by", query) < 1 / 6 else "ana"
        for chunk, grade in judged(question, ranks[query], twin):
            at += dt.timedelta(seconds=12 + int(chance("pace", query, chunk) * 40))
            if at.hour >= 17:
                at = at.replace(hour=8, minute=30) + dt.timedelta(days=1)
            quote = question.get("quotes", {}).get(chunk)
            lines.append(line(query, chunk, grade, by, at, **({"quote": quote} if quote else {})))
    return lines


def second_looks(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the two said about each other's pairs: agreement, one dispute, one settled dispute, one shrug."""
    at = START + dt.timedelta(days=3)
    mine = [made for made in lines if made["by"] == "ana"]
    answers = [made for made in mine if made["grade"] == 3]
    agreed = sorted(mine, key=lambda made: chance("second", made["query"], made["chunk"]))[:24]
    more = []
    for number, made in enumerate(agreed):
        grade = 2 if made["grade"] == 3 and number % 6 == 0 else made["grade"]
        more.append(line(made["query"], made["chunk"], grade, "ben", at + dt.timedelta(minutes=number)))
    taken = {(made["query"], made["chunk"]) for made in agreed}
    free = [made for made in answers if (made["query"], made["chunk"]) not in taken and "quote" not in made]
    open_, settled, *_ = sorted(free, key=lambda made: chance("dispute", made["query"]))
    more.append(line(open_["query"], open_["chunk"], 1, "ben", at + dt.timedelta(hours=1), note="only touches it"))
    more.append(line(settled["query"], settled["chunk"], 1, "ben", at + dt.timedelta(hours=1, minutes=1)))
    final = line(
        settled["query"], settled["chunk"], 3, "ana", at + dt.timedelta(hours=2), note="read together with ben"
    )
    more.append(final | {"role": "adjudicate"})
    shrug = next(made for made in lines if made["grade"] == 0 and (made["query"], made["chunk"]) not in taken)
    more.append(
        line(shrug["query"], shrug["chunk"], None, shrug["by"], at + dt.timedelta(hours=3), reason="cannot-judge")
    )
    return more


def main() -> None:
    """Write the recorded review."""
    questions = read_jsonl(HERE / "questions.jsonl")
    for question in questions:
        if question["id"] != query_id(question["text"], question.get("context")):
            raise SystemExit(f"questions.jsonl: id of {question['text']!r} is not made from its text")
    ranks = best_ranks(questions)
    picked = chosen(questions, ranks)
    lines = first_round(picked, ranks)
    lines += second_looks(lines)
    lines.sort(key=lambda made: (made["at"], made["query"], made["chunk"]))
    encoded = (json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n" for made in lines)
    (HERE / "review.jsonl").write_text("".join(encoded), encoding="utf-8")
    print(f"review.jsonl: {len(lines)} judgments on {len({made['query'] for made in lines})} questions")


if __name__ == "__main__":
    main()
