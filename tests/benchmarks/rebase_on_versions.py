"""Labels carried from one version of a documentation to the next, whose pages were edited and moved by their authors.

    GOLDKIT_REAL_DATA=… PYTHONPATH=. python tests/benchmarks/rebase_on_versions.py

Django's topics, 4.2.16 to 5.2: 1,500 sentences of sections of the old version are what answers 1,500 questions; 1,455 of them stand
word for word in the same page of the new one. A carried label is right where its chunk holds the sentence, or a part of one that
was cut. Measured 2026-12-03 (4 CPU s each):

    new corpus                 quote   unchanged  carried (right)  for review  lost
    sections, as before        known         886        224 (224)         377    13
    sections, as before        none          886          82 (82)         501    31
    windows of 600 characters  known           4    1,289 (1,289)         170    37
    windows of 600 characters  none            4          45 (45)       1,445     6

Precision 1.0 everywhere. Of the sentences that still stand, 76 % (sections) and 89 % (windows) stay or go along by themselves where
the quote is known; all others are offered for review, none is lost. What is offered stands in a section that its authors changed
in a version, a name, a negation or a condition, which no quote settles, or is all of a judged text with no mark where it answers.
"""

from __future__ import annotations

import os
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from goldkit.files.canonical import sha256_text
from goldkit.rebase.golden import rebase
from goldkit.records import Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory
from goldkit.text.passage import spaced
from goldkit.text.sentences import prose_sentences

AT = "2026-12-01T10:00:00Z"
OLD, NEW = "4.2.16", "5.2"
QUOTES = 1500
UNDERLINE = re.compile(r"^([=\-~^*\"'`]{3,})\s*$", re.MULTILINE)


def pages(version: str) -> dict[str, str]:
    folder = Path(os.environ["GOLDKIT_REAL_DATA"]) / "django-docs" / version
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.txt"))}


def sections(text: str) -> Iterator[str]:
    """From heading to heading: a heading of reStructuredText is a line above a line of signs."""
    starts = [0]
    for match in UNDERLINE.finditer(text):
        start = text.rfind("\n", 0, max(0, match.start() - 1)) + 1
        if start - starts[-1] >= 300:
            starts.append(start)
    yield from (text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True))


def windows(text: str) -> Iterator[str]:
    yield from (text[start : start + 600] for start in range(0, len(text), 500))


def corpus(texts: dict[str, str], cut) -> dict[str, Chunk]:
    found = {}
    for page, text in texts.items():
        for number, part in enumerate(cut(text), 1):
            name = f"{page}#{number}"
            found[name] = Chunk(id=name, text=part, sha256=sha256_text(part), doc_id=page)
    return found


def asked(chunks: dict[str, Chunk], seed: int) -> list[tuple[str, str]]:
    """(chunk, sentence) pairs: what a judge might have marked as the answer."""
    pairs = [
        (chunk.id, sentence)
        for chunk in chunks.values()
        for sentence in prose_sentences(chunk.text)
        if 40 <= len(sentence) <= 300 and sentence in chunk.text
    ]
    return sorted(random.Random(seed).sample(pairs, min(QUOTES, len(pairs))))


def measure(cut, quoted: bool) -> None:
    old, new = corpus(pages(OLD), sections), corpus(pages(NEW), cut)
    pairs = asked(old, 7)
    with tempfile.TemporaryDirectory() as folder:
        golden = GoldenDirectory(Path(folder) / "golden")
        golden.create()
        golden.add_chunks(old[name] for name in {name for name, _ in pairs})
        golden.rewrite_queries(lambda _: [Query(id=f"q{at}", text=f"question {at}?") for at in range(len(pairs))])
        known = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
        lines = [
            Judgment(query=f"q{at}", chunk=name, text_sha256=old[name].sha256, quote=quote if quoted else None, **known)
            for at, (name, quote) in enumerate(pairs)
        ]
        golden.append("judgments.jsonl", lines)
        rebased = rebase(golden, new.values(), AT)
        own = [line for line in golden.judgments() if line.source == "rebase" and line.reason is None]
    quotes = {f"q{at}": (name, spaced(quote)) for at, (name, quote) in enumerate(pairs)}
    texts = {name: spaced(chunk.text) for name, chunk in new.items()}
    by_page: dict[str, list[str]] = {}
    for chunk in new.values():
        by_page.setdefault(chunk.doc_id or "", []).append(chunk.id)
    stands = {
        query
        for query, (name, quote) in quotes.items()
        if any(quote in texts[other] for other in by_page.get(old[name].doc_id or "", ()))
    }
    safe = [line for line in own if line.status == "decided"]
    kept = {f"q{at}" for at, (name, _) in enumerate(pairs) if name in new and new[name].sha256 == old[name].sha256}
    right = [line for line in safe if quotes[line.query][1] in texts[line.chunk]]
    parts = [line for line in safe if "part" in line.metadata["rebase"]["how"] and line not in right]
    carried = {line.query for line in safe} | kept
    offered = {line.query for line in own if line.status == "proposed"} - carried
    print(
        f"labels {len(pairs)}; quote still stands word for word in the page: {len(stands)}; outcomes {rebased.labels}"
    )
    print(f"  texts {rebased.texts}")
    print(
        f"  lines carried by themselves {len(safe)}: hold the quote {len(right)}, parts of it {len(parts)}, neither "
        f"{len(safe) - len(right) - len(parts)}"
    )
    print(
        f"  of the standing: unchanged {len(stands & kept)}, carried {len(stands & carried - kept)}, "
        f"offered for review {len(stands & offered)}, lost {len(stands - carried - offered)}"
    )
    print(f"  of those that stand no more: carried {len(carried - stands)}, offered {len(offered - stands)}")
    wrong = [line for line in safe if line not in right and line not in parts]
    print(
        "  how they differ:",
        dict(Counter(str(line.metadata["rebase"].get("why", "")) for line in wrong).most_common(12)),
    )


def main() -> None:
    for name, cut in (("sections, as before", sections), ("windows of 600 characters, 100 of them shared", windows)):
        for quoted in (True, False):
            print(f"{name}; {'with' if quoted else 'without'} the sentence as a quote")
            measure(cut, quoted)


if __name__ == "__main__":
    main()
