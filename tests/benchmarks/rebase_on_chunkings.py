"""Labels carried from one chunking to another, against spans that say where each answer stands.

GOLDKIT_REAL_DATA=… PYTHONPATH=. python tests/benchmarks/rebase_on_chunkings.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path

from goldkit.rebase.golden import rebase
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory
from tests.benchmarks.chunkings import (
    CHUNKINGS,
    Question,
    common,
    corpus,
    documents,
    holders,
    per_document,
    questions,
    span,
)

SLIVER = 0.1
AT = "2026-12-01T10:00:00Z"
Pairs = set[tuple[str, str]]


def judged(
    texts: Mapping[str, str], asked: list[Question], chunks: Mapping[str, Chunk], folder: Path
) -> GoldenDirectory:
    """A golden directory as a judge leaves it who read this chunking: each chunk with the words of it that answer."""
    golden = GoldenDirectory(folder)
    golden.create()
    by_document = per_document(chunks)
    lines, used = {}, {}
    for question in asked:
        text = texts[question.document]
        for one in question.spans:
            for name in holders(text, one, by_document[question.document], SLIVER):
                start, end = span(chunks[name])
                quote = text[max(start, one[0]) : min(end, one[1])]
                used[name] = chunks[name]
                lines.setdefault((question.id, name), (chunks[name], quote))
    golden.add_chunks(used.values())
    golden.rewrite_queries(lambda _: [Query(id=one.id, text=one.text, origin="import") for one in asked])
    golden.append(
        "judgments.jsonl",
        [
            Judgment(
                query=query, chunk=name, grade=3, status="decided", source="human", by="ana", at=AT,
                text_sha256=chunk.sha256, quote=quote,
            )
            for (query, name), (chunk, quote) in sorted(lines.items())
        ],
    )  # fmt: skip
    return golden


def truth(texts, asked, source, golden, target) -> tuple[Pairs, Pairs]:
    """The pairs that the judged quotes make in another chunking: those that should be carried, and all that share any character."""
    by_document, documents_of = per_document(target), {question.id: question.document for question in asked}
    wanted, touched = set(), set()
    for line in golden.directory_lines:
        text, document = texts[documents_of[line.query]], documents_of[line.query]
        start, _ = span(source[line.chunk])
        at = start + source[line.chunk].text.index(line.quote)
        quote = (at, at + len(line.quote))
        wanted |= {(line.query, name) for name in holders(text, quote, by_document[document], SLIVER)}
        touched |= {(line.query, chunk.id) for chunk in by_document[document] if common(text, quote, span(chunk))}
    return wanted, touched


class Judged:
    """A directory with the lines it began with."""

    def __init__(self, golden: GoldenDirectory) -> None:
        self.golden = golden
        self.directory_lines = golden.judgments()
        self.shares = _shares(golden)


def _shares(golden: GoldenDirectory) -> dict[str, float]:
    folded = read_golden(golden)
    return {name: sum(fact.share for fact in folded.facts(name)) for name in folded.queries}


def carry(texts, asked, name: str, other: str, offsets: bool) -> tuple[int, int, int, int, int, int, float]:
    source, target = corpus(name, texts), corpus(other, texts)
    read = target if offsets else {key: replace(chunk, start=None, end=None) for key, chunk in target.items()}
    with tempfile.TemporaryDirectory() as folder:
        golden = Judged(judged(texts, asked, source, Path(folder) / "golden"))
        wanted, touched = truth(texts, asked, source, golden, target)
        started = time.process_time()
        rebased = rebase(golden.golden, read.values(), AT)
        took = time.process_time() - started
        folded = read_golden(golden.golden)
        found = {
            (query, chunk)
            for query in folded.queries
            for chunk, label in folded.labels(query).items()
            if label.text_sha256 == getattr(target.get(chunk), "sha256", None)
        }
        after = _shares(golden.golden)
        changed = sum(abs(after[query] - share) > 1e-6 for query, share in golden.shares.items())
    return (
        len(found),
        len(wanted),
        len(found & wanted),
        len(found & touched),
        rebased.labels.get("review", 0),
        changed,
        took,
    )


def main() -> None:
    texts, asked = documents(), questions()
    offsets = "no-offsets" not in sys.argv
    chosen = [name for name in sys.argv[1:] if name in CHUNKINGS]
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    print("from      to        carried  true  both  precision  recall  touching  review  denominators  CPU s")
    for name, other in [tuple(chosen)] if chosen else permutations(CHUNKINGS, 2):
        found, wanted, both, touching, review, changed, took = carry(texts, asked, name, other, offsets)
        sums["all"] = [one + new for one, new in zip(sums["all"], (found, wanted, both, touching), strict=True)]
        print(
            f"{name:9} {other:9} {found:7} {wanted:5} {both:5}  {both / found:9.4f}  {both / wanted:6.4f}  {touching / found:8.4f}"
            f"  {review:6}  {changed:12}  {took:5.1f}",
            flush=True,
        )
    found, wanted, both, touching = sums["all"]
    print(
        f"all       {'':9} {found:7} {wanted:5} {both:5}  {both / found:9.4f}  {both / wanted:6.4f}  {touching / found:8.4f}"
    )


if __name__ == "__main__":
    main()
