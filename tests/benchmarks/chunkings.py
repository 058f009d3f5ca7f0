"""Five documents with 472 questions whose answers are known as spans, cut in several ways; for the benchmarks of rebasing."""

from __future__ import annotations

import csv
import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk

DOCUMENTS = ("chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts")
LEAST = 300
"""Characters that a section has at least; shorter ones are joined to the next."""
HEADING = re.compile(r"^(?:#{1,6} .*| ?=+ .* =+ ?|==== \w.*)$", re.MULTILINE)
BREAK = re.compile(r"\n[ \t]*\n|\n(?=#{1,6} | ?=+ .* =+ ?$)", re.MULTILINE)


@dataclass(frozen=True)
class Question:
    """A question and its answers: spans (start, end) of one document, in characters."""

    id: str
    text: str
    document: str
    spans: tuple[tuple[int, int], ...]


def folder() -> Path:
    return Path(os.environ["GOLDKIT_REAL_DATA"]) / "chunking-evaluation"


def documents() -> dict[str, str]:
    return {name: (folder() / f"{name}.md").read_text(encoding="utf-8") for name in DOCUMENTS}


def questions() -> list[Question]:
    with (folder() / "questions_df.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return [
        Question(
            f"q{number}",
            row["question"],
            row["corpus_id"],
            tuple((one["start_index"], one["end_index"]) for one in json.loads(row["references"])),
        )
        for number, row in enumerate(rows)
    ]


def by_length(size: int, overlap: int = 0) -> Callable[[str], Iterator[tuple[int, int]]]:
    """Windows of so many characters, wherever that cuts a word."""

    def cut(text: str) -> Iterator[tuple[int, int]]:
        for start in range(0, len(text), size - overlap):
            yield start, min(len(text), start + size)
            if start + size >= len(text):
                return

    return cut


def by_headings(text: str) -> Iterator[tuple[int, int]]:
    """Sections from heading to heading and, in documents without any, from blank line to blank line."""
    ends = [match.start() for match in BREAK.finditer(text)] or [match.start() for match in re.finditer("\n", text)]
    cuts = [0]
    for end in [*ends, len(text)]:
        if end - cuts[-1] >= LEAST or end == len(text):
            cuts.append(end)
    yield from ((start, end) for start, end in pairwise(cuts) if end > start)


CHUNKINGS: Mapping[str, Callable[[str], Iterator[tuple[int, int]]]] = {
    "200": by_length(200),
    "200+50": by_length(200, 50),
    "400": by_length(400),
    "400+100": by_length(400, 100),
    "800": by_length(800),
    "800+200": by_length(800, 200),
    "headings": by_headings,
}


def corpus(name: str, texts: Mapping[str, str]) -> dict[str, Chunk]:
    """The chunks of a chunking. All chunkings give the ids `document#1`, `document#2`, …, so that ids mean other texts."""
    found = {}
    for document, text in texts.items():
        for number, (start, end) in enumerate(CHUNKINGS[name](text), 1):
            part = text[start:end]
            chunk = Chunk(
                id=f"{document}#{number}", text=part, sha256=sha256_text(part), doc_id=document, start=start, end=end
            )
            found[chunk.id] = chunk
    return found


def common(text: str, one: tuple[int, int], other: tuple[int, int]) -> int:
    """Characters that two spans share, white space apart."""
    return len("".join(text[max(one[0], other[0]) : max(one[0], other[0], min(one[1], other[1]))].split()))


def span(chunk: Chunk) -> tuple[int, int]:
    assert chunk.start is not None
    assert chunk.end is not None
    return chunk.start, chunk.end


def holders(text: str, asked: tuple[int, int], chunks: Sequence[Chunk], least: float) -> dict[str, float]:
    """Chunk → the part of a span that it holds, in [0, 1]: those that hold all of it, else all with at least the part `least`."""
    length = common(text, asked, asked)
    parts = {chunk.id: common(text, asked, span(chunk)) / length for chunk in chunks} if length else {}
    whole = {name: part for name, part in parts.items() if part == 1}
    return whole or {name: part for name, part in parts.items() if part >= least and part > 0}


def per_document(chunks: Mapping[str, Chunk]) -> dict[str, list[Chunk]]:
    found: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks.values():
        found[chunk.doc_id or ""].append(chunk)
    return found
