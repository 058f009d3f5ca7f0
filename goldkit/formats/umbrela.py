"""UMBRELA: an LLM's judgments as JSON lines, `query`, `passage` and `judgment`, on the scale that is goldkit's too."""

from __future__ import annotations

from pathlib import Path

from goldkit.formats.fields import as_id, as_text, first_key, keys_found
from goldkit.formats.grades import as_grade
from goldkit.formats.judged_rows import JudgedRows, read_judged_lines
from goldkit.formats.options import ReadOptions
from goldkit.records import JSON, Query
from goldkit.results.imported import Imported, ImportedLabel

EXPECTED = 'a judgment such as {"model":"…","query":"…","passage":"…","judgment":3,"result_status":1}'
CHUNK_KEYS = ("docid", "doc_id", "chunk_id")
QUERY_KEYS = ("qid", "query_id")
TAKEN = frozenset({"query", "judgment", "model", "reasoning", "result_status", *CHUNK_KEYS, *QUERY_KEYS})
UNREAD = "judgments that UMBRELA itself could not read from the model's reply"


def read_umbrela(path: Path, options: ReadOptions) -> Imported:
    """The judgments of a file, each the model's: proposals, whoever says otherwise. A passage is found by its text where no id
    (`docid`) stands beside it. Those whose `result_status` is 0 are left out. Raises DataError with every bad line.
    """
    return read_judged_lines(path, EXPECTED, options, _take)


def _take(rows: JudgedRows, line: int, row: JSON) -> None:
    """Take one line. Raises ValueError with what is wrong with it."""
    missing = [name for name in ("query", "judgment") if row.get(name) is None]
    if missing:
        raise ValueError(f"no {missing[0]} (keys: {keys_found(row)})")
    query = row["query"] if isinstance(row["query"], dict) else {**row, "text": row["query"]}
    key, chunk = first_key(query, QUERY_KEYS), first_key(row, CHUNK_KEYS)
    name = "" if key is None else as_id(query[key])
    question = rows.question(line, Query(id=name, text=as_text(query.get("text")), origin="import"))
    if row.get("result_status") == 0:
        rows.leave_out(UNREAD)
        return
    label = ImportedLabel(
        chunk="" if chunk is None else as_id(row[chunk]),
        text=as_text(row.get("passage")) if chunk is None else None,
        grade=as_grade(row["judgment"]),
        by=as_text(row["model"]) if row.get("model") else "UMBRELA",
        note=as_text(row["reasoning"]) if row.get("reasoning") else None,
        machine=True,
    )
    rows.judge(line, question, label)
    taken = TAKEN | {"passage"} if chunk is None else TAKEN
    rows.lose(name for name, item in row.items() if name not in taken and item is not None)
