"""The log systems goldkit reads. A new one is one file beside this one and one line here."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from goldkit.errors import DataError, UsageError, bad
from goldkit.logs import (
    anythingllm,
    archi,
    azure,
    bedrock,
    dify,
    elastic,
    langchain,
    langfuse,
    langsmith,
    librechat,
    llamaindex,
    mapped,
    mlflow,
    open_webui,
    openai_responses,
    openinference,
    otel_genai,
    ragflow,
    ubi,
)
from goldkit.logs.likely_map import likely_map
from goldkit.logs.log_file import first_records
from goldkit.logs.reader import LogReader
from goldkit.logs.recordless import no_record_in
from goldkit.phrases import some

LOG_READERS: Mapping[str, LogReader] = {
    "ubi": ubi.READER,
    "openinference": openinference.READER,
    "langfuse": langfuse.READER,
    "langsmith": langsmith.READER,
    "langchain": langchain.READER,
    "otel-genai": otel_genai.READER,
    "mlflow": mlflow.READER,
    "archi": archi.READER,
    "open-webui": open_webui.READER,
    "dify": dify.READER,
    "ragflow": ragflow.READER,
    "elastic": elastic.READER,
    "anythingllm": anythingllm.READER,
    "librechat": librechat.READER,
    "openai-responses": openai_responses.READER,
    "llamaindex": llamaindex.READER,
    "bedrock": bedrock.READER,
    "azure": azure.READER,
    mapped.NAME: mapped.READER,
}


def reader_for(path: Path, name: str | None, mapping: Mapping[str, str]) -> LogReader:
    """The reader of a file: the named one; with a mapping the generic one; else the first that recognises the file's records.

    Raises UsageError for an unknown name or a mapping that does not fit, DataError for a file that no reader recognises.
    """
    if mapping or name == mapped.NAME:
        mapped.check(mapping)
        name = name or mapped.NAME
    if name is not None and name not in LOG_READERS:
        raise UsageError(f"no such format: {name!r}; there are {', '.join(LOG_READERS)}")
    records = first_records(path)
    if not records:
        raise no_record_in(path)
    if name is not None:
        return LOG_READERS[name]
    reader = next((reader for reader in LOG_READERS.values() if reader.recognises(records)), None)
    if reader is None:
        raise _unrecognised(path, list(records[0]))
    return reader


def _unrecognised(path: Path, keys: list[str]) -> DataError:
    readers = (reader for reader in LOG_READERS.values() if reader.name != mapped.NAME)
    tried = "; ".join(f"{reader.name} ({reader.reads})" for reader in readers)
    likely = likely_map(keys)
    said = "".join(f" --map {shlex.quote(f'{field}={place}')}" for field, place in likely.items())
    if "chunks" not in likely:
        said += " --map chunks=…" if likely else " --map query=… --map chunks=… --map feedback=…"
    cure = f"Name the format with --format, or say where things stand{', perhaps' if likely else ''}:{said}"
    return bad(path, None, f"records with the fields {some(keys, 8)}", f"a log that one of these reads: {tried}", cure)
