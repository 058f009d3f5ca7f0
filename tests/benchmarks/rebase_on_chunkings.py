"""Labels carried from one chunking to another, against spans that say where each answer stands.

    GOLDKIT_REAL_DATA=… PYTHONPATH=. python tests/benchmarks/rebase_on_chunkings.py [no-offsets] [FROM TO]

Five documents (1.4 MB), 472 questions, 790 spans. Seven chunkings: windows of 200, 400 and 800 characters, without overlap and with
a quarter of it, cut anywhere, also within words; and sections of at least 300 characters from heading to heading or blank line to
blank line. All give the ids document#1, document#2, …, so that every id means another passage in each. A judge read one chunking
and marked the words that answer; the labels are carried to another. `true`: chunks that hold all of the marked words, else those
with at least a tenth of them. `touching`: carried to a chunk that shares any character with them. `denominators`: questions whose
facts are worth more or less in all than before. Measured 2026-12-02, one core:

    from      to        carried  true  both  precision  recall  touching  review  denominators  CPU s
    200       400           864   864   864     1.0000  1.0000    1.0000       0             0    0.7
    200       800           693   692   692     0.9986  1.0000    0.9986       0             0    0.7
    200       headings      514   511   511     0.9942  1.0000    0.9942       0             0    1.0
    400       200          1084  1084  1084     1.0000  1.0000    1.0000       0             0    0.7
    400       800+200       790   788   788     0.9975  1.0000    0.9975       0             0    0.8
    400       headings      511   508   508     0.9941  1.0000    0.9941       0             0    0.8
    800       200           997   990   990     0.9930  1.0000    0.9970       0             0    0.9
    800       headings      507   501   501     0.9882  1.0000    0.9882       0             0    0.9
    800+200   200          1056  1051  1051     0.9953  1.0000    0.9991       0             0    0.8
    headings  200           886   877   877     0.9898  1.0000    0.9966       0             0    1.0
    worst of the 42                             0.9882  0.9986    0.9882       0             0
    all 42                34994 34879 34877     0.9967  0.9999    0.9973       0             0

Nearly every carried label that is not true is a passage of finance.md that stands there again, word for word; the span names one of
them. Without offsets in the new corpus nothing tells such passages apart and the labels go to all of them: precision 0.8743 and
recall 0.9873 over the 42.
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
