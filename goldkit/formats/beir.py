"""BEIR: a folder with queries.jsonl, corpus.jsonl and qrels/<split>.tsv, or the same in the Parquet of dataset hubs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from goldkit.errors import Problem
from goldkit.files.parquet import is_parquet
from goldkit.files.utf8 import CURE, not_utf8, raw_lines
from goldkit.formats.beir_files import find_files
from goldkit.formats.corpus import read_corpus
from goldkit.formats.fields import as_id
from goldkit.formats.grades import Grades, as_grade
from goldkit.formats.options import ReadOptions
from goldkit.formats.qrels_parquet import read_qrels_parquet
from goldkit.formats.query_texts import read_queries
from goldkit.phrases import counted
from goldkit.records import Chunk, Query
from goldkit.results.imported import Imported

HEADER = ("query-id", "corpus-id", "score")
EXPECTED = "query-id, corpus-id and score with tabs between them"


def read_beir(path: Path, options: ReadOptions) -> Imported:
    """The judgments of one split of a BEIR folder, or of one qrels file, with the texts around them.

    The split is the named one, else the only one, else `test`. Texts come from the queries and the corpus where these
    are there. Raises UsageError when the split is not clear or not there, DataError with all problems of the first file that
    has any: lines that are no judgment, and pairs with two grades.
    """
    files = find_files(path, options.split)
    grades = read_qrels(files.qrels, options)
    chunks = tuple(_chunks(files.corpus, grades.chunks)) if options.texts else ()
    return grades.imported(_queries(files.queries, options), chunks)


def read_qrels(files: tuple[Path, ...], options: ReadOptions) -> Grades:
    """The grades in the pieces of a qrels file, .tsv or Parquet. Raises DataError with every line that is none, and with pairs
    that have two grades."""
    if is_parquet(files[0]):
        return read_qrels_parquet(files, options)
    grades = Grades(files[0], options.duplicates)
    for file in files:
        _read_tsv(file, grades)
    return grades.checked()


def _read_tsv(path: Path, grades: Grades) -> None:
    for number, line in raw_lines(path):
        try:
            fields = _fields(line.decode("utf-8").rstrip("\r\n"))
            if not line.strip() or (number == 1 and _is_header(fields)):
                continue
            if len(fields) != 3:
                raise ValueError(f"{counted(len(fields), 'column')} between tabs")
            query, chunk, score = fields
            grades.add(number, as_id(query), as_id(chunk), as_grade(score))
        except UnicodeDecodeError as error:
            grades.problems.append(Problem(str(path), number, not_utf8(error, "line"), "UTF-8", CURE))
        except ValueError as error:
            grades.problems.append(Problem(str(path), number, str(error), EXPECTED))


def _fields(line: str) -> list[str]:
    """The cells of a line. One that begins with a quotation mark is quoted, as BEIR's own reader takes it."""
    fields = line.split("\t")
    if not any(field.startswith('"') for field in fields):
        return fields
    return next(csv.reader([line], delimiter="\t"), [])


def _is_header(fields: list[str]) -> bool:
    """Whether the first line names the columns. Other names in their place are accepted, another order is not."""
    names = tuple(field.strip().casefold().replace("_", "-") for field in fields)
    if names == HEADER:
        return True
    if set(names) == set(HEADER):
        raise ValueError(f"the columns in the order {', '.join(names)}")
    return len(fields) == 3 and fields[2].strip().isalpha()


def _queries(files: tuple[Path, ...], options: ReadOptions) -> dict[str, Query]:
    queries: dict[str, Query] = {}
    for file in (options.queries,) if options.queries else files:
        queries |= read_queries(file)
    return queries


def _chunks(files: tuple[Path, ...], wanted: set[str]) -> Iterator[Chunk]:
    """The chunks that are wanted; a set of which no text is known was written with an empty corpus."""
    filled = [file for file in files if file.stat().st_size]
    return (chunk for file in filled for chunk in read_corpus(file) if chunk.id in wanted)
