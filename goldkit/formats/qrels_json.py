"""Labels as one JSON object: query id → list of relevant chunk ids, or → mapping from chunk id to grade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldkit.errors import Problem, bad
from goldkit.formats.fields import as_id, described
from goldkit.formats.grades import Grades, as_grade
from goldkit.formats.options import Duplicates, ReadOptions
from goldkit.formats.query_texts import read_queries
from goldkit.formats.sniff import Head
from goldkit.formats.whole_value import is_assignment, read_value
from goldkit.results.imported import Imported

DATASET = frozenset({"queries", "corpus", "relevant_docs"})
EXPECTED = "a list of chunk ids, or a mapping from chunk id to grade"


def matches(head: Head) -> bool:
    """Whether the file is one JSON value, or a Python literal."""
    return head.one_json or is_assignment(head)


def read_qrels_json(path: Path, options: ReadOptions) -> Imported:
    """The labels in a file; a list says "relevant" without a grade, and an empty list is a query without a relevant chunk.

    Texts of the questions from `options.queries`, where given. Raises DataError with every query whose value is something else.
    """
    value = read_value(path)
    refuse_dataset(path, value)
    if not isinstance(value, dict):
        raise bad(path, None, described(value), "one object from query id to its chunk ids")
    return grades_in(path, value, options.duplicates).imported(read_queries(options.queries) if options.queries else {})


def refuse_dataset(path: Path, value: Any) -> None:
    """Raise DataError for an EmbeddingQAFinetuneDataset, whose parts would be taken for three questions."""
    if isinstance(value, dict) and value.keys() >= DATASET:
        found = "an EmbeddingQAFinetuneDataset of LlamaIndex"
        raise bad(path, None, found, "questions and their chunks", "Import it as what it is: `import llamaindex`.")


def grades_in(source: str | Path, labels: Mapping[Any, Any], duplicates: Duplicates = "error") -> Grades:
    """The labels of a mapping: query id → collection of chunk ids, or → mapping from chunk id to grade.

    source: how messages name it. Raises DataError with every query whose value is something else.
    """
    grades = Grades(source, duplicates)
    for query, own in labels.items():
        try:
            name = as_id(query)
            grades.add_query(None, name)
            for chunk, grade in pairs_in(own):
                grades.add(None, name, chunk, grade)
        except ValueError as error:
            grades.problems.append(Problem(str(source), None, f"for the query {query!r} {error}", EXPECTED))
    return grades.checked()


def pairs_in(labels: Any) -> Iterator[tuple[str, int | None]]:
    """(chunk id, grade) of a collection of ids, whose grades are None, or of a mapping from id to grade.

    Raises ValueError with what was found instead.
    """
    if isinstance(labels, dict):
        yield from ((as_id(chunk), as_grade(grade)) for chunk, grade in labels.items())
    elif isinstance(labels, list | tuple | set | frozenset):
        yield from ((as_id(chunk), None) for chunk in labels)
    else:
        raise ValueError(f"{described(labels)} as labels")
