"""Importing: a file of labels, read in its format, joins a golden directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.formats.catalogue import Format, readable
from goldkit.formats.corpus import read_corpus
from goldkit.formats.options import ReadOptions
from goldkit.records import Chunk
from goldkit.results.imported import Converted, Imported, ImportReport
from goldkit.sets.convert import Manner, convert
from goldkit.sets.coverage import cover, refuse_strangers
from goldkit.sets.enroll import enroll
from goldkit.sets.foreign_grades import ScaleChoice, read_grades
from goldkit.sets.foreign_scale import taking_over
from goldkit.sets.text_labels import named_by_text, needs_texts
from goldkit.store.golden import GoldenDirectory

BY = "goldkit import"
"""The judge of imported labels whose file names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """What is to be imported, and how. format: a name in FORMATS. corpus: where the chunks' texts are.

    untrusted: the labels become proposals. trusted: they are decided, though those of the format are mostly a generator's.
    by: the judge's name. at: the time, ISO 8601 in UTC. grades: what each grade of the file means on the set's scale, None to go
    by goldkit.sets.foreign_grades. scale: how grades are read that have no given meaning. spans: gives labels of spans to chunks of
    the corpus (see goldkit.rebase.spans).
    """

    format: str
    path: Path
    at: str
    options: ReadOptions = field(default_factory=ReadOptions)
    corpus: Path | None = None
    untrusted: bool = False
    trusted: bool = False
    by: str = BY
    grades: Mapping[int, int] | None = None
    scale: ScaleChoice = "auto"
    spans: Callable[[Imported, Mapping[str, Chunk]], Imported] | None = None


def import_labels(golden: GoldenDirectory, request: ImportRequest) -> ImportReport:
    """Read a file and add what it says. Nothing is written before all of it was read and fits; importing again adds nothing.

    Raises UsageError for an unknown format, a missing file, grades without a meaning, or texts that are not there; DataError with
    all problems of a file, and when most labelled chunks are missing from the corpus.
    """
    reader = _reader(request.format)
    imported = reader.read(request.path, request.options)
    texts: dict[str, Chunk] = {}
    if needs_texts(imported):
        texts = _texts(golden, request)
        by_span = request.spans if any(label.span for item in imported.queries for label in item.labels) else None
        imported = (by_span or named_by_text)(imported, texts)
    labelled = {label.chunk for item in imported.queries for label in item.labels}
    known = {name: texts[name] for name in labelled & texts.keys()} | {chunk.id: chunk for chunk in imported.chunks}
    coverage = None
    if request.corpus is not None:
        coverage = cover(labelled, read_corpus(request.corpus))
        known |= coverage.chunks
        refuse_strangers(request.corpus, labelled, coverage)
    grades = {label.grade for item in imported.queries for label in item.labels}
    settings = taking_over(golden, grades) if request.scale == "keep" else golden.settings
    reading = read_grades(grades, settings.scale, request.grades, request.scale, reader.scale)
    trusted = (reader.trusted or request.trusted) and not request.untrusted
    duplicates = request.options.duplicates
    manner = Manner(format=request.format, by=request.by, at=request.at, trusted=trusted, duplicates=duplicates)
    converted = convert(imported, reading, manner, known)
    golden.create()
    if settings != golden.settings:
        golden.write_settings(settings)
    added = enroll(golden, converted.queries, converted.judgments, converted.chunks)
    return ImportReport(
        format=request.format,
        path=imported.path,
        status=_status(converted, trusted),
        new_queries=added.new_queries,
        known_queries=added.known_queries,
        new_judgments=added.new_judgments,
        known_judgments=added.known_judgments,
        new_chunks=added.new_chunks,
        labelled=len(labelled),
        lacking=coverage.lacking if coverage else (),
        reason=coverage.reason if coverage else None,
        untold=len(labelled - known.keys()),
        reading=converted.reading,
        losses=converted.losses,
        notes=converted.notes,
    )


def _reader(name: str) -> Format:
    """The format of that name. Raises UsageError where there is none."""
    formats = readable()
    if name not in formats:
        raise UsageError(f"no such format: {name!r}; there are {', '.join(formats)}")
    return formats[name]


def _texts(golden: GoldenDirectory, request: ImportRequest) -> dict[str, Chunk]:
    """The texts that labels without ids may have: the corpus's, else the stored ones. Raises UsageError where there are none."""
    if request.corpus is not None:
        return {chunk.id: chunk for chunk in read_corpus(request.corpus)}
    stored = {chunk.id: chunk for chunk in golden.chunks()}
    if not stored:
        raise UsageError(f"{request.path} names its chunks by their texts: say where the chunks are, with --corpus C")
    return stored


def _status(converted: Converted, trusted: bool) -> str:
    """What the labels became, in a word where they are all alike."""
    found = sorted({line.status for line in converted.judgments})
    return " and ".join(found) or ("decided" if trusted else "proposed")
