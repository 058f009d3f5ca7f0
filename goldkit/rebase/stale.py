"""What is true no more, because the corpus has another text under an id: copies of it, for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from goldkit.rebase.claims import Texts
from goldkit.records import Chunk, Copy
from goldkit.store.newest import newest
from goldkit.store.pairs import by_tool, ends, fold_pairs
from goldkit.store.texts import text_sha256
from goldkit.text.squeezed import lowered, squeezed

BY = "goldkit rebase"


def taken_back(copies: Iterable[Copy], texts: Texts, corpus: Mapping[str, Chunk], at: str) -> list[Copy]:
    """A retraction of each pair that stands and of which an end has another text now, not only another form of it.

    A person's pair is taken back in that person's name: no other line beats it.
    """
    return [
        replace(
            pair,
            verdict="retracted",
            by=BY if by_tool(pair) else pair.by,
            at=at,
            rule=None,
            differs=(),
            spans=(),
            direction=None,
        )
        for pair in fold_pairs(copies).standing
        if any(
            is_another(name, sha256, texts, corpus)
            for name, sha256 in ((pair.a, pair.a_sha256), (pair.b, pair.b_sha256))
        )
    ]


def given_back(copies: Iterable[Copy], corpus: Mapping[str, Chunk], at: str) -> list[Copy]:
    """Goldkit's pairs that an earlier rebasing took back and that are true again: the corpus has both texts under their ids."""
    lines: dict[tuple[str, str], list[Copy]] = defaultdict(list)
    for copy in copies:
        if by_tool(copy):
            lines[ends(copy)].append(copy)
    found = []
    for _, own in sorted(lines.items()):
        last, before = newest(own), [copy for copy in own if copy.verdict != "retracted"]
        if last.verdict == "retracted" and last.by == BY and before and _is_back(pair := newest(before), corpus):
            found.append(replace(pair, at=at))
    return found


def _is_back(pair: Copy, corpus: Mapping[str, Chunk]) -> bool:
    sides = ((pair.a, pair.a_sha256), (pair.b, pair.b_sha256))
    return all(name in corpus and text_sha256(corpus[name]) == sha256 for name, sha256 in sides)


def is_another(name: str, sha256: str | None, texts: Texts, corpus: Mapping[str, Chunk]) -> bool:
    """Whether the corpus has another text under an id than the one of that sha256, not only another form of it."""
    now, before = corpus.get(name), texts.of(name, sha256)
    if now is None or (sha256 is None and before is None) or text_sha256(now) == (sha256 or text_sha256(before or now)):
        return False
    return before is None or lowered(squeezed(before.text)) != lowered(squeezed(now.text))
