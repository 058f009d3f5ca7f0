"""Verdicts recorded elsewhere, applied from a file: all of it is checked first, and applying it twice changes nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem, bad
from goldkit.files import canonical
from goldkit.files.jsonl import read_lines
from goldkit.records import Chunk, Judgment
from goldkit.results.review import Applied
from goldkit.review.apply_pairs import GivenPair, fresh_pairs, last_of_each_pair
from goldkit.review.pair_line import KnownPairs, copy_of, is_pair
from goldkit.review.texts import current_texts
from goldkit.review.verdict_line import Known, Rejected, judgment_of
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory
from goldkit.store.later import stamp
from goldkit.store.newest import newest, voice
from goldkit.store.texts import Texts, texts_of


@dataclass(frozen=True, slots=True)
class _Given:
    """A line that was understood. timed, hashed: it came with its own `at`, its own `text_sha256`."""

    judgment: Judgment
    timed: bool
    hashed: bool


def apply_verdicts(
    golden: GoldenDirectory, path: str | Path, judge: str, now: str, corpus: Iterable[Chunk] = ()
) -> Applied:
    """Add the verdicts of a file to a golden directory: all of them, or none where one is wrong.

    A line has the shape of a judgment, or of a pair of chunks in copies.jsonl where it has `a` and `b`. `query` may be an id or
    an alias, or `text` stands for it: the question's wording (with `context` for a follow-up). status, source, by and at are
    `decided`, `human`, `judge` and `now` where left out. Of lines that one judge repeats about a pair without times, the last
    counts. corpus: where texts that are not stored yet may be found.
    Raises DataError with every bad line, UsageError where there is no such file, IncompleteError when the disk is full.
    """
    present, before, copies = read_golden(golden), golden.judgments(), golden.copies()
    values, problems = _values(path)
    wanted = {str(value.get(key)) for _, value in values if isinstance(value, dict) for key in ("chunk", "a", "b")}
    found = {chunk.id: chunk for chunk in corpus if chunk.id in wanted}
    texts = current_texts(present.chunks, before, found.values())
    known = Known.of(present, texts, before)
    kinds = known, KnownPairs.of(copies, texts, known.chunks)
    given, pairs = _understood(path, values, problems, kinds, (judge, now))
    last, last_pairs = _last_of_each(given), last_of_each_pair(pairs)
    fresh = _fresh(last, before, known.said, texts, texts_of(present.chunks))
    new_pairs = fresh_pairs(last_pairs, copies)
    named = {line.chunk for line in fresh}.union(*((pair.a, pair.b) for pair in new_pairs))
    enrolled = enroll(golden, [], fresh, [texts[name] for name in sorted(named & found.keys())])
    golden.append("copies.jsonl", map(canonical.line, new_pairs))
    judges = Counter(one.judgment.by for one in last) + Counter(one.copy.by for one in last_pairs)
    return Applied(
        file=str(path),
        applied=enrolled.new_judgments,
        known=len(last) - enrolled.new_judgments,
        superseded=len(given) - len(last) + len(pairs) - len(last_pairs),
        new_texts=enrolled.new_chunks,
        other_texts=sum(one.hashed and _other_text(one.judgment, texts) for one in last),
        judges=dict(sorted(judges.items())),
        pairs=len(new_pairs),
        known_pairs=len(last_pairs) - len(new_pairs),
        held_out=dict(
            sorted(Counter(known.frozen[line.query] for line in fresh if line.query in known.frozen).items())
        ),
        derived=(present.folded.derived, read_golden(golden).folded.derived) if new_pairs else None,
    )


def _values(path: str | Path) -> tuple[list[tuple[int, Any]], list[Problem]]:
    """(line, JSON value) of each line that is JSON, and the problems of the others."""
    values, problems = [], []
    for line in read_lines(path):
        if line.error is None:
            values.append((line.number, line.value))
        else:
            problems.append(Problem(str(path), line.number, line.found, "one verdict a line, as JSON"))
    if not values and not problems:
        raise bad(path, None, "no lines", "at least one verdict")
    return values, problems


def _understood(
    path: str | Path,
    values: list[tuple[int, Any]],
    problems: list[Problem],
    known: tuple[Known, KnownPairs],
    defaults: tuple[str, str],
) -> tuple[list[_Given], list[GivenPair]]:
    """All lines as judgments and pairs. Raises DataError with every problem of the file, in the order of its lines."""
    given, pairs = [], []
    for number, value in values:
        try:
            if is_pair(value):
                pairs.append(GivenPair(copy_of(value, known[1], *defaults), "at" in value))
            else:
                judgment = judgment_of(value, known[0], *defaults)
                given.append(_Given(judgment, "at" in value, value.get("text_sha256") is not None))
        except Rejected as error:
            problems.append(Problem(str(path), number, error.found, error.expected, error.cure))
    if problems:
        raise DataError(sorted(problems, key=lambda problem: problem.line or 0))
    return given, pairs


def _last_of_each(given: Sequence[_Given]) -> list[_Given]:
    """Without what the same judge says otherwise further down, where no times tell which came last."""
    last = {voice(one.judgment): place for place, one in enumerate(given) if not one.timed}
    return [one for place, one in enumerate(given) if one.timed or last[voice(one.judgment)] == place]


def _fresh(
    given: Sequence[_Given],
    before: Sequence[Judgment],
    said: frozenset[bytes],
    texts: Mapping[str, Chunk],
    stored: Texts,
) -> list[Judgment]:
    """What says something new, with the sha256 of the text now where none is given, and later than what its judge said before.

    stored: the texts of the directory; a judgment that names none is about the only one of its chunk.
    """
    history: dict[tuple[str, ...], list[Judgment]] = defaultdict(list)
    for line in before:
        history[voice(line)].append(line)
    fresh = []
    for one in given:
        line, earlier = one.judgment, history[voice(one.judgment)]
        if canonical.encode(line) in said or (
            not one.timed and earlier and _repeats(one, _with_text(newest(earlier), stored), texts)
        ):
            continue
        if not one.hashed and line.chunk in texts:
            line = replace(line, text_sha256=texts[line.chunk].sha256)
        if not one.timed:
            line = replace(line, at=stamp(line.at, (previous.at for previous in earlier)))
        earlier.append(line)
        fresh.append(line)
    return fresh


def _with_text(line: Judgment, stored: Texts) -> Judgment:
    known = list(stored.get(line.chunk, ()))
    return replace(line, text_sha256=known[0]) if line.text_sha256 is None and len(known) == 1 else line


def _repeats(one: _Given, last: Judgment, texts: Mapping[str, Chunk]) -> bool:
    """Whether a line without a time says what its judge said last, and of the text that the chunk has now."""
    if not one.hashed and _other_text(last, texts):
        return False
    sha256 = last.text_sha256 if one.hashed else None
    return replace(last, at=one.judgment.at, text_sha256=sha256) == one.judgment


def _other_text(line: Judgment, texts: Mapping[str, Chunk]) -> bool:
    """Whether a verdict is about another text than the chunk has now."""
    return line.chunk in texts and line.text_sha256 != texts[line.chunk].sha256
