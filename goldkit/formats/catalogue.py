"""The formats of labelled questions, one line each. Nothing is imported before a format is used: `--help` lists them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:
    from pathlib import Path

    from goldkit.formats.options import ReadOptions, WriteOptions
    from goldkit.formats.run_source import RunSource
    from goldkit.results.exported import ExportSet, Written
    from goldkit.results.imported import Imported

    Reader = Callable[[Path, ReadOptions], Imported]
    Writer = Callable[[ExportSet, Path, WriteOptions], Written]
    RunWriter = Callable[[RunSource, Path, WriteOptions], Written]

FileScale = Literal["any", "set", "native"]
"""What a format says of its grades: nothing; that they are the set's own; that they are UMBRELA's, which are goldkit's."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format. help: one line. reader, writer, run_writer: the module beside this one and the function in it; None where there
    is none.

    trusted: whether its labels are people's, unless the user says otherwise. scale: see FileScale.
    graded: whether what is written tells grades apart. labelled: whether it has labels at all.
    folder: whether it is a folder, not one file.
    keeps: the fields of a Query, of its labels ("label.judges"), of a Chunk ("chunk.title"), or "facts", that are written beside
    ids and grades.
    """

    help: str
    reader: str | None = None
    writer: str | None = None
    run_writer: str | None = None
    trusted: bool = True
    scale: FileScale = "any"
    graded: bool = True
    labelled: bool = True
    folder: bool = False
    keeps: frozenset[str] = frozenset()

    @property
    def read(self) -> Reader:
        """The function that reads a file of this format."""
        return cast("Reader", _named(self.reader))

    @property
    def write(self) -> Writer:
        """The function that writes a set in this format."""
        return cast("Writer", _named(self.writer))

    @property
    def write_run(self) -> RunWriter:
        """The function that writes a run in this format."""
        return cast("RunWriter", _named(self.run_writer))


def _named(place: str | None) -> object:
    module, _, name = (place or "").partition(".")
    return getattr(import_module(f"goldkit.formats.{module}"), name)


TEXTS = frozenset({"text", "chunk.text"})
CHUNKS = frozenset(f"chunk.{name}" for name in ("title", "doc_id", "start", "end", "metadata", "unknown"))

FORMATS: Mapping[str, Format] = {
    "mapping": Format(
        "question → chunk ids, as JSON, Python literal, JSON lines or table",
        reader="mapping.read_mapping",
        writer="mapping_write.write_mapping",
        scale="set",
        graded=False,
    ),
    "csv": Format(
        "CSV or .tsv, one judgment a row",
        reader="mapping.read_csv",
        writer="csv_table.write_csv",
        keeps=frozenset({"text", "context", "answer", "tags"}),
    ),
    "beir": Format(
        "a BEIR folder, also in the Parquet of dataset hubs",
        reader="beir.read_beir",
        writer="beir_write.write_beir",
        folder=True,
        keeps=TEXTS | CHUNKS | {"metadata"},
    ),
    "trec": Format(
        "TREC qrels; export also runs",
        reader="trec_qrels.read_trec",
        writer="trec_write.write_qrels",
        run_writer="trec_write.write_run",
    ),
    "ranx": Format(
        "Qrels as .json or .parquet; export also runs",
        reader="ranx_files.read_ranx",
        writer="ranx_files.write_qrels",
        run_writer="ranx_files.write_run",
    ),
    "ragas": Format(
        "a test set as JSON lines",
        reader="ragas.read_ragas",
        writer="ragas.write_ragas",
        trusted=False,
        graded=False,
        keeps=TEXTS | {"answer", "metadata"},
    ),
    "llamaindex": Format(
        "an EmbeddingQAFinetuneDataset",
        reader="llamaindex.read_pairs",
        writer="llamaindex.write_pairs",
        trusted=False,
        graded=False,
        keeps=TEXTS,
    ),
    "llamaindex-rag": Format(
        "a LabelledRagDataset",
        reader="llamaindex.read_examples",
        writer="llamaindex.write_examples",
        trusted=False,
        graded=False,
        keeps=TEXTS | {"answer"},
    ),
    "deepeval": Format(
        "goldens as .json, .jsonl or .csv",
        reader="deepeval.read_deepeval",
        writer="deepeval.write_deepeval",
        trusted=False,
        graded=False,
        keeps=TEXTS | {"answer", "metadata"},
    ),
    "autorag": Format(
        "a folder with qa.parquet and corpus.parquet",
        reader="autorag.read_autorag",
        writer="autorag_write.write_autorag",
        folder=True,
        trusted=False,
        graded=False,
        keeps=TEXTS | {"answer", "facts", *(f"chunk.{name}" for name in ("doc_id", "start", "end", "metadata"))},
    ),
    "quepid": Format(
        "ratings as CSV; import also books",
        reader="quepid.read_quepid",
        writer="quepid.write_quepid",
        keeps=frozenset({"text"}),
    ),
    "opensearch": Format(
        "judgments of the Search Relevance Workbench",
        reader="opensearch.read_judgments",
        writer="opensearch.write_judgments",
        keeps=frozenset({"text"}),
    ),
    "opensearch-queries": Format(
        "its query sets, questions without labels",
        reader="opensearch.read_query_set",
        writer="opensearch.write_query_set",
        labelled=False,
        keeps=frozenset({"text", "answer"}),
    ),
    "langsmith": Format(
        "examples of a dataset as .json or .jsonl",
        reader="langsmith.read_langsmith",
        writer="langsmith.write_langsmith",
        keeps=frozenset({"text", "answer", "metadata"}),
    ),
    "langfuse": Format(
        "items of a dataset as JSON lines",
        reader="langfuse.read_langfuse",
        writer="langfuse.write_langfuse",
        keeps=frozenset({"text", "answer", "metadata"}),
    ),
    "umbrela": Format(
        "judgments that UMBRELA had an LLM make: proposals",
        reader="umbrela.read_umbrela",
        trusted=False,
        scale="native",
    ),
    "spans": Format(
        "answers as spans of documents, or quotes; --corpus says which chunks hold them", reader="spans.read_spans"
    ),
    "retrieval-eval": Format("judgments as JSON lines", reader="retrieval_eval.read_retrieval_eval"),
}
"""What `goldkit import` reads and `goldkit export` writes, by name."""


def readable() -> dict[str, Format]:
    """The formats that can be imported, by name."""
    return {name: entry for name, entry in FORMATS.items() if entry.reader is not None}


def writable() -> dict[str, Format]:
    """The formats that can be exported, by name."""
    return {name: entry for name, entry in FORMATS.items() if entry.writer is not None}


def listed(formats: Mapping[str, Format]) -> str:
    """The formats with their help, a paragraph each."""
    return "\n\n".join(f"{name}: {entry.help}" for name, entry in formats.items())
