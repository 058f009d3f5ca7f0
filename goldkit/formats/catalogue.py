"""The formats goldkit reads, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from goldkit.formats import run_json, run_jsonl, run_trec
from goldkit.formats.beir import read_beir
from goldkit.formats.mapping import read_mapping
from goldkit.formats.options import ReadOptions
from goldkit.formats.sniff import Head
from goldkit.formats.trec_qrels import read_trec
from goldkit.records import Run
from goldkit.results.imported import Imported


@dataclass(frozen=True, slots=True)
class Format:
    """A format of labelled questions. help: one line. trusted: whether its labels are people's, unless the user says otherwise."""

    read: Callable[[Path, ReadOptions], Imported]
    help: str
    trusted: bool = True


FORMATS: Mapping[str, Format] = {
    "mapping": Format(read_mapping, "questions and chunk ids: JSON, JSON lines, CSV or TSV"),
    "beir": Format(read_beir, "a folder with queries.jsonl, corpus.jsonl and qrels/<split>.tsv"),
    "trec": Format(read_trec, "TREC qrels (`query 0 chunk grade`), with --queries for the texts"),
}
"""What `goldkit import` reads, by name."""


@dataclass(frozen=True, slots=True)
class RunFormat:
    """How a run file is recognised by its first lines, and read under a name."""

    matches: Callable[[Head], bool]
    read: Callable[[Path, str], Run]


RUN_FORMATS: Mapping[str, RunFormat] = {
    "JSON lines": RunFormat(run_jsonl.matches, run_jsonl.read),
    "JSON": RunFormat(run_json.matches, run_json.read),
    "TREC": RunFormat(run_trec.matches, run_trec.read),
}
"""Run formats; the first that recognises a file reads it."""
