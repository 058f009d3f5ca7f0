"""What a report says about where its figures come from."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version

from goldkit.files.compression import sha256_of
from goldkit.results.provenance import Provenance, RunOrigin
from goldkit.sets.runs import RunFile

PACKAGES = ("goldkit", "numpy")
"""Whose versions figures may hang on."""


def provenance(runs: Iterable[RunFile]) -> Provenance:
    """The versions at work, and each run file by name, content and what its header says. Reads every file once more."""
    versions = {**{name: version(name) for name in PACKAGES}, "python": platform.python_version()}
    return Provenance(versions=versions, runs=tuple(_origin(run) for run in runs))


def _origin(run: RunFile) -> RunOrigin:
    models = run.header.get("models")
    return RunOrigin(
        name=run.name,
        file=run.path.name,
        sha256=sha256_of(run.path),
        models=tuple(str(model) for model in models) if isinstance(models, list) else (),
        commit=_said(run.header.get("commit")),
        at=_said(run.header.get("at")),
    )


def _said(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
