"""retrieval-eval: judgments as JSON lines, with the text that was judged and who judged it."""

from __future__ import annotations

from pathlib import Path

from goldkit.formats.fields import as_id, as_text, keys_found
from goldkit.formats.grades import as_grade
from goldkit.formats.judged_rows import JudgedRows, read_judged_lines
from goldkit.formats.options import ReadOptions
from goldkit.records import JSON, Chunk, Query
from goldkit.results.imported import Imported, ImportedLabel

EXPECTED = 'a judgment such as {"query_id":"q1","query":"…","chunk_id":"c1:…","relevance":2,"labeled_by":"human:a"}'
NEEDED = ("query_id", "query", "chunk_id", "relevance")
HUMAN = "human"
TAKEN = frozenset({*NEEDED, "labeled_by", "stratum", "chunk_text"})
"""All but the document, which only a text has, and hashes of its own making, which say nothing here."""


def read_retrieval_eval(path: Path, options: ReadOptions) -> Imported:
    """The judgments of a file. `labeled_by` is the judge; what no `human:` said is a proposal. The stratum becomes the question's
    metadata, the text a chunk of the document `doc_uri`. Raises DataError with every bad line.
    """
    return read_judged_lines(path, EXPECTED, options, _take)


def _take(rows: JudgedRows, line: int, row: JSON) -> None:
    """Take one line. Raises ValueError with what is wrong with it."""
    missing = [name for name in NEEDED if row.get(name) is None]
    if missing:
        raise ValueError(f"no {missing[0]} (keys: {keys_found(row)})")
    stratum = {"stratum": row["stratum"]} if row.get("stratum") is not None else {}
    query = Query(id=as_id(row["query_id"]), text=as_text(row["query"]), origin="import", metadata=stratum)
    question = rows.question(line, query)
    chunk = as_id(row["chunk_id"])
    taken = TAKEN
    if row.get("chunk_text") is not None:
        taken = TAKEN | {"doc_uri"}
        document = None if row.get("doc_uri") is None else as_id(row["doc_uri"])
        rows.passage(Chunk(id=chunk, text=as_text(row["chunk_text"]), doc_id=document))
    by = None if row.get("labeled_by") is None else as_text(row["labeled_by"])
    machine = by is not None and by.partition(":")[0] != HUMAN
    rows.judge(line, question, ImportedLabel(chunk=chunk, grade=as_grade(row["relevance"]), by=by, machine=machine))
    rows.lose(name for name, item in row.items() if name not in taken and item is not None)
