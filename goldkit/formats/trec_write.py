"""Writing TREC files: qrels, `query 0 chunk grade`, and runs, `query Q0 chunk rank score tag`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from goldkit.formats.escaping import escaped, refuse_spaces
from goldkit.formats.one_file import write_file
from goldkit.formats.options import WriteOptions
from goldkit.formats.run_rankings import ids_in, rankings_of
from goldkit.formats.run_source import RunSource
from goldkit.phrases import counted
from goldkit.results.exported import ExportSet, Written


def write_qrels(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write the judgments. Raises DataError, before anything is written, with every id that holds white space, unless escaped."""
    name, notes = _naming((name for one in exported.queries for name in (one.query.id, *one.grades)), path, options)
    lines = (
        f"{name(one.query.id)} 0 {name(chunk)} {grade}\n".encode()
        for one in exported.queries
        for chunk, grade in one.grades.items()
    )
    files = write_file(path, lines)
    return Written(files=files, notes=notes)


def write_run(run: RunSource, path: Path, options: WriteOptions) -> Written:
    """Write a run, ranks from 1. Its name is the tag, with white space escaped. Raises as rankings_of and write_qrels."""
    rankings, losses, notes = rankings_of(run, options)
    name, said = _naming(ids_in(rankings), path, options)
    tag = escaped(run.name) or "run"
    lines = (
        f"{name(one.query)} Q0 {name(chunk)} {rank} {score!r} {tag}\n".encode()
        for one in rankings
        for rank, (chunk, score) in enumerate(zip(one.chunks, one.scores, strict=True), 1)
    )
    files = write_file(path, lines)
    results = sum(len(one.chunks) for one in rankings)
    return Written(files=files, losses=losses, notes=(*notes, *said), queries=len(rankings), results=results)


def _naming(names: Iterable[str], path: Path, options: WriteOptions) -> tuple[Callable[[str], str], tuple[str, ...]]:
    """How ids are written, and what to say of it."""
    names = list(dict.fromkeys(names))
    if not options.escape:
        refuse_spaces(names, path)
        return str, ()
    changed = sum(escaped(name) != name for name in names)
    said = f"{counted(changed, 'id')} escaped (%20 for a space, %25 for %): read back with import --unescape"
    return escaped, (said,) if changed else ()
