"""The shapes of run files, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from goldkit.formats import run_json, run_jsonl, run_trec
from goldkit.formats.sniff import Head
from goldkit.records import Run


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
"""The first that recognises a file reads it."""
