"""What follows for one label: to which chunks of the new corpus it goes by itself, and which a person must look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldkit.duplicates.same_document import document
from goldkit.rebase.locate import Edit, Located, Locator
from goldkit.rebase.places import Place, covered
from goldkit.rebase.sites import COVERED
from goldkit.records import Chunk
from goldkit.store.derive import NEVER, apart
from goldkit.text.passage import spaced
from goldkit.text.squeezed import lowered, squeezed, unsqueezed

SLIVER = 0.1
"""A chunk that holds less than this part of an answer is no part of it, unless the others hold too little of it."""
LONG = 30
"""Characters, white space apart, of a quote that is looked for beyond the overlaps."""
SEVERAL = 3
"""Most near-duplicates that are offered for one label."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a label says of a judged text. relevant: it answers. quote: the words that do, None where they are not known.

    settled: decided and not disputed; another label is only carried where the chunk holds all of the text.
    """

    chunk: Chunk
    relevant: bool
    quote: str | None = None
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """A label goes to a chunk. how: in which way the chunk has the text. safe: without a person's look.

    start, end: the stretch of the answer that the chunk holds, in [0, 1]. quote: it, where it is known. why: what keeps it from
    being safe, or makes it so.
    """

    chunk: str
    how: str
    safe: bool
    start: float = 0.0
    end: float = 1.0
    quote: str | None = None
    why: str = ""


def decide(claim: Claim, found: Located, locator: Locator) -> tuple[Step, ...]:
    """Where a label goes; () where it goes nowhere. It stays where its text is unchanged."""
    name, length = claim.chunk.id, len(found.text)
    equal = [place for place in found.places if place.inside and place.start == 0 and place.end == length]
    if found.same or any(place.chunk == name for place in equal):
        return (Step(name, "unchanged", True, quote=claim.quote),)
    if not claim.relevant or not claim.settled:
        return _not_relevant(claim, found, equal) or _same_edit(claim, found, locator)
    laid = _by_places(claim, found)
    if laid and laid[0].safe:
        return laid
    edited = _by_edits(claim, found, locator)
    if edited and edited[0].safe:
        return edited
    known = {step.chunk for step in laid}
    return laid + tuple(step for step in edited or _by_quote(claim, locator) if step.chunk not in known)


def _not_relevant(claim: Claim, found: Located, equal: Sequence[Place]) -> tuple[Step, ...]:
    """What does not answer as a whole does not answer in part. What is open holds for all that has the text, a dispute for the
    text alone.
    """
    if found.ambiguous:
        return ()
    if claim.settled:
        chosen = [place for place in found.places if place.inside]
    else:
        whole = [place for place in found.places if place.start == 0 and place.end == len(found.text)]
        chosen = list(equal) or (whole if claim.relevant else [])
    return tuple(Step(place.chunk, _how(place, found), True) for place in chosen)


def _same_edit(claim: Claim, found: Located, locator: Locator) -> tuple[Step, ...]:
    steps = _by_edits(claim, found, locator)
    same = {edit.chunk for edit in found.edits if edit.finding.verdict == "same"}
    return tuple(step for step in steps if step.safe and step.chunk in same)


def _by_places(claim: Claim, found: Located) -> tuple[Step, ...]:
    """By what lies over the text: the chunks that hold the whole answer, else those it is split over."""
    quotes = _spans(claim.quote, found)
    spans = quotes or [(0, len(found.text))]
    safe, why = not found.ambiguous, "several documents have it" if found.ambiguous else ""
    whole = [place for place in found.places if any(place.start <= start and place.end >= end for start, end in spans)]
    if whole:
        words = claim.quote if quotes else None
        return tuple(
            Step(
                place.chunk,
                _how(place, found),
                safe,
                quote=words,
                why=why,
            )
            for place in whole
        )
    start, end = spans[0]
    parts = [place for place in found.places if _share(place, start, end) >= SLIVER]
    if covered(parts, start, end) < COVERED:
        parts = [place for place in found.places if _share(place, start, end) > 0]
    if not quotes:
        why = "where in the text the answer stands is not known"
    elif len(spans) > 1:
        why = "its quote stands in the text more than once"
    elif covered(parts, start, end) < COVERED:
        why = "not all of its quote is found"
    if not safe or why:
        return tuple(Step(place.chunk, "part", False, why=why) for place in parts)
    return tuple(_parts(claim, found, parts, (start, end)))


def _parts(claim: Claim, found: Located, places: Sequence[Place], span: tuple[int, int]) -> Iterator[Step]:
    """The chunks that an answer is split over. What stands in none of them, mostly slivers, goes to a neighbour."""
    ranked = sorted(places, key=lambda place: (place.start, place.end, place.chunk))
    length, reach = span[1] - span[0], span[0]
    last = min(max(place.end for place in places), span[1])
    for place in ranked:
        start, end = max(place.start, span[0]), min(place.end, span[1])
        words = unsqueezed(claim.chunk.text, start, end, found.form)
        start = min(start, reach)
        reach = max(reach, end)
        end = span[1] if end == last else end
        yield Step(place.chunk, "part", True, (start - span[0]) / length, (end - span[0]) / length, words)


def _by_edits(claim: Claim, found: Located, locator: Locator) -> tuple[Step, ...]:
    """By near-duplicates: those that say the same, or whose differences lie outside of the quote; else the nearest, to be read."""
    if not found.edits:
        return ()
    home = document(locator.corpus[found.edits[0].chunk])
    own = [edit for edit in found.edits if document(locator.corpus[edit.chunk]) == home]
    others = {document(locator.corpus[edit.chunk]) for edit in found.edits} - {home}
    at_home = home == document(claim.chunk) or found.edits[0].chunk == claim.chunk.id or not others
    safe = [edit for edit in own if _says_the_same(edit, claim, locator.corpus[edit.chunk])] if at_home else []
    if safe:
        return tuple(
            Step(edit.chunk, "edited", True, quote=_kept(claim, locator, edit), why=_why(edit)) for edit in safe
        )
    return tuple(Step(edit.chunk, "edited", False, why=_why(edit)) for edit in own[:SEVERAL])


def _by_quote(claim: Claim, locator: Locator) -> tuple[Step, ...]:
    """The chunks of the document, or the one that has its id now, in which the quote stands word for word: to be read."""
    words = lowered(squeezed(claim.quote or ""))
    if not words:
        return ()
    names = locator.of_document(claim.chunk) if len(words) >= LONG else []
    here = [claim.chunk.id] if claim.chunk.id in locator.corpus else []
    holders = [name for name in dict.fromkeys([*here, *names]) if words in lowered(squeezed(locator.corpus[name].text))]
    return tuple(Step(name, "quote", False, why="its quote stands here in other words") for name in holders[:SEVERAL])


def _says_the_same(edit: Edit, claim: Claim, other: Chunk) -> bool:
    found, quote, text = edit.finding, claim.quote, claim.chunk.text
    if found.verdict == "same" or found.direction == "a→b":
        return True
    if quote is None or not found.spans or found.rule in NEVER or quote not in text or quote not in other.text:
        return False
    start = text.find(quote)
    return all(apart(span.get("a"), start, start + len(quote)) for span in found.spans)


def _kept(claim: Claim, locator: Locator, edit: Edit) -> str | None:
    return claim.quote if claim.quote and claim.quote in locator.corpus[edit.chunk].text else None


def _why(edit: Edit) -> str:
    if not edit.finding.differs:
        return edit.finding.rule or "only its form differs"
    a, b = edit.finding.differs[0]
    return f"{edit.finding.rule}: “{' '.join(a.split())}” → “{' '.join(b.split())}”"


def _spans(quote: str | None, found: Located) -> list[tuple[int, int]]:
    """Where the quote stands in the text; [] where there is none or it stands nowhere."""
    words = lowered(squeezed(quote or "", found.form)) or lowered(squeezed(quote or "", spaced))
    spans = []
    start = found.text.find(words) if words else -1
    while start >= 0:
        spans.append((start, start + len(words)))
        start = found.text.find(words, start + 1)
    return spans


def _share(place: Place, start: int, end: int) -> float:
    return max(0, min(place.end, end) - max(place.start, start)) / (end - start) if end > start else 0.0


def _how(place: Place, found: Located) -> str:
    whole = place.start == 0 and place.end == len(found.text)
    if whole:
        return "moved" if place.inside else "contained"
    return "part"
