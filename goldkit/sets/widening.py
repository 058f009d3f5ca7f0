"""What widening adds to a golden directory: new pairs, the texts of their ends, and the labels that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from goldkit.duplicates.engine import ALONE, Engine
from goldkit.duplicates.followed import followed
from goldkit.duplicates.pairs import BY
from goldkit.duplicates.texts import by_id
from goldkit.duplicates.widen import DEFAULTS, Search, searching
from goldkit.records import Chunk, Copy, Judgment
from goldkit.results.widen import Widened, WidenParameters, WidenResult
from goldkit.sets.embargo import decided_only_for, out_of_dev
from goldkit.store.fold import Folded, fold
from goldkit.store.later import dated
from goldkit.store.moments import moment
from goldkit.store.pairs import by_tool, ends, fold_pairs
from goldkit.store.texts import texts_of

if TYPE_CHECKING:
    from goldkit.store.golden import GoldenDirectory


def enrol(
    golden: GoldenDirectory,
    corpus: Iterable[Chunk] | str,
    at: str,
    parameters: WidenParameters = DEFAULTS,
    write: bool = True,
    engine: Engine = ALONE,
) -> Widened:
    """Search the corpus for copies of the decided chunks and append what is new; the same again adds nothing.

    The judged text of a chunk is the one stored with its judgment; where none is stored, the corpus's. A pair on which a person
    spoke is left to that person. A pair of goldkit's own whose texts changed so that it is none any more is retracted.
    """
    judgments, copies = golden.judgments(), golden.copies()
    stored, decided = golden.chunks(), decided_texts(judgments)
    standing = {ends(pair): pair for pair in fold_pairs(copies).standing}
    textless = frozenset(decided) - {chunk.id for chunk in stored}
    with searching(corpus, parameters, engine, keep=textless) as search:
        looked = None if standing else search.digest()
        labelled, missing = decided_chunks(decided, stored, search.kept)
        found, texts = search.copies_of(labelled, at, also=textless.union(*standing))
        new = [pair for pair in found.pairs if _adds(pair, standing.get(ends(pair)))]
        people = sum(1 for pair in found.pairs if _by_person(standing.get(ends(pair))))
        gone = _gone(found, standing, search, {chunk.id for chunk in labelled}, at)
    lines = dated(sorted([*new, *gone], key=lambda pair: (pair.a, pair.b)), copies)
    if write:
        golden.add_chunks(texts[end] for end in sorted({end for pair in new for end in (pair.a, pair.b)}))
        golden.append("copies.jsonl", lines)
        if labelled and looked and not lines:
            _note_that_it_looked(golden, looked)
    before, after = (_folded(golden, judgments, known, texts) for known in (copies, [*copies, *lines]))
    held_out = out_of_dev(golden)
    return Widened(
        found=found,
        new=tuple(lines),
        known=len(found.pairs) - len(new) - people,
        people=people,
        retracted=len(gone),
        derived_before=before.derived,
        derived_after=after.derived,
        followed=tuple(one for one in followed(before, after) if one.query not in held_out),
        conflicts=tuple(
            (conflict.query, *conflict.chunks) for conflict in after.conflicts if conflict.query not in held_out
        ),
        missing=missing,
        hidden=decided_only_for(held_out, judgments),
    )


def _note_that_it_looked(golden: GoldenDirectory, digest: str) -> None:
    """Keep which corpus was searched: a corpus without copies leaves no pair to tell that anybody looked."""
    settings = golden.settings
    if settings.unknown.get("widened") != digest:
        golden.write_settings(replace(settings, unknown={**settings.unknown, "widened": digest}))


def decided_texts(judgments: Iterable[Judgment]) -> dict[str, str | None]:
    """The chunks decided for some query → the SHA-256 of the text that was judged last, None where it is not told."""
    decided = [
        line for line in judgments if line.status == "decided" and line.grade is not None and line.role != "audit"
    ]
    return {
        line.chunk: line.text_sha256
        for line in sorted(decided, key=lambda line: (moment(line.at), line.text_sha256 or ""))
    }


def decided_chunks(
    decided: Mapping[str, str | None], stored: Sequence[Chunk], corpus: Mapping[str, Chunk]
) -> tuple[list[Chunk], tuple[str, ...]]:
    """The decided chunks, each with the text that was judged last, sorted; and the ids whose text is nowhere."""
    exact = {(chunk.id, chunk.sha256): chunk for chunk in stored}
    by_name = by_id(stored)
    found = {}
    for name, digest in decided.items():
        chunk = exact.get((name, digest or "")) or by_name.get(name) or corpus.get(name)
        if chunk is not None:
            found[name] = chunk
    return [found[name] for name in sorted(found)], tuple(sorted(decided.keys() - found.keys()))


def _by_person(pair: Copy | None) -> bool:
    return pair is not None and not by_tool(pair)


def _adds(pair: Copy, standing: Copy | None) -> bool:
    """Whether a pair says something that is not written yet and on which no person has spoken."""
    if standing is None:
        return True
    return not _by_person(standing) and replace(standing, at=pair.at) != pair


def _gone(
    found: WidenResult,
    standing: Mapping[tuple[str, str], Copy],
    known: Search,
    labelled: set[str],
    at: str,
) -> list[Copy]:
    """Retractions of goldkit's pairs that were searched for and not found. After a capped search nothing is known to be gone."""
    if found.capped:
        return []
    pairs = {ends(pair) for pair in found.pairs}
    return [
        replace(pair, verdict="retracted", by=BY, at=at, rule=None, differs=(), spans=())
        for both, pair in sorted(standing.items())
        if both not in pairs
        and not _by_person(pair)
        and not labelled.isdisjoint(both)
        and all(end in known for end in both)
    ]


def _folded(
    golden: GoldenDirectory, judgments: list[Judgment], copies: list[Copy], texts: Mapping[str, Chunk]
) -> Folded:
    return fold(judgments, copies, golden.settings.scale, texts_of([*golden.chunks(), *texts.values()]))
