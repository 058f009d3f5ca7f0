"""OpenSearch's Search Relevance Workbench: lists of judgments, and query sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldkit.errors import bad
from goldkit.files import canonical
from goldkit.formats.fields import as_id, as_list, as_object, as_text, described
from goldkit.formats.grades import as_grade
from goldkit.formats.judged_rows import JudgedRows
from goldkit.formats.one_file import write_file
from goldkit.formats.one_wording import merged_by_wording
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.whole_json import read_json
from goldkit.records import JSON, Query
from goldkit.results.exported import ExportSet, Written
from goldkit.results.imported import Imported, ImportedLabel

RATINGS, QUERIES = "judgmentRatings", "querySetQueries"
JUDGED = 'a list of judgments such as {"judgmentRatings":[{"query":"…","ratings":[{"docId":"c1","rating":"1.0"}]}]}'
ASKED = 'a query set such as {"querySetQueries":[{"queryText":"…"}]}'


def read_judgments(path: Path, options: ReadOptions) -> Imported:
    """The ratings of one or more lists of judgments, be it the body of a request or the answer that shows them.

    Raises DataError with every entry that is none; a rating with a fraction, as clicks give them, is no grade.
    """
    rows = JudgedRows(path, JUDGED, options.duplicates)
    for number, entry in enumerate(_entries(path, RATINGS, JUDGED, rows), 1):
        place = f"entry {number}"
        try:
            item = as_object(entry)
            rows.lose(_left(item, "query", "ratings"))
            question = rows.question(place, Query(id="", text=as_text(item.get("query")), origin="import"))
            for rating in as_list(item.get("ratings") or [], "ratings"):
                own = as_object(rating)
                label = ImportedLabel(chunk=as_id(own.get("docId")), grade=as_grade(own.get("rating")))
                rows.judge(place, question, label)
                rows.lose(f"ratings.{name}" for name in _left(own, "docId", "rating"))
        except ValueError as error:
            rows.report(place, str(error))
    return rows.imported()


def write_judgments(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write the body of the request that imports a list of judgments. Its ratings are texts."""
    ratings = [
        {
            "query": one.query.text,
            "ratings": [{"docId": chunk, "rating": f"{grade}.0"} for chunk, grade in one.grades.items()],
        }
        for one in exported.queries
    ]
    value = {"name": exported.name, "description": "Exported by goldkit", "type": "IMPORT_JUDGMENT", RATINGS: ratings}
    return Written(files=write_file(path, [canonical.line(value)]), losses=merged_by_wording(exported))


def read_query_set(path: Path, options: ReadOptions) -> Imported:
    """The questions of a query set, without labels. Raises DataError with every entry that is none."""
    rows = JudgedRows(path, ASKED)
    for number, entry in enumerate(_entries(path, QUERIES, ASKED, rows), 1):
        try:
            item = dict(as_object(entry))
            text, answer = as_text(item.pop("queryText", None)), item.pop("referenceAnswer", None)
            rest = {name: value for name, value in item.items() if value is not None}
            answer = as_text(answer) if answer else None
            rows.question(None, Query(id="", text=text, origin="import", answer=answer, metadata=rest))
        except ValueError as error:
            rows.report(f"entry {number}", str(error))
    return rows.imported()


def write_query_set(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write the body of the request that makes a query set of given questions."""
    queries = [
        {"queryText": one.query.text, **({"referenceAnswer": one.query.answer} if one.query.answer else {})}
        for one in exported.queries
    ]
    value = {"name": exported.name, "description": "Exported by goldkit", "sampling": "manual", QUERIES: queries}
    return Written(files=write_file(path, [canonical.line(value)]), losses=merged_by_wording(exported))


def _entries(path: Path, name: str, expected: str, rows: JudgedRows) -> list[Any]:
    """What all objects of a file hold under a name; what else they hold is counted as lost. Raises DataError where none does."""
    value = read_json(path)
    holders = [holder for holder in _holders(value) if name in holder]
    if not holders:
        raise bad(path, None, f"no {name} in {described(value)}", expected)
    for holder in holders:
        rows.lose(_left(holder, name))
    return [item for holder in holders if isinstance(holder[name], list) for item in holder[name]]


def _left(item: JSON, *taken: str) -> list[str]:
    """The names of what an object holds besides."""
    return [name for name, value in item.items() if name not in taken and value is not None]


def _holders(value: Any) -> Iterator[JSON]:
    """A request's body, or the documents in a search's answer."""
    if isinstance(value, dict):
        yield value
        hits = value.get("hits")
        for hit in hits.get("hits", []) if isinstance(hits, dict) else []:
            if isinstance(hit, dict) and isinstance(hit.get("_source"), dict):
                yield hit["_source"]
