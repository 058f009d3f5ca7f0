"""From what another tool's file says to goldkit's own queries and judgments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from goldkit.errors import DataError, Problem, UsageError, bad
from goldkit.files.names import name_of
from goldkit.formats.fields import first_at
from goldkit.formats.grades import CURE, RULES
from goldkit.formats.options import Duplicates
from goldkit.records import Chunk, Judgment, Query
from goldkit.results.imported import Converted, Imported, ImportedLabel, ImportedQuery
from goldkit.results.losses import Losses
from goldkit.sets.foreign_grades import GradeReading
from goldkit.text.mismatch import diagnose
from goldkit.text.normalise import query_id, question_key

NO_TEXT = "queries without a text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How labels are taken over. format: its name, for the provenance. by: the judge where the file names none.

    trusted: decided judgments; else proposals. at: the time, ISO 8601 in UTC, where the file names none. duplicates: which grade
    stands where one wording, under two ids, has two for a chunk.
    """

    format: str
    by: str
    at: str
    trusted: bool
    duplicates: Duplicates = "error"


def convert(imported: Imported, reading: GradeReading, manner: Manner, chunks: Mapping[str, Chunk]) -> Converted:
    """The records that an imported file makes. chunks: the known texts by id; those that are labelled come along.

    Ids of the file are kept, made from the wording where there are none. Queries of which only an id is known are left out and
    counted. Raises UsageError when no text is known at all, DataError when no id meets a text or one wording carries two grades for
    a chunk.
    """
    told = [item for item in imported.queries if item.query.text]
    unmet = _unmet(imported)
    if not told:
        _refuse_ids(imported, unmet)
    told, settled = _one_grade_a_wording(imported.path, told, manner.duplicates)
    queries = [_query(item, imported.path, manner) for item in told]
    judgments = [
        _judgment(query.id, label, reading, manner, chunks)
        for query, item in zip(queries, told, strict=True)
        for label in item.labels
    ]
    labelled = {label.chunk for item in told for label in item.labels}
    left_out = len(imported.queries) - len(told)
    return Converted(
        queries=tuple(queries),
        judgments=tuple(judgments),
        chunks=tuple(chunks[name] for name in sorted(labelled & chunks.keys())),
        reading=reading.words,
        losses=imported.losses
        + Losses(
            left_out={NO_TEXT: left_out} if left_out else {}, grades=_squeezed(told, reading), conflicting=settled
        ),
        notes=(*imported.notes, *([f"ids of queries without a text differ by {unmet}"] if unmet else [])),
    )


def _unmet(imported: Imported) -> str:
    """How the ids of queries without a text differ from those of texts without a judgment; "" where nothing explains it."""
    guess = diagnose((item.query.id for item in imported.queries if not item.query.text), imported.spare)
    return f"{guess.form}: {guess.wanted!r} here, {guess.found!r} with a text ({guess.count} such)" if guess else ""


def _refuse_ids(imported: Imported, unmet: str) -> NoReturn:
    if not imported.spare:
        raise UsageError(f"{imported.path}: only ids of queries, no texts; give them with --queries FILE")
    cure = f"The ids differ by {unmet}." if unmet else "Give the texts that belong to it with --queries FILE."
    raise bad(imported.path, None, "none of its queries has a text", "the ids that the texts have", cure)


def _query(item: ImportedQuery, path: str, manner: Manner) -> Query:
    query = item.query
    line = {} if item.line is None else {"line": item.line}
    provenance = {"reader": manner.format, "file": name_of(path), **line, **query.provenance}
    return replace(query, id=query.id or query_id(query.text, query.context), provenance=provenance)


def _judgment(
    query: str, label: ImportedLabel, reading: GradeReading, manner: Manner, chunks: Mapping[str, Chunk]
) -> Judgment:
    grade = reading.meaning[label.grade]
    chunk = chunks.get(label.chunk)
    return Judgment(
        query=query,
        chunk=label.chunk,
        grade=grade,
        status="decided" if manner.trusted and not label.machine else "proposed",
        source="llm" if label.machine else "import",
        by=label.by or manner.by,
        at=label.at or manner.at,
        text_sha256=label.text_sha256 or (chunk.sha256 if chunk else None),
        quote=label.quote,
        note=label.note,
        metadata={**label.metadata, **({} if label.grade in (None, grade) else {"imported_grade": label.grade})},
    )


def _squeezed(told: list[ImportedQuery], reading: GradeReading) -> dict[str, int]:
    changes = reading.squeezed()
    counts = Counter(label.grade for item in told for label in item.labels if label.grade in changes)
    return {change: counts[grade] for grade, change in changes.items() if counts[grade]}


def _one_grade_a_wording(
    path: str, told: list[ImportedQuery], duplicates: Duplicates
) -> tuple[list[ImportedQuery], int]:
    """The questions with one grade for each wording, chunk and judge, and how many such had several.

    One wording is one question, whatever ids it came with: a judge cannot have said two things about it at once. Raises DataError
    with all that do, where no rule says which grade stands.
    """
    said: dict[tuple[str, str, str | None], tuple[int | None, ImportedQuery]] = {}
    rule, settled, problems = RULES.get(duplicates), set(), []
    for item in told:
        for label in item.labels:
            key = _said(item, label)
            grade, other = said.setdefault(key, (label.grade, item))
            if grade == label.grade:
                continue
            if rule is not None:
                said[key] = (rule(grade, label.grade), other)
                settled.add(key)
                continue
            found = (
                f"{item.query.text!r} ({item.query.id or 'no id'} and {other.query.id or 'no id'}) with two grades for "
                f"{label.chunk!r}: {label.grade} here and {grade} before{first_at(other.line)}"
            )
            problems.append(Problem(path, item.line, found, "one grade a question and chunk", CURE))
    if problems:
        raise DataError(problems)
    if not settled:
        return told, 0
    return [
        replace(item, labels=tuple(replace(label, grade=said[_said(item, label)][0]) for label in item.labels))
        for item in told
    ], len(settled)


def _said(item: ImportedQuery, label: ImportedLabel) -> tuple[str, str, str | None]:
    return question_key(item.query.text, item.query.context), label.chunk, label.by
