"""A person's verdict on two chunks: whether they say the same, whatever goldkit holds of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Any

from goldkit.records import Chunk, Copy
from goldkit.store.newest import newest
from goldkit.store.pairs import Pairs, ends


def turned(pair: Copy) -> Copy:
    """The same pair with its other chunk as a."""
    ways: dict[Any, Any] = {"a→b": "b→a", "b→a": "a→b"}
    return replace(
        pair,
        a=pair.b,
        b=pair.a,
        a_sha256=pair.b_sha256,
        b_sha256=pair.a_sha256,
        containment=(pair.containment[1], pair.containment[0]),
        differs=tuple((there, here) for here, there in pair.differs),
        spans=tuple({"a": span.get("b"), "b": span.get("a")} for span in pair.spans),
        direction=ways.get(pair.direction),
    )


def pairs_among(chunk: str, others: Container[str], pairs: Pairs) -> tuple[Copy, ...]:
    """A chunk's pairs with any of `others`, each turned so that the chunk is its a; by the other's id."""
    mine = (pair if pair.a == chunk else turned(pair) for pair in pairs.of.get(chunk, ()))
    return tuple(sorted((pair for pair in mine if pair.b in others), key=lambda pair: pair.b))


def said_by(judge: str, copies: Iterable[Copy]) -> dict[tuple[str, str], Copy]:
    """What one judge holds of pairs: the two ids, sorted → the newest line, where it was not taken back."""
    own: dict[tuple[str, str], list[Copy]] = defaultdict(list)
    for copy in copies:
        if copy.by == judge:
            own[ends(copy)].append(copy)
    last = {both: newest(lines) for both, lines in own.items()}
    return {both: line for both, line in last.items() if line.verdict != "retracted"}


def known_figures(a: str, b: str, standing: Copy | None, texts: Mapping[str, Chunk]) -> dict[str, Any]:
    """The fields of a pair's figures: those it has already, or those of the texts; {} where neither is known."""
    if standing is not None:
        pair = standing if standing.a == a else turned(standing)
        return {"jaccard": pair.jaccard, "containment": pair.containment}
    if a not in texts or b not in texts:
        return {}
    from goldkit.duplicates.figures_of import figures_of

    found = figures_of(texts[a].text, texts[b].text)
    return {"jaccard": found.jaccard, "containment": (found.a_in_b, found.b_in_a)}


def overruled(pair: Copy, verdict: Any, by: str, at: str) -> Copy:
    """A pair with a person's verdict. What differs is kept with `differs`, but not where: so no quote settles it again."""
    kept = pair if verdict == "differs" else replace(pair, differs=(), rule=None)
    return replace(kept, verdict=verdict, by=by, at=at, spans=(), direction=None, index=None)
