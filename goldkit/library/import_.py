"""`goldkit.import_`: labelled questions that another tool made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.formats.options import Duplicates, ReadOptions
from goldkit.library.given import Golden, Place, Time, directory_of, one_of, path_of, time_text
from goldkit.rebase.spans import resolve_spans
from goldkit.results.imported import ImportReport
from goldkit.sets.foreign_grades import ScaleChoice
from goldkit.sets.importing import BY, ImportRequest, import_labels


def import_(
    format: str,
    path: Place,
    golden: Golden = "golden",
    *,
    at: Time,
    corpus: Place | None = None,
    queries: Place | None = None,
    split: str | None = None,
    grades: Mapping[int, int] | None = None,
    scale: ScaleChoice = "auto",
    duplicates: Duplicates = "error",
    unescape: bool = False,
    columns: Mapping[str, str] | None = None,
    untrusted: bool = False,
    trusted: bool = False,
    by: str = BY,
) -> ImportReport:
    """Take labelled questions over from another tool; the report says what was mapped and what was lost. Again adds nothing.

    format: a name that `goldkit import --help` lists. path: the file, or the folder of a BEIR set. golden: where to, made if
    missing. at: the time of the judgments. corpus: where the chunks' texts are. queries: a file with the texts of the
    questions. split: of a BEIR folder. grades: the file's grade → the set's; scale: how grades without a given meaning are
    read. duplicates: which grade of a pair stands. unescape: read %20 in ids. columns: goldkit's name of a table's column → its
    own. untrusted, trusted: labels are proposed or decided. by: whose judgments these are.

    Raises UsageError for an unknown format, a missing file, grades without a meaning or texts that are not there; DataError
    with all problems of a file. Nothing is written then.
    """
    if trusted and untrusted:
        raise UsageError("--trusted and --untrusted exclude each other")
    one_of("scale", scale, ScaleChoice)
    one_of("duplicates", duplicates, Duplicates)
    request = ImportRequest(
        format=format,
        path=Path(path),
        at=time_text(at),
        options=ReadOptions(
            split=split, queries=path_of(queries), duplicates=duplicates, unescape=unescape, columns=columns or {}
        ),
        corpus=path_of(corpus),
        untrusted=untrusted,
        trusted=trusted,
        by=by,
        grades=grades,
        scale=scale,
        spans=resolve_spans,
    )
    return import_labels(directory_of(golden), request)
