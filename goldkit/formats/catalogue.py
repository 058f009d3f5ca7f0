"""The formats of labelled questions, one line each. Nothing is imported before a format is used: `--help` lists them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathlib import Path

    from goldkit.formats.options import ReadOptions
    from goldkit.results.imported import Imported

    Reader = Callable[[Path, ReadOptions], Imported]


@dataclass(frozen=True, slots=True)
class Format:
    """A format. reader: the module beside this one and the function in it. help: one line.

    trusted: whether its labels are people's, unless the user says otherwise.
    """

    reader: str
    help: str
    trusted: bool = True

    @property
    def read(self) -> Reader:
        """The function that reads a file of this format."""
        module, _, name = self.reader.partition(".")
        return cast("Reader", getattr(import_module(f"goldkit.formats.{module}"), name))


FORMATS: Mapping[str, Format] = {
    "mapping": Format("mapping.read_mapping", "questions and chunk ids: JSON, JSON lines, CSV or TSV"),
    "beir": Format("beir.read_beir", "a folder with queries.jsonl, corpus.jsonl and qrels/<split>.tsv"),
    "trec": Format("trec_qrels.read_trec", "TREC qrels (`query 0 chunk grade`), with --queries for the texts"),
}
"""What `goldkit import` reads, by name."""
