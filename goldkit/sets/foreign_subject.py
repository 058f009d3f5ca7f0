"""A set that goldkit did not make as what is exported, so that one command goes from one form to another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.formats.options import ReadOptions
from goldkit.phrases import excerpt
from goldkit.records import Label, Query, Scale
from goldkit.results.imported import Imported, ImportedQuery
from goldkit.sets.export_subject import Subject
from goldkit.sets.foreign import UNGRADED, foreign_name, read_foreign
from goldkit.sets.scoreset import facts_of_labels

WORDS = 3
"""Ids may have a space; so many words are a question."""
UNSAID = Query(id="", text="").origin
"""A foreign set does not say where its questions come from, so no form can lose it."""


def foreign_subject(path: Path, queries: Path | None = None) -> Subject:
    """The labels of a foreign set with its own grades, relevant from 1, as `score` takes them.

    queries: a file with the texts of the questions, where the set has only their ids. Raises as read_foreign, and
    UsageError where most of what stands in the place of ids are questions.
    """
    imported = read_foreign(path, ReadOptions(queries=queries))
    _refuse_questions(path, imported)
    given = [label.grade for item in imported.queries for label in item.labels]
    scale = Scale(max=max([UNGRADED, *(grade for grade in given if grade is not None)]), relevant_from=1)
    items = sorted(imported.queries, key=lambda item: item.query.id)
    labels = {item.query.id: _labels(item) for item in items}
    ungraded = given.count(None)
    said = [f"labels without a grade are {UNGRADED}, relevant"] if ungraded and ungraded < len(given) else []
    return Subject(
        name=foreign_name(path),
        scale=scale,
        queries=tuple(replace(item.query, origin=UNSAID) for item in items),
        labels=labels,
        facts={name: facts_of_labels(own, scale) for name, own in labels.items()},
        chunks=imported.chunks,
        notices=(*imported.notes, *said),
        read=imported.losses,
    )


def _labels(item: ImportedQuery) -> dict[str, Label]:
    return {
        label.chunk: Label(
            query=item.query.id,
            chunk=label.chunk,
            grade=UNGRADED if label.grade is None else label.grade,
            status="decided",
        )
        for label in item.labels
    }


def _refuse_questions(path: Path, imported: Imported) -> None:
    """Questions that are keys would go out as ids, and no text with them."""
    names = [item.query.id for item in imported.queries if not item.query.text]
    questions = [name for name in names if name.endswith(("?", "？")) or len(name.split()) >= WORDS]
    if 2 * len(questions) > len(imported.queries):
        raise UsageError(
            f"{path}: its keys are questions, such as {excerpt(questions[0])!r}, and not ids. `goldkit import mapping` gives them "
            "ids and keeps their texts; export from there, or give the texts of ids with --queries FILE"
        )
