"""Exporting: labelled questions of a golden directory, or a run, in another tool's form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from goldkit.errors import GoldkitError, UsageError, bad
from goldkit.formats.catalogue import Format, writable
from goldkit.formats.options import WriteOptions
from goldkit.records import Chunk, Fact, Label, Query, Scale
from goldkit.results.exported import ExportedQuery, ExportReport, ExportSet
from goldkit.results.losses import Losses
from goldkit.results.model_agreement import LEAST_KAPPA
from goldkit.sets.burning import EXPORTED, burn_place, record_burned
from goldkit.sets.export_losses import losses_of
from goldkit.sets.export_subject import Subject, held_out, subject_of
from goldkit.sets.export_texts import ExportTexts
from goldkit.sets.frozen import read_frozen
from goldkit.sets.resolve import is_frozen_directory, is_golden_directory
from goldkit.sets.runs import open_run
from goldkit.store.counting import Counting
from goldkit.store.presence import APPENDED

OutScale = Literal["from-1", "as-is"]
"""from-1: gains, so that 1 and more is relevant, as other tools take it. as-is: the set's own grades."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """What is to be exported. format: a name of the catalogue. set: as on the command line. path: where to.

    labels: which count; least_kappa as in resolve_set. corpus: written whole, where the format takes one. queries: the texts of a
    foreign set's questions. burn: a frozen set may be shown. overwrite: what is at the path. at: the time, ISO 8601.
    """

    format: str
    path: Path
    golden: Path
    at: str
    set: str = "dev"
    labels: Counting = "derived"
    least_kappa: float = LEAST_KAPPA
    scale: OutScale = "from-1"
    corpus: Path | None = None
    queries: Path | None = None
    burn: bool = False
    overwrite: bool = False
    options: WriteOptions = field(default_factory=WriteOptions)


def export_set(request: ExportRequest) -> ExportReport:
    """Write a set in a format, and say what was lost. Nothing is written before everything was read and fits.

    Raises UsageError for an unknown format, a place that is taken, and a frozen set without `burn`; DataError for ids that the
    format cannot carry, and where nothing is left to export. What is shown of a frozen set is recorded before it is written.
    """
    entry = format_named(request.format)
    refuse_taken(request.path, entry, request.overwrite)
    subject = subject_of(request.set, request.golden, request.labels, request.queries, request.least_kappa)
    if subject.frozen is not None and not request.burn:
        raise UsageError(
            f"{subject.name} is frozen: it shows aggregates only, and an export shows every query. Export dev, or show it with "
            "--burn, which is recorded"
        )
    chosen = _chosen(subject, entry, request.scale)
    if not chosen:
        raise _nothing(subject, entry, request)
    texts = ExportTexts(subject, request.corpus)
    exported = ExportSet(name=subject.name, queries=tuple(chosen), chunks=texts, texts=texts.labelled)
    losses = _left_out(subject, chosen, entry, texts.labelled) + losses_of(
        chosen, texts.labelled.values(), entry, subject.labels
    )
    burned = _burn(subject, chosen, request)
    written = entry.write(exported, request.path, request.options)
    return ExportReport(
        format=request.format,
        set=subject.name,
        run=None,
        files=written.files,
        queries=len(chosen),
        labels=sum(len(one.grades if entry.graded else one.relevant) for one in chosen),
        scale=_words(subject.scale, request.scale, entry),
        read=subject.read,
        losses=losses + written.losses,
        notes=(*subject.notices, *held_out(subject), *texts.notes, *written.notes),
        burned=burned,
    )


def export_run(request: ExportRequest, run: str) -> ExportReport:
    """Write a run (`path` or `name=path`) in a format. Raises UsageError for a format that has no runs, and as export_set."""
    entry = format_named(request.format)
    if entry.run_writer is None:
        others = [name for name, other in writable().items() if other.run_writer is not None]
        raise UsageError(f"{request.format} has no runs; {', '.join(others)} have")
    refuse_taken(request.path, entry, request.overwrite)
    source = open_run(run)
    written = entry.write_run(source, request.path, request.options)
    return ExportReport(
        format=request.format,
        set=None,
        run=source.name,
        files=written.files,
        queries=written.queries,
        labels=written.results,
        scale="",
        losses=written.losses,
        notes=written.notes,
    )


def format_named(name: str) -> Format:
    """The format that goes by a name. Raises UsageError, listing those that can be written."""
    formats = writable()
    if name not in formats:
        raise UsageError(f"no such format: {name!r}; there are {', '.join(formats)}")
    return formats[name]


def refuse_taken(path: Path, entry: Format, overwrite: bool) -> None:
    """Raise UsageError where a file or a filled folder is there already, where it is the other of the two, and always for a
    golden directory or a place in one."""
    inside = [place for place in (path, *path.resolve().parents) if _holds_records(place)]
    if inside or is_golden_directory(path) or is_frozen_directory(path):
        raise UsageError(f"{path} is a golden directory, or in one: name another place")
    if path.is_dir() and not entry.folder:
        raise UsageError(f"{path} is a folder: name the file to write")
    if path.is_file() and entry.folder:
        raise UsageError(f"{path} is a file: name the folder to write")
    if not overwrite and (any(path.iterdir()) if path.is_dir() else path.exists()):
        raise UsageError(f"{path} is there already: name another place, or --force to write over it")


def _holds_records(place: Path) -> bool:
    return any((place / name).is_file() for name in ("goldkit.json", *APPENDED))


def _chosen(subject: Subject, entry: Format, scale: OutScale) -> list[ExportedQuery]:
    """The queries that the format can say something about."""
    found = []
    for query in subject.queries:
        if _is_untold(query, entry):
            continue
        labels = subject.labels[query.id]
        one = exported_query(query, labels, subject.facts[query.id], subject.scale, scale)
        if not entry.labelled or (one.grades if entry.graded else one.relevant):
            found.append(one if entry.labelled else replace(one, grades={}, relevant=(), facts=()))
    return found


def _is_untold(query: Query, entry: Format) -> bool:
    """Whether a format asks for the text of a question of which only the id is known, as in a foreign set."""
    return not query.text and "text" in entry.keeps


def _nothing(subject: Subject, entry: Format, request: ExportRequest) -> GoldkitError:
    """What is wrong where no query is left to export."""
    if all(_is_untold(query, entry) for query in subject.queries) and subject.queries:
        return UsageError(
            f"{request.set} has only ids of questions, and {request.format} needs their texts: give them with --queries FILE "
            "(or, where the ids are the questions themselves, `goldkit import mapping` first)"
        )
    place = request.golden if subject.read is None else request.set
    return bad(place, None, f"no query of {subject.name} with a label that counts", "at least one to export")


def exported_query(
    query: Query, labels: Mapping[str, Label], facts: tuple[Fact, ...], own: Scale, scale: OutScale
) -> ExportedQuery:
    """A query with its labels as they are to be written."""
    grades = {chunk: labels[chunk].grade or 0 for chunk in sorted(labels)}
    relevant = sorted((chunk for chunk in grades if own.is_relevant(grades[chunk])), key=lambda name: -grades[name])
    written = grades if scale == "as-is" else {chunk: own.gain(grade) for chunk, grade in grades.items()}
    return ExportedQuery(query=query, grades=written, relevant=tuple(relevant), facts=facts)


def _left_out(subject: Subject, chosen: list[ExportedQuery], entry: Format, texts: Mapping[str, Chunk]) -> Losses:
    names = {one.query.id for one in chosen}
    untold = sum(_is_untold(query, entry) for query in subject.queries)
    others = [query for query in subject.queries if query.id not in names and not _is_untold(query, entry)]
    nothing = "queries without a label that counts" if entry.graded else "queries without a relevant chunk"
    counts = {
        "queries without a text (--queries FILE brings it)": untold,
        "unanswerable queries": sum(query.answerable == "no" for query in others),
        nothing: sum(query.answerable != "no" for query in others),
        "labels that judges disagree about": subject.disputed,
        "texts of labelled chunks, not known (--corpus C brings them)": len(_textless(chosen, entry, texts)),
        "labels": 0 if entry.labelled else sum(map(len, subject.labels.values())),
        "labels that are not relevant": 0
        if entry.graded
        else sum(len(one.grades) - len(one.relevant) for one in chosen),
    }
    return Losses(left_out={what: count for what, count in counts.items() if count})


def _textless(chosen: list[ExportedQuery], entry: Format, texts: Mapping[str, Chunk]) -> set[str]:
    """The chunks that are written as labels and whose texts should be there and are not."""
    if "chunk.text" not in entry.keeps:
        return set()
    return {chunk for one in chosen for chunk in (one.grades if entry.graded else one.relevant)} - texts.keys()


def _burn(subject: Subject, chosen: list[ExportedQuery], request: ExportRequest) -> int | None:
    """Record what is about to be shown of a frozen set; how many of its queries were not shown before."""
    if subject.frozen is None:
        return None
    scored = read_frozen(subject.frozen)[0]
    burn_place(scored)
    return len(record_burned(scored, [one.query.id for one in chosen], request.at, EXPORTED))


def _words(own: Scale, scale: OutScale, entry: Format) -> str:
    if not entry.labelled:
        return ""
    if not entry.graded:
        return f"relevant or not: what has grade {own.relevant_from} or more"
    if scale == "as-is":
        return f"0 to {own.max}, relevant from {own.relevant_from}: tools that take 1 for relevant have to be told"
    if own.relevant_from == 1:
        return f"0 to {own.max}, relevant from 1"
    return (
        f"0 to {own.gain(own.max)}, relevant from 1 as other tools take it: {own.relevant_from} is written 1, what is below "
        "it 0 (read it back with --scale from-1); --scale as-is keeps the grades"
    )
