"""What a golden directory says of each judged text: the judges' own words, query by query.

Only what was said by reading a text is a source, never what was carried from it: however often a corpus changes, each label is
carried from the text that its judge read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from goldkit.rebase.decide import Claim
from goldkit.records import Chunk, Judgment, Scale
from goldkit.store.carried import carried_of
from goldkit.store.fold import label_of, original_source
from goldkit.store.newest import newest
from goldkit.store.texts import hashed

Pair = tuple[str, str]
"""(query id, chunk id)."""
Voice = tuple[str, str, str, str, str]
"""Query, chunk, judge, role and batch: of its lines the newest counts."""


@dataclass(frozen=True, slots=True)
class Stated:
    """The lines of one (query, chunk) pair that stand about one text, and the claim that they make together.

    decided: what the lines say; else they are proposals. facts: the names of those that the claim's quote is about, where the
    text holds several that have quotes of their own.
    """

    query: str
    claim: Claim
    lines: tuple[Judgment, ...]
    decided: bool
    facts: frozenset[str] = frozenset()

    @property
    def key(self) -> tuple[str, str, str]:
        """Query, chunk and the sha256 of the text."""
        return (self.query, self.claim.chunk.id, self.claim.chunk.sha256)


class Texts:
    """The judged texts by id and sha256. chunks: as they are stored."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._known: dict[str, dict[str, Chunk]] = defaultdict(dict)
        for chunk in map(hashed, chunks):
            self._known[chunk.id][chunk.sha256] = chunk

    def of(self, chunk: str, sha256: str | None) -> Chunk | None:
        """The text of that sha256; without one the only text of the id; None where it is not known or could be either."""
        known = self._known.get(chunk, {})
        if sha256 is not None:
            return known.get(sha256)
        return next(iter(known.values())) if len(known) == 1 else None


def voice(line: Judgment) -> Voice:
    """Who speaks about what."""
    return (line.query, line.chunk, line.by, line.role, line.batch or "")


def latest(judgments: Iterable[Judgment]) -> dict[Voice, Judgment]:
    """The newest line of each voice, whatever it says."""
    found: dict[Voice, list[Judgment]] = defaultdict(list)
    for line in judgments:
        if line.role != "audit":
            found[voice(line)].append(line)
    return {name: newest(lines) for name, lines in sorted(found.items())}


def stands(line: Judgment) -> bool:
    """Whether a line says something still: a grade, or an open proposal."""
    return line.grade is not None or (line.status == "proposed" and line.reason is None)


def stated(judgments: Iterable[Judgment], texts: Texts, scale: Scale) -> tuple[list[Stated], int]:
    """What judges, logs and imports said of each text, sorted, and the number of lines left out since no text is stored."""
    said: dict[tuple[str, str, str], dict[Voice, list[Judgment]]] = defaultdict(lambda: defaultdict(list))
    lacking = 0
    for line in judgments:
        if line.source == "rebase" or line.role == "audit":
            continue
        text = texts.of(line.chunk, line.text_sha256)
        if text is None:
            lacking += stands(line)
        else:
            said[line.query, line.chunk, text.sha256][voice(line)].append(line)
    found: list[Stated] = []
    for (query, chunk, sha256), voices in sorted(said.items()):
        lines = [line for one in voices.values() if stands(line := newest(one))]
        text = texts.of(chunk, sha256)
        if lines and text is not None:
            found += _claims(query, text, lines, scale)
    return found, lacking


def _claims(query: str, text: Chunk, lines: Sequence[Judgment], scale: Scale) -> Iterator[Stated]:
    """The claim of what is decided, else that of what is proposed."""
    label = label_of(lines, scale)
    if label is None:
        return
    decided, relevant = label.status == "decided", scale.is_relevant(label.grade)
    about = tuple(line for line in lines if (line.status == "decided") == decided)
    if label.disputed:
        claim = Claim(text, False, settled=False)
    elif decided or (label.grade is not None and not relevant):
        claim = Claim(text, relevant, _quote(about, scale))
    else:
        claim = Claim(text, True, _quote(about, scale), settled=False)
    quotes: dict[str, set[str]] = defaultdict(set)
    for one in carried_of(about) if decided and relevant and not label.disputed else ():
        if one.quote is not None:
            quotes[one.quote].add(one.fact)
    if not quotes:
        yield Stated(query, claim, about, decided)
    for words, names in sorted(quotes.items()):
        yield Stated(query, replace(claim, quote=words), about, decided, frozenset(names))


def _quote(lines: Iterable[Judgment], scale: Scale) -> str | None:
    quoted = [line for line in lines if line.quote and scale.is_relevant(line.grade)]
    return newest(quoted).quote if quoted else None


def carried_line(line: Judgment) -> Judgment:
    """A line as it is carried: its first source is kept in the metadata."""
    metadata = {key: value for key, value in line.metadata.items() if key != "rebase"}
    return replace(line, source="rebase", metadata={**metadata, "source": original_source(line)})
