"""From what a command line says about a model to a Model: a replay, the embedded one, or an endpoint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.llm import embedded
from goldkit.llm.budget import Budget
from goldkit.llm.client import Client
from goldkit.llm.endpoint import Endpoint, key_from
from goldkit.llm.journal import Journal, read_journal
from goldkit.llm.model import JournaledModel, ReplayedModel

LOCAL_TIMEOUT = 300.0
"""Seconds for the embedded model, on a machine that has other things to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """model, base_url, api_key_env: as on the command line. local: use the embedded model. replay: a journal to answer from.

    picks: the model picks quotes from the chunk's sentences instead of writing them, as the embedded one always does.
    concurrency: calls at the same time. rpm, tpm: limits of the pace, None for none. budget: what may be spent. timeout: seconds
    an attempt.
    """

    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    local: bool = False
    replay: Path | None = None
    picks: bool = False
    concurrency: int = 4
    rpm: float | None = None
    tpm: float | None = None
    budget: Budget | None = None
    timeout: float = 60.0


@contextmanager
def connected(wanted: Connection, journal: Path | None) -> Iterator[JournaledModel | ReplayedModel]:
    """The model that is wanted, with its replies kept in the folder `journal` (None: not kept); closed with the context.

    Raises UsageError when what is wanted does not fit together, names nothing, or is not installed.
    """
    check(wanted)
    if wanted.replay is not None:
        name = model_name(wanted) or ""
        yield ReplayedModel(name, Journal(journal, [wanted.replay]), picks=_picks(name, wanted))
    elif wanted.local:
        with embedded.serve() as url:
            endpoint = Endpoint(base_url=url, timeout=LOCAL_TIMEOUT, extra=embedded.EXTRA, label="embedded")
            with _asking(embedded.MODEL, endpoint, wanted, journal, 1) as model:
                yield model
    else:
        key = key_from(wanted.api_key_env)
        endpoint = Endpoint(
            base_url=wanted.base_url or "", api_key=key, timeout=wanted.timeout, rpm=wanted.rpm, tpm=wanted.tpm
        )
        with _asking(wanted.model or "", endpoint, wanted, journal, wanted.concurrency) as model:
            yield model


@contextmanager
def _asking(
    name: str, endpoint: Endpoint, wanted: Connection, journal: Path | None, concurrency: int
) -> Iterator[JournaledModel]:
    client = Client(endpoint)
    try:
        yield JournaledModel(
            name,
            client,
            Journal(journal),
            concurrency=concurrency,
            budget=wanted.budget,
            picks=_picks(name, wanted),
        )
    finally:
        client.close()


def _picks(name: str, wanted: Connection) -> bool:
    return wanted.picks or name == embedded.MODEL


def check(wanted: Connection, *, named: bool = True) -> None:
    """Raises UsageError when what is wanted does not fit together. named: whether a model has to be named at all."""
    ways = {"--replay": wanted.replay, "--local": wanted.local, "--base-url": wanted.base_url}
    chosen = [option for option, value in ways.items() if value]
    if len(chosen) > 1 or (named and not chosen):
        found = f"{' and '.join(chosen)} exclude each other" if chosen else "no model is named"
        raise UsageError(
            f"{found}; give one of --base-url URL --model NAME (any OpenAI-compatible endpoint), --local (a tiny model on this "
            "machine) or --replay JOURNAL (recorded replies)"
        )
    if wanted.local and wanted.model not in (None, embedded.MODEL):
        raise UsageError(f"--local has the one model {embedded.MODEL}; leave --model out")
    if wanted.base_url and not wanted.model:
        raise UsageError("--base-url needs --model NAME: the name of the model to ask there")


def model_name(wanted: Connection) -> str | None:
    """The name of the model that is wanted, None where none is named. Raises UsageError for a journal of several or none."""
    if wanted.replay is not None:
        return wanted.model or _only_model(wanted.replay)
    return embedded.MODEL if wanted.local else wanted.model


def _only_model(replay: Path) -> str:
    """The model whose replies a journal holds. Raises UsageError when there are several or none."""
    names = sorted({str(entry.request.get("model")) for entry in read_journal(replay)})
    if len(names) != 1:
        found = f"replies of {', '.join(names)}" if names else "no replies"
        raise UsageError(f"{replay}: {found}; --model NAME says whose to replay")
    return names[0]
