"""Split the handbook into `corpus.jsonl`: one chunk a `##` section.

    python samples/chunks.py            writes samples/corpus.jsonl
    python samples/chunks.py --check    says whether the committed file is still what the pages give

A chunk's id is the page and the number of the section on it, `ops/transfers.md#2`. `start` and `end` are
character offsets in the page, so that `page[start:end]` is the text.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

HERE = Path(__file__).resolve().parent
HANDBOOK = HERE / "handbook"
CORPUS = HERE / "corpus.jsonl"

_SECTION = re.compile(r"^## .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class Chunk(TypedDict):
    """One line of `corpus.jsonl`."""

    id: str
    text: str
    doc_id: str
    title: str
    start: int
    end: int


def split_page(page: str, doc_id: str) -> Iterator[Chunk]:
    """Yield the sections of one page in order; white space at a section's end belongs to no chunk."""
    title = _TITLE.search(page)
    for number, section in enumerate(_SECTION.finditer(page), start=1):
        text = section.group().rstrip()
        yield Chunk(
            id=f"{doc_id}#{number}",
            text=text,
            doc_id=doc_id,
            title=title.group(1) if title else doc_id,
            start=section.start(),
            end=section.start() + len(text),
        )


def chunks(handbook: Path = HANDBOOK) -> Iterator[Chunk]:
    """Yield every chunk of the handbook, pages sorted by path."""
    pages = {path.relative_to(handbook).as_posix(): path for path in handbook.rglob("*.md")}
    for doc_id in sorted(pages):
        yield from split_page(pages[doc_id].read_bytes().decode("utf-8"), doc_id)


def corpus_bytes(handbook: Path = HANDBOOK) -> bytes:
    """Return the whole corpus as JSONL bytes; the same pages give the same bytes."""
    lines = (json.dumps(chunk, ensure_ascii=False, separators=(",", ":")) + "\n" for chunk in chunks(handbook))
    return "".join(lines).encode()


def main() -> int:
    """Write the corpus, or with `--check` compare it with the committed one."""
    made = corpus_bytes()
    if "--check" in sys.argv[1:]:
        same = CORPUS.read_bytes() == made
        print("corpus.jsonl is up to date" if same else "corpus.jsonl differs from the handbook")
        return 0 if same else 1
    CORPUS.write_bytes(made)
    print(f"{CORPUS.name}: {len(made.splitlines())} chunks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
