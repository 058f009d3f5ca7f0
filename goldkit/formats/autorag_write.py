"""Writing a set as AutoRAG's qa.parquet and corpus.parquet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from goldkit.files.parquet import write_columns
from goldkit.formats.autorag import CORPUS, QA
from goldkit.formats.options import WriteOptions
from goldkit.phrases import counted
from goldkit.records import Chunk
from goldkit.results.exported import ExportedQuery, ExportSet, Written
from goldkit.results.losses import Losses

OWN = ("last_modified_datetime", "prev_id", "next_id")
"""What AutoRAG wants in every metadata; it fills in what is null."""
MODIFIED = OWN[0]


def write_autorag(exported: ExportSet, folder: Path, options: WriteOptions) -> Written:
    """Write both files. The facts of a question become its list of lists; the corpus has the whole texts, of a chunk's metadata
    what one column can hold. Raises UsageError where pyarrow is not installed."""
    folder.mkdir(parents=True, exist_ok=True)
    chunks = list(exported.chunks)
    write_columns(
        folder / QA,
        {
            "qid": [one.query.id for one in exported.queries],
            "query": [one.query.text for one in exported.queries],
            "retrieval_gt": [groups_of(one) for one in exported.queries],
            "generation_gt": [[one.query.answer] if one.query.answer else [] for one in exported.queries],
        },
        {"retrieval_gt": "[[string]]", "generation_gt": "[string]"},
    )
    dropped = _write_corpus(folder, chunks) if chunks else {}
    shares = sum(any(fact.share != 1 for fact in one.facts) for one in exported.queries)
    unanswered = sum(not one.query.answer for one in exported.queries)
    note = f"{counted(unanswered, 'question')} without an answer: generation_gt is empty there, measures of answers need one"
    return Written(
        files=(QA, CORPUS) if chunks else (QA,),
        losses=Losses(fields=dropped, facts=shares),
        notes=(note,) if unanswered else (),
    )


def _write_corpus(folder: Path, chunks: Sequence[Chunk]) -> dict[str, int]:
    """Write the texts; what of their metadata had no place."""
    metadata, dropped = _metadata(chunks)
    write_columns(
        folder / CORPUS,
        {
            "doc_id": [chunk.id for chunk in chunks],
            "contents": [chunk.text for chunk in chunks],
            "metadata": metadata,
            "path": [chunk.doc_id for chunk in chunks],
            "start_end_idx": [_span(chunk) for chunk in chunks],
        },
        {"metadata": "", "start_end_idx": "[int64]"},
    )
    return dropped


def groups_of(one: ExportedQuery) -> list[list[str]]:
    """The question's facts, each as the ids any one of which suffices."""
    return [list(fact.any) for fact in one.facts] or [[chunk] for chunk in one.relevant]


def _span(chunk: Chunk) -> list[int] | None:
    return None if chunk.start is None or chunk.end is None else [chunk.start, chunk.end]


def _metadata(chunks: Sequence[Chunk]) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The metadata of each chunk, all with the same names, and what had no place."""
    names = sorted({name for chunk in chunks for name in chunk.metadata} - set(OWN))
    kept = [name for name in names if _one_kind(chunk.metadata.get(name) for chunk in chunks)]
    dropped = {
        f"metadata.{name} of chunks": sum(name in chunk.metadata for chunk in chunks)
        for name in names
        if name not in kept
    }
    return [_filled(chunk.metadata, kept) for chunk in chunks], dropped


def _one_kind(values: Iterable[Any]) -> bool:
    """Whether a column can hold the values: texts, or truth values, or numbers of one kind."""
    kinds = {type(value) for value in values if value is not None}
    return len(kinds) == 1 and kinds <= {str, bool, int, float}


def _filled(metadata: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    neighbours = {name: value if isinstance(value := metadata.get(name), str) else None for name in OWN[1:]}
    return {MODIFIED: _moment(metadata.get(MODIFIED)), **neighbours, **{name: metadata.get(name) for name in names}}


def _moment(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment.replace(tzinfo=None) if moment else None
