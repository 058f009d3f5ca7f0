"""BEIR: a folder with queries.jsonl, corpus.jsonl and qrels/<split>.tsv (`query-id corpus-id score`, separated by tabs)."""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import Problem, UsageError, bad
from goldkit.files.utf8 import CURE, not_utf8, raw_lines
from goldkit.formats.corpus import BEIR_NAMES, read_corpus
from goldkit.formats.grades import Grades, as_grade
from goldkit.formats.options import ReadOptions
from goldkit.formats.query_texts import read_queries
from goldkit.phrases import counted
from goldkit.records import Chunk, Query
from goldkit.results.imported import Imported

PACKED = ("", ".gz", ".zst")
HEADER = ("query-id", "corpus-id", "score")
EXPECTED = "query-id, corpus-id and score with tabs between them"


def read_beir(path: Path, options: ReadOptions) -> Imported:
    """The judgments of one split of a BEIR folder, or of one qrels .tsv file, with the texts around them.

    The split is the named one, else the only one, else `test`. Texts come from queries.jsonl and corpus.jsonl where these
    are there. Raises UsageError when the split is not clear or not there, DataError with all problems of the first file that
    has any: lines that are no judgment, and pairs with two grades.
    """
    folder, qrels = _files(path, options.split)
    grades = read_qrels_tsv(qrels)
    chunks = _chunks(folder, grades.chunks) if options.texts else ()
    return grades.imported(_queries(folder, options), chunks)


def read_qrels_tsv(path: Path) -> Grades:
    """The grades in a qrels .tsv file. Raises DataError with every line that is none, and with pairs that have two grades."""
    grades = Grades(path)
    for number, line in raw_lines(path):
        try:
            fields = line.decode("utf-8").rstrip("\r\n").split("\t")
            if not line.strip() or (number == 1 and _is_header(fields)):
                continue
            if len(fields) != 3:
                raise ValueError(f"{counted(len(fields), 'column')} between tabs")
            query, chunk, score = fields
            if not query or not chunk:
                raise ValueError("an empty id")
            grades.add(number, query, chunk, as_grade(score))
        except UnicodeDecodeError as error:
            grades.problems.append(Problem(str(path), number, not_utf8(error, "line"), "UTF-8", CURE))
        except ValueError as error:
            grades.problems.append(Problem(str(path), number, str(error), EXPECTED))
    return grades.checked()


def _is_header(fields: list[str]) -> bool:
    """Whether the first line names the columns. Other names in their place are accepted, another order is not."""
    names = tuple(field.strip().casefold().replace("_", "-") for field in fields)
    if names == HEADER:
        return True
    if set(names) == set(HEADER):
        raise ValueError(f"the columns in the order {', '.join(names)}")
    return len(fields) == 3 and fields[2].strip().isalpha()


def _files(path: Path, split: str | None) -> tuple[Path, Path]:
    """The folder with the texts, and the qrels file."""
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if path.is_file():
        if split is not None:
            raise UsageError(f"{path} is one file, so no split can be chosen; name the folder instead")
        return (path.parent.parent if path.parent.name == "qrels" else path.parent), path
    splits = {_split_name(file): file for file in sorted((path / "qrels").glob("*.tsv*"))}
    if not splits:
        raise bad(path, None, "a folder without qrels/<split>.tsv", "a BEIR folder")
    chosen = split or (next(iter(splits)) if len(splits) == 1 else "test")
    if chosen not in splits:
        wanted = f"no split {split!r}" if split else "several splits and no `test` among them"
        raise UsageError(f"{path}: {wanted}; there are {', '.join(splits)}")
    return path, splits[chosen]


def _split_name(file: Path) -> str:
    return file.name.partition(".tsv")[0]


def _queries(folder: Path, options: ReadOptions) -> dict[str, Query]:
    file = options.queries or _present(folder, tuple(f"queries.jsonl{packed}" for packed in PACKED))
    return read_queries(file) if file else {}


def _chunks(folder: Path, wanted: set[str]) -> tuple[Chunk, ...]:
    file = _present(folder, BEIR_NAMES)
    return tuple(chunk for chunk in read_corpus(file) if chunk.id in wanted) if file else ()


def _present(folder: Path, names: tuple[str, ...]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)
