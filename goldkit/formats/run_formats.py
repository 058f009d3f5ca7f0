"""The shapes of run files, one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from goldkit.formats import run_csv, run_json, run_jsonl, run_parquet, run_trec
from goldkit.formats.sniff import Head
from goldkit.records import JSON, Results


def no_header(_: Head) -> JSON:
    """Of a format that says nothing about the run."""
    return {}


@dataclass(frozen=True, slots=True)
class RunFormat:
    """How a run file is recognised by its first lines, and read query by query (see RunSource.results).

    texts: likewise, with a Passage in place of an id wherever a result has a text; None where no result can have one.
    """

    matches: Callable[[Head], bool]
    results: Callable[[Path], Iterator[Results]]
    header: Callable[[Head], JSON] = no_header
    texts: Callable[[Path], Iterator[Results]] | None = None


RUN_FORMATS: Mapping[str, RunFormat] = {
    "JSON lines": RunFormat(
        run_jsonl.matches, run_jsonl.results, run_jsonl.header, partial(run_jsonl.results, texts=True)
    ),
    "JSON": RunFormat(run_json.matches, run_json.results, texts=partial(run_json.results, texts=True)),
    "Parquet": RunFormat(run_parquet.matches, run_parquet.results, texts=partial(run_parquet.results, texts=True)),
    "CSV": RunFormat(run_csv.matches, run_csv.results),
    "TREC": RunFormat(run_trec.matches, run_trec.results),
}
"""The first that recognises a file reads it."""


def unknown(head: Head) -> tuple[str, str, str]:
    """(found, expected, cure) for a file that none of them recognises."""
    return run_csv.unlike(head) or ("no run", f"a run file: {', '.join(RUN_FORMATS)}", "")
